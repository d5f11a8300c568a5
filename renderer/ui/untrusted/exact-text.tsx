/**
 * Text shown to the last character, for commands and arguments that the user decides about. Hidden characters, line
 * breaks and tabs are drawn as marks, an empty text says that it is empty, and nothing is cut.
 */
import { Fragment } from 'react'
import { HiddenMark, VisibleText } from '../base/hidden-characters'
import { LongText } from './json-view'
import styles from './exact-text.module.css'
import { ui } from '../../../app/texts/compiled/window/ui'

const marked: ReadonlyMap<string, () => string> = new Map([
  ['\n', ui.lineBreak],
  ['\r', () => 'U+000D'],
  ['\t', ui.tab]
])

/** A short text (an argument, a path, an address) whose every character counts. */
export function ExactText({ text }: { readonly text: string }) {
  if (text === '') return <span className={styles.exactEmpty}>{ui.empty()}</span>
  const pieces = text.split(/([\n\r\t])/)
  return (
    <span className={styles.exactText}>
      {withPlaces(pieces).map(({ piece, place }) => {
        const mark = marked.get(piece)
        return (
          <Fragment key={place}>
            {mark === undefined ? <VisibleText text={piece} /> : <HiddenMark code={mark()} />}
            {piece === '\n' && '\n'}
          </Fragment>
        )
      })}
    </span>
  )
}

/** Above this length a button asks before everything is drawn, so that the question appears at once. */
const drawnAtOnce = 100_000

/** A long text (the content of a file), with its line breaks. */
export function WholeText({ text }: { readonly text: string }) {
  if (text === '') return <span className={styles.exactEmpty}>{ui.emptyText()}</span>
  if (text.length <= drawnAtOnce) return <VisibleText text={text} />
  return <LongText text={text}>{(shown) => <VisibleText text={shown} />}</LongText>
}

/** Each piece with its start offset, which identifies it. */
function withPlaces(pieces: readonly string[]): { readonly piece: string; readonly place: number }[] {
  let place = 0
  return pieces
    .filter((piece) => piece !== '')
    .map((piece) => {
      place += piece.length
      return { piece, place }
    })
}
