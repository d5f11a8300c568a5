/**
 * Stores results that are longer than a model gets at once. The full text is stored in the history next to the
 * conversation, and the call contains only its beginning. An answer is sent to windows and saved as a whole with each
 * change, so it has to stay small.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from '../../base/logger'
import { listBlockFields, mapFields } from '../../contract/content/content-kinds'
import type { ContentBlock } from '../../contract/content-blocks'
import type { ToolCallPart } from '../../contract/conversations'
import type { JsonValue } from '../../contract/json'
import type { HistoryStore, ResultPiece } from '../../history/interface'
import { boundResult } from './bounded-result'
import type { CallPlace } from './turn-calls'

/** Characters sent to the window at once. */
const pieceForPerson = 500_000

export interface KeptResultsOptions {
  readonly history: Pick<HistoryStore, 'keepResult' | 'readResult'>
  /** Characters of one result that a model gets at once. */
  readonly readLimit: () => number
  readonly log: Logger
}

export interface WantedPiece {
  readonly conversationId: string
  readonly callId: string
  readonly from: number
}

export class KeptResults {
  readonly #options: KeptResultsOptions

  constructor(options: KeptResultsOptions) {
    this.#options = options
  }

  /** The end of a call, with a long result shortened to its beginning. Never rejects. */
  async shorten(place: CallPlace, end: Partial<ToolCallPart>): Promise<Partial<ToolCallPart>> {
    const { history, readLimit, log } = this.#options
    const short = end.state === 'done' ? shorten(end, readLimit()) : null
    if (short === null) return end
    try {
      await history.keepResult({ ...place, text: short.text })
    } catch (error) {
      log.warn('A long result could not be stored with its message', { error })
      return boundResult(end)
    }
    return { ...end, ...short.change }
  }

  /**
   * As much as a model gets at once. Uses the message if the call contains the whole result. @throws HostError
   * HISTORY_UNAVAILABLE
   */
  async readForModel(wanted: WantedPiece, call: ToolCallPart): Promise<ResultPiece | null> {
    const limit = this.#options.readLimit()
    if (call.kept !== undefined) return this.#read(wanted, limit)
    const text = textOf(call)
    return { text: wholeCharacters(text.slice(wanted.from, wanted.from + limit)), length: text.length }
  }

  /** @throws HostError HISTORY_UNAVAILABLE */
  readForPerson(wanted: WantedPiece): Promise<ResultPiece | null> {
    return this.#read(wanted, pieceForPerson)
  }

  async #read({ conversationId, callId, from }: WantedPiece, most: number): Promise<ResultPiece | null> {
    const piece = await this.#options.history.readResult(conversationId, callId, { from, most })
    if (piece === null || from + piece.text.length >= piece.length) return piece
    return { ...piece, text: wholeCharacters(piece.text) }
  }
}

interface Shortened {
  readonly text: string
  readonly change: Pick<ToolCallPart, 'content' | 'structuredContent' | 'kept'>
}

type Result = Pick<Partial<ToolCallPart>, 'content' | 'structuredContent'>

/** All text of a result, and its structured content if the text doesn't contain it. */
function textOf({ content = [], structuredContent = null }: Result): string {
  const words = content.flatMap(wordsIn).join('\n')
  const isAdded = structuredContent !== null && !isSaidBy(words, structuredContent)
  return isAdded ? [words, JSON.stringify(structuredContent)].filter((one) => one !== '').join('\n') : words
}

/** null if everything fits. */
function shorten(
  { content = [], structuredContent = null }: Partial<ToolCallPart>,
  limit: number
): Shortened | null {
  const words = content.flatMap(wordsIn).join('\n')
  const data = structuredContent === null ? '' : JSON.stringify(structuredContent)
  if (words.length <= limit && data.length <= limit) return null
  const isDataLong = data.length > limit
  const isAdded = isDataLong && !isSaidBy(words, structuredContent)
  const text = isAdded ? [words, data].filter((one) => one !== '').join('\n') : words
  const beginning = wholeCharacters((words === '' ? text : words).slice(0, limit))
  const shown = words === '' ? [{ type: 'text' as const, text: beginning }, ...content] : cut(content, limit)
  return {
    text,
    change: {
      content: shown,
      structuredContent: isDataLong ? null : structuredContent,
      kept: { length: text.length, shown: beginning.length }
    }
  }
}

function wordsIn(block: ContentBlock): readonly string[] {
  return listBlockFields(block).flatMap(({ role, value }) => (role === 'words' ? [value] : []))
}

/** Treats the texts as one, with a line break between them. */
function cut(content: readonly ContentBlock[], limit: number): ContentBlock[] {
  let left = limit
  const take = (words: string): string => {
    const taken = words.length <= left ? words : wholeCharacters(words.slice(0, left))
    left = Math.max(0, left - words.length - 1)
    return taken
  }
  const isLeft = (block: ContentBlock): boolean => block.type !== 'text' || block.text !== ''
  return content.map((block) => mapFields(block, { words: take })).filter(isLeft)
}

/** Drops half a surrogate pair at the end. */
function wholeCharacters(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '')
}

/** Servers should repeat structured content as text. */
function isSaidBy(words: string, value: JsonValue): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(words), value)
  } catch {
    return false // not JSON
  }
}
