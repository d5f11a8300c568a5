/** The text of a search hit in a result row: in the title, and below it the best matching message. */
import { FileText, Wrench } from 'lucide-react'
import type { HitPlace, SearchHit } from '../../../app/contract/conversations'
import { foldSearchText, findTextPositions } from '../../../app/contract/content/find-words'
import { list } from '../../../app/texts/compiled/window/list'
import { VisibleText } from '../../ui/base/hidden-characters'
import { nameInSentence } from '../../ui/base/offered-name'
import { foundIn } from './found-in'
import styles from './conversation-row.module.css'

export function FoundTitle({ title, hit }: { readonly title: string; readonly hit: SearchHit }) {
  return <Pieces pieces={piecesOf(title, foundIn(hit))} />
}

/** Names the source of text that isn't the message's own. */
export function SearchHitPlace({ place, id }: { readonly place: HitPlace; readonly id: string }) {
  const Icon = place.type === 'call' ? Wrench : FileText
  return (
    <span className={styles.conversationDrawer} id={id}>
      <Icon size={12} aria-hidden />
      <span className={styles.conversationPlace}>
        <VisibleText text={wordsOfPlace(place)} />
      </span>
    </span>
  )
}

function wordsOfPlace(place: HitPlace): string {
  if (place.type === 'attachment') return attached[place.kind]({ name: nameInSentence(place.name) })
  const tool = nameInSentence(place.toolName)
  return place.isInResult ? list.inResult({ tool }) : list.inCall({ tool })
}

const attached = { file: list.inFile, resource: list.inResource, prompt: list.inPrompt }

export function SearchHitView({ hit, id }: { readonly hit: SearchHit; readonly id: string }) {
  return (
    <span className={styles.conversationHit} id={id}>
      <Pieces pieces={startingNear(hit.pieces)} />
    </span>
  )
}

/** The most characters before the first match; more would fill both lines of a narrow list. */
const mostBefore = 30

function startingNear(pieces: SearchHit['pieces']): SearchHit['pieces'] {
  const [before, ...others] = pieces
  if (before === undefined || before.isFound || before.text.length <= mostBefore) return pieces
  // From the start of a word, or at least not from within a character.
  const near = before.text.slice(-mostBefore).replace(/^(?:\S*\s|[\uDC00-\uDFFF])/, '')
  return [{ text: `…${near}`, isFound: false }, ...others]
}

/** Then the text isn't repeated: most titles begin like the first message. */
export function isInTitle(title: string, hit: SearchHit): boolean {
  if (hit.place !== undefined) return false
  const [all, words] = [title, hit.pieces.map(({ text }) => text).join('')].map(comparable) as [
    string,
    string
  ]
  const isSame = all.includes(words) || words.includes(all)
  return isSame && foundIn(hit).every((word) => all.includes(foldSearchText(word)))
}

/** Without the ellipses of cut text. */
function comparable(text: string): string {
  return foldSearchText(text).replaceAll(/^…|…$/gu, '').trim()
}

function Pieces({ pieces }: Pick<SearchHit, 'pieces'>) {
  let end = 0
  return pieces.map(({ text, isFound }) => {
    const start = end
    end += text.length
    const words = <VisibleText text={text} />
    return isFound ? <mark key={start}>{words}</mark> : <span key={start}>{words}</span>
  })
}

/** Cut at the matches of the query, which begin words, as the search finds them. */
function piecesOf(text: string, words: readonly string[]): SearchHit['pieces'] {
  const folded = foldSearchText(text)
  const places = words
    .flatMap((word) =>
      findTextPositions(folded, foldSearchText(word)).map((at) => ({ at, end: at + word.length }))
    )
    .filter(({ at }) => !/[\p{L}\p{N}]$/u.test(folded.slice(0, at)))
    .toSorted((a, b) => a.at - b.at || b.end - a.end)
  const pieces: { text: string; isFound: boolean }[] = []
  let done = 0
  for (const { at, end } of places) {
    if (at < done) continue
    pieces.push({ text: text.slice(done, at), isFound: false }, { text: text.slice(at, end), isFound: true })
    done = end
  }
  return [...pieces, { text: text.slice(done), isFound: false }].filter((piece) => piece.text !== '')
}
