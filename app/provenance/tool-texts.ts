/** What a model can know about a tool without other sources: its name, texts, and schema. */
import { foldText } from './fold-text'
import type { WaitingCall } from './interface'
import { listMessageTexts } from './message-texts'
import { PassageIndex, shortestKnown } from './passages'
import type { Passages } from './passages'
import type { Range } from './ranges'
import { splitFoldedWords } from './folded-words'

type Tool = WaitingCall['tool']

export interface KnownFromTool {
  readonly ranges: readonly Range[]
  /** Hashes. */
  readonly words: ReadonlySet<number>
}

interface Read {
  readonly index: PassageIndex
  readonly words: ReadonlySet<number>
}

/** Definitions don't change. A changed tool is a new object. */
const read = new WeakMap<Tool, Read>()

/** `upTo`: how far it is searched. */
export function* knownFromTool(
  tool: Tool,
  text: Passages,
  upTo = text.units.length
): Generator<number, KnownFromTool> {
  const known = read.get(tool) ?? (yield* readTool(tool))
  read.set(tool, known)
  const { ranges } = yield* known.index.search(text, upTo)
  return { ranges: ranges.get(0) ?? [], words: known.words }
}

function* readTool(tool: Tool): Generator<number, Read> {
  const { name, title, description, inputSchema } = tool
  const folded = foldText([name, title ?? '', description, ...listMessageTexts(inputSchema)].join('\n'))
  const index = new PassageIndex(shortestKnown)
  yield* index.add(0, folded)
  return { index, words: new Set(splitFoldedWords(folded).map(({ hash }) => hash)) }
}
