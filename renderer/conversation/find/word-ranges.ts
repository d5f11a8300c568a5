/** Where words stand in what is drawn, as ranges of the page: marked by the browser, which changes no element. */
import { foldText, findTextPositions } from '../../../app/contract/content/find-words'

/** What the message list marks. */
export interface MarkedWords {
  /** Each is marked wherever it stands. */
  readonly terms: readonly string[]
  /** Only words that begin so, as the search over all conversations finds them. */
  readonly isAtWordStart: boolean
  /** In this message alone; null: in all. */
  readonly onlyIn: string | null
  /** They stand in a call or an attachment, and are marked there alone; null: among the words of messages. */
  readonly place: MarkedPlace | null
  /** The place that the person stands at, by its number in its message. */
  readonly current: { readonly messageId: string; readonly number: number } | null
}

export interface MarkedPlace {
  /** Its `data-hit-place`. */
  readonly name: string
  /** Words of the result are looked at before those that were asked with. */
  readonly isInResult: boolean
}

/** Elements that run within a line: words go on across them. */
const inLine = new Set(['A', 'BUTTON', 'CODE', 'DEL', 'EM', 'SPAN', 'STRONG', 'SUB', 'SUP'])

/** Words of the window itself among those of the message. */
const ownWords = 'figcaption, [data-hit-words] button'

/** Of the letter e in a book the browser would draw marks for seconds. */
const most = 5_000

/** In the order of the page. What holds words of a message is marked by `data-words`, what holds data by `data-hit-words`. */
export function findRanges(row: Element, { terms, isAtWordStart, place }: MarkedWords): Range[] {
  return wordsIn(row, place).flatMap((element) => {
    const { text, nodes } = readText(element)
    const folded = foldText(text)
    return terms
      .map(foldText)
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
  /** Where it begins in the whole text. */
  readonly start: number
}

/** Blocks are set apart, so that no match reaches from one into the next. */
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
