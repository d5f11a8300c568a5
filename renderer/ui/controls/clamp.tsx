/** Keeps long content short until the person wants all of it. */
import { useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ui } from '../../../app/texts/compiled/window/ui'
import { useWhenLedTo } from '../base/led-to'
import { Button } from './button'
import styles from './clamp.module.css'

export interface ClampProps {
  readonly children: ReactNode
  /** Names what is cut off, by the values of `data-piece` in it. Default: nobody says what it is. */
  readonly nameOf?: (pieces: readonly string[]) => string
}

/** Shows the first 220 px and a button for the rest, when there is a rest. */
export function Clamp({ children, nameOf }: ClampProps) {
  const content = useRef<HTMLDivElement>(null)
  const [isWhole, setIsWhole] = useState(false)
  const [isCut, setIsCut] = useState(false)
  const [name, setName] = useState('')
  useWhenLedTo(() => setIsWhole(true))
  useLayoutEffect(() => {
    const element = content.current
    if (element === null) return
    setIsCut(element.scrollHeight > element.clientHeight + 4)
    setName(nameOf?.(cutPieces(element)) ?? '')
  }, [children, isWhole, nameOf])
  return (
    <div className={styles.clamp}>
      <div
        ref={content}
        className={styles.clampContent}
        data-whole={isWhole || undefined}
        data-cut={isCut || undefined}
      >
        {children}
      </div>
      {(isCut || isWhole) && (
        <Button size="small" variant="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? ui.showLess() : name === '' ? ui.showMore() : ui.showNamed({ what: name })}
        </Button>
      )}
    </div>
  )
}

function cutPieces(element: HTMLElement): string[] {
  const end = element.getBoundingClientRect().top + element.clientHeight
  return [...element.querySelectorAll<HTMLElement>('[data-piece]')]
    .filter((piece) => piece.getBoundingClientRect().bottom > end + 4)
    .map((piece) => piece.dataset['piece'] ?? '')
}
