/** Text as it was written: line breaks kept, hidden characters marked. However long, it costs what is on the screen. */
import { VisibleText } from './hidden-characters'
import styles from './plain-text.module.css'

/** Pieces of about this length are laid out when they come into view. */
const pieceLength = 4_000

export function PlainText({ text }: { readonly text: string }) {
  const pieces = piecesOf(text)
  return (
    <div className={styles.text}>
      {pieces.length === 1 ? (
        <VisibleText text={text} />
      ) : (
        pieces.map(({ start, piece }) => (
          <div key={start} className={styles.piece}>
            <VisibleText text={piece} />
          </div>
        ))
      )}
    </div>
  )
}

/** Whole lines each; the line end between two pieces is drawn by there being two. */
function piecesOf(text: string): readonly { readonly start: number; readonly piece: string }[] {
  const pieces: { start: number; piece: string }[] = []
  let start = 0
  while (text.length - start > 2 * pieceLength) {
    const end = text.indexOf('\n', start + pieceLength)
    if (end < 0) break
    pieces.push({ start, piece: text.slice(start, end) })
    start = end + 1
  }
  return [...pieces, { start, piece: text.slice(start) }]
}
