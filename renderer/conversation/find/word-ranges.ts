/** Matches in what is drawn, as ranges: the browser highlights them, which changes no element. */
import { foldSearchText, findTextPositions } from '../../../app/contract/content/find-words'

/** What the message list marks. */
export interface MarkedWords {
  /** Every occurrence is marked. */
  readonly terms: readonly string[]
  /** Only words that begin with it, as in the search across all conversations. */
  readonly isAtWordStart: boolean
  /** In this message only; null: in all. */
  readonly onlyIn: string | null
  /** Marked in a call or an attachment only; null: in the text of messages. */
  readonly place: MarkedPlace | null
  /** The current match, by its index in its message. */
  readonly current: { readonly messageId: string; readonly number: number } | null
}

export interface MarkedPlace {
  /** Its `data-hit-place`. */
  readonly name: string
  /** Results are searched before arguments. */
  readonly isInResult: boolean
}

/** Inline elements: text continues across them. */
const inLine = new Set(['A', 'BUTTON', 'CODE', 'DEL', 'EM', 'SPAN', 'STRONG', 'SUB', 'SUP'])

/** The window's own text within the message. */
const ownWords = 'figcaption, [data-hit-words] button'

/** The browser would take seconds to highlight every letter e of a long text. */
const most = 5_000

/** In page order. `data-words` marks elements with text of a message, `data-hit-words` those with data. */
export function findRanges(row: Element, { terms, isAtWordStart, place }: MarkedWords): Range[] {
  return wordsIn(row, place).flatMap((element) => {
    const { text, nodes } = readText(element)
    const folded = foldSearchText(text)
    return terms
      .map(foldSearchText)
      .flatMap((term) => findTextPositions(folded, term).map((at) => ({ at, end: at + term.length })))
      .filter(({ at }) => !isAtWordStart || !/[\p{L}\p{N}]/u.test(folded.slice(0, at).slice(-1)))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, most)
      .map(({ at, end }) => toRange(nodes, at, end))
  })
}

function wordsIn(row: Element, place: MarkedPlace | null): readonly Element[] {
  if (place === null) return [...row.querySelectorAll('[data-words]')]
  const all = [...row.querySelectorAll<HTMLElement>('[data-hit-words]')]
  const isFirst = ({ dataset }: HTMLElement) => (dataset['hitWords'] === 'result') === place.isInResult
  return [...all.filter(isFirst), ...all.filter((element) => !isFirst(element))]
}

interface TextPlace {
  readonly node: Text
  /** Its offset in the whole text. */
  readonly start: number
}

/** Blocks are separated, so that no match spans two. */
function readText(element: Element): { text: string; nodes: readonly TextPlace[] } {
  const nodes: TextPlace[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let text = ''
  let block: Element | null = null
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!(node instanceof Text) || parent === null || parent.closest(ownWords) !== null) continue
    const own = blockOf(parent)
    if (block !== null && own !== block) text += '\u0000'
    block = own
    nodes.push({ node, start: text.length })
    text += node.data
  }
  return { text, nodes }
}

function blockOf(element: Element): Element {
  let block = element
  while (inLine.has(block.tagName) && block.parentElement !== null) block = block.parentElement
  return block
}

function toRange(nodes: readonly TextPlace[], at: number, end: number): Range {
  const range = document.createRange()
  const first = nodes.findLast(({ start }) => start <= at)
  const last = nodes.findLast(({ start }) => start < end)
  if (first !== undefined) range.setStart(first.node, at - first.start)
  if (last !== undefined) range.setEnd(last.node, end - last.start)
  return range
}
