/**
 * Decides how the blocks of a text are drawn: which are formatted, in which pieces, and which are shown as written.
 */
import { estimateMarkdownCost } from './markdown-cost'
import type { Cost } from './markdown-cost'
import type { TextBlock } from './split-markdown'

export interface DrawnBlock {
  readonly block: TextBlock
  /** The formatted part of its source. */
  readonly source: string
  /** The rest, '' for none, and why it isn't formatted. */
  readonly plain: string
  readonly reason: Cost['reason']
}

export interface MarkdownPlan {
  /** Each is drawn at once; costs in the unit of `Cost.total`. */
  readonly pieces: readonly { readonly blocks: readonly DrawnBlock[]; readonly cost: number }[]
  /** The text after the total limit. */
  readonly rest: string
}

/** Of one text. */
const wholeLimit = 1_000_000

/** A piece ends with the block that reaches this. */
const pieceLimit = 50_000

/** Existing pieces stay stable while the text grows, except the last. */
export function planMarkdown(blocks: readonly TextBlock[]): MarkdownPlan {
  const pieces: { blocks: DrawnBlock[]; cost: number }[] = []
  let whole = 0
  for (const [index, block] of blocks.entries()) {
    const { drawn, cost } = judge(block)
    whole += cost
    if (whole > wholeLimit)
      return {
        pieces,
        rest: blocks
          .slice(index)
          .map(({ source }) => source)
          .join('')
      }
    let piece = pieces.at(-1)
    if (piece === undefined || piece.cost >= pieceLimit) pieces.push((piece = { blocks: [], cost: 0 }))
    piece.blocks.push(drawn)
    piece.cost += cost
  }
  return { pieces, rest: '' }
}

interface Judged {
  readonly drawn: DrawnBlock
  readonly cost: number
}

const judged = new WeakMap<TextBlock, Judged>()

/** Once per block: settled ones stay the same object. */
function judge(block: TextBlock): Judged {
  const known = judged.get(block)
  if (known !== undefined) return known
  const { total, end, reason } = estimateMarkdownCost(block.source)
  const { source } = block
  const drawn = { block, source: source.slice(0, end), plain: source.slice(end), reason }
  const result = { drawn, cost: total }
  judged.set(block, result)
  return result
}
