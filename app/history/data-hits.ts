/**
 * Excerpts of results and attachments at search hits. The index stores no texts, so they are read from the messages.
 */
import { foldSearchText } from '../contract/content/find-words'
import type { HitPlace, Message } from '../contract/conversations'
import type { Database } from './database'
import { ifSound, readIndexed } from './data-index'
import { listDataParts, readPartText } from './data-parts'
import type { DataPart } from './data-parts'
import { parseSearchWord, type SearchWord } from './search-query'

/** Characters before the first match: few, so that a narrow row shows the match. */
const before = 24
const after = 1_200

/** Characters of messages that one search reads. Later hits have a link but no excerpt. */
const readLimit = 8_000_000

/** The newest place of a conversation. */
export interface DataPlace {
  readonly conversationId: string
  readonly messageId: string
  /** In `data_index`. */
  readonly row: number
  /** Its number among the parts of the message. */
  readonly part: number
}

export interface DataHit {
  readonly text: string
  readonly place: HitPlace
}

/** By row of `data_index`. Rows that can't be read are missing. */
export function readDataHits(
  database: Database,
  places: readonly DataPlace[],
  expressions: readonly string[]
): ReadonlyMap<number, DataHit> {
  const hits = new Map<number, DataHit>()
  let remaining = readLimit
  for (const { conversationId, messageId, row, part } of places) {
    const found = database.get('SELECT json FROM messages WHERE conversation_id = ? AND id = ?', [
      conversationId,
      messageId
    ])
    const json = String(found?.['json'] ?? '')
    remaining -= json.length
    if (remaining < 0) break
    const hit = ifSound(() =>
      readHit(database, { message: JSON.parse(json) as Message, number: part }, expressions)
    )
    if (hit !== null) hits.set(row, hit)
  }
  return hits
}

function readHit(
  database: Database,
  { message, number }: { readonly message: Message; readonly number: number },
  expressions: readonly string[]
): DataHit | null {
  const part = listDataParts(message).find(([one]) => one === number)?.[1]
  if (part === undefined) return null
  const { text, resultAt } = readPartText(part, readIndexed(database, message.conversationId, part))
  const [asked, result] = [text.slice(0, resultAt), text.slice(resultAt)]
  const words = expressions.map(parseSearchWord)
  // If a tool repeats its arguments, only the match in its result counts.
  for (const find of [placeOfWord, placeOfBareWord]) {
    const inResult = firstPlace(result, words, find)
    if (inResult !== null) return { text: around(result, inResult), place: getPlace(part, number, inResult) }
    const inAsked = firstPlace(asked, words, find)
    if (inAsked !== null) return { text: around(asked, inAsked), place: getPlace(part, number, null) }
  }
  return { text: around(result, 0), place: getPlace(part, number, 0) }
}

/** `at`: position in the result; null: the match is in the arguments. */
function getPlace(part: DataPart, number: number, at: number | null): HitPlace {
  if (part.type !== 'tool-call') {
    return { type: 'attachment', part: number, kind: part.type, name: part.name }
  }
  const { callId, toolName, scriptCallId, kept } = part
  return {
    type: 'call',
    callId,
    toolName,
    isInResult: at !== null,
    isBeyond: kept !== undefined && at !== null && at >= kept.shown,
    ...(scriptCallId !== undefined && { scriptCallId })
  }
}

function around(text: string, at: number): string {
  const start = at <= before ? 0 : wordStart(text, at - before, at)
  return start === 0 ? text.slice(0, at + after) : `…${text.slice(start, at + after).trimStart()}`
}

function wordStart(text: string, from: number, end: number): number {
  const space = text.slice(from, end).search(/\s/u)
  return space < 0 ? from : from + space
}

type FindWord = (text: string, word: SearchWord) => number | null

/** Position of the first word, split as in the index; null: not found. */
function firstPlace(text: string, words: readonly SearchWord[], find: FindWord): number | null {
  const folded = foldSearchText(text)
  const places = words.flatMap(
    ({ word, isOpen }) => find(folded, { word: foldSearchText(word), isOpen }) ?? []
  )
  return places.length === 0 ? null : Math.min(...places)
}

const isLetter = (character: string | undefined): boolean => /[\p{L}\p{M}\p{N}\p{Co}]/u.test(character ?? ' ')

function placeOfWord(text: string, { word, isOpen }: SearchWord): number | null {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text[at - 1]) && (isOpen || !isLetter(text[at + word.length]))) return at
  }
  return null
}

/** The same without diacritics. Slower, so it runs only if the exact search finds nothing. */
function placeOfBareWord(text: string, { word, isOpen }: SearchWord): number | null {
  const bare = withoutMarks(word)
  for (const found of text.matchAll(/[\p{L}\p{N}\p{Co}][\p{L}\p{M}\p{N}\p{Co}]*/gu)) {
    const one = withoutMarks(found[0])
    if (isOpen ? one.startsWith(bare) : one === bare) return found.index
  }
  return null
}

function withoutMarks(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
