/**
 * Wavy lines under misspelt words: a transparent copy of the text behind the field, in which each letter has the same
 * position.
 */
import { memo, useLayoutEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { classNames } from '../../ui/base/class-names'
import type { SpellableWord } from './find-spellable-words'
import styles from './spelling-marks.module.css'
import { useMarks } from './use-marks'
import { useTyping } from './use-typing'
import { useWordMenu } from './use-word-menu'

export interface SpellingMarksProps {
  readonly text: string
  readonly textbox: RefObject<HTMLTextAreaElement | null>
  /** The field's styles that affect letter positions. */
  readonly className: string | undefined
}

export function SpellingMarks({ text, textbox, className }: SpellingMarksProps) {
  const layer = useRef<HTMLDivElement>(null)
  const lines = useMarks(text, useTyping(textbox))
  const isShown = lines.length > 0
  useSamePlace(textbox, layer, isShown)
  useWordMenu({ textbox, layer })
  if (!isShown) return null
  return (
    <div ref={layer} aria-hidden="true" className={classNames(className, styles.spellingMarks)}>
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- only the index distinguishes equal ones
        <MarkedLine key={index} text={line.text} start={line.start} places={toPlaces(line.words)} />
      ))}
    </div>
  )
}

/** As a string, which compares by value: an unchanged line isn't drawn again. */
const toPlaces = (words: readonly SpellableWord[]) =>
  words.map(({ at, word }) => `${at}+${word.length}`).join()

interface MarkedLineProps {
  readonly text: string
  readonly start: number
  readonly places: string
}

const MarkedLine = memo(function MarkedLine({ text, start, places }: MarkedLineProps) {
  const pieces: ReactNode[] = []
  let done = 0
  for (const place of places === '' ? [] : places.split(',')) {
    const [at = 0, length = 0] = place.split('+').map(Number)
    pieces.push(
      text.slice(done, at),
      <span key={at} className={styles.misspelt} data-at={start + at}>
        {text.slice(at, at + length)}
      </span>
    )
    done = at + length
  }
  return <div className={styles.spellingLine}>{[...pieces, text.slice(done)]}</div>
})

/** The copy is as wide as the field without its scrollbar, and scrolled as far. */
function useSamePlace(
  textbox: RefObject<HTMLTextAreaElement | null>,
  layer: RefObject<HTMLElement | null>,
  isShown: boolean
): void {
  const follow = useRef(() => {})
  follow.current = () => {
    const [field, copy] = [textbox.current, layer.current]
    if (field === null || copy === null) return
    // An invisible scrollbar of the same kind has the field's scrollbar width at every zoom level.
    copy.style.overflowY = field.scrollHeight > field.clientHeight ? 'scroll' : 'hidden'
    copy.scrollTop = field.scrollTop
  }
  useLayoutEffect(() => follow.current())
  useLayoutEffect(() => {
    const field = textbox.current
    if (field === null || !isShown) return
    const onChange = () => follow.current()
    const sizes = new ResizeObserver(onChange)
    sizes.observe(field)
    field.addEventListener('scroll', onChange)
    return () => {
      sizes.disconnect()
      field.removeEventListener('scroll', onChange)
    }
  }, [textbox, isShown])
}
