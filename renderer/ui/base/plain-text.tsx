/** Unformatted text: line breaks kept, hidden characters marked. However long, only the visible part is laid out. */
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

/** Whole lines each; the break between two pieces replaces their line end. */
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
