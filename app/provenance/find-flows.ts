/**
 * Compares the arguments of a call with the texts of its conversation. A passage belongs to whom it came from first;
 * what the person wrote is theirs whenever they wrote it. Pure.
 */
import type { DataFlow, TextOrigin } from '../contract/flows'
import type { JsonValue } from '../contract/json'
import { placesOf, toArgumentText } from './argument-text'
import type { ArgumentText } from './argument-text'
import type { Common, ConversationSources } from './conversation-sources'
import { fold } from './fold'
import type { WaitingCall } from './interface'
import type { Author } from './message-texts'
import { PassageIndex } from './passages'
import type { Range } from './passages'
import { findSecrets } from './secret-forms'
import { isTelling } from './telling'

/** Of a passage, in characters: as it stands in the arguments, or without its whitespace. */
const shortestPassage = 12
const longestExcerpt = 200
const mostFlows = 30

export function findFlows(call: Omit<WaitingCall, 'messages'>, sources: ConversationSources): DataFlow[] {
  const text = toArgumentText(call.arguments)
  const found = [...findSecretFlows(text, sources), ...findPassages(call, text, sources.find(text.units))]
  const rank = new Map(text.leaves.map(({ path }, index) => [path, index]))
  return joinTouching(found)
    .sort(weightiestFirst)
    .slice(0, mostFlows)
    .sort((one, other) => (rank.get(one.path) ?? 0) - (rank.get(other.path) ?? 0) || one.start - other.start)
    .map((flow) => toDataFlow(flow, text))
}

/** Secrets, then the longest. */
function weightiestFirst(one: Flow, other: Flow): number {
  const isSecret = ({ origin }: Flow): number => (origin.type === 'secret' ? 1 : 0)
  return isSecret(other) - isSecret(one) || other.end - other.start - (one.end - one.start)
}

interface Flow {
  readonly path: string
  readonly start: number
  readonly end: number
  readonly origin: TextOrigin
}

function findPassages(
  { tool }: Pick<WaitingCall, 'tool'>,
  text: ArgumentText,
  commons: readonly Common[]
): readonly Flow[] {
  if (commons.every(({ author }) => isOwn(author, tool.serverName))) return []
  const known = new Uint8Array(text.units.length)
  for (const { author, ranges } of commons) if (author.type === 'person') mark(known, ranges)
  for (const ranges of inTool(tool, text.units)) mark(known, ranges)
  return commons.flatMap(({ author, ranges }) => {
    const origin = originOf(author)
    const pieces = ranges.map((range) => (isOwn(author, tool.serverName) ? [] : without(range, known)))
    mark(known, ranges)
    return origin === null ? [] : pieces.flatMap((fresh) => toFlows(fresh, { origin, text }))
  })
}

/** Text of these goes nowhere that it was not before. */
function isOwn(author: Author, serverName: string): boolean {
  return originOf(author) === null || ('serverName' in author && author.serverName === serverName)
}

function originOf(author: Author): TextOrigin | null {
  return author.type === 'person' || author.type === 'model' ? null : author
}

function inTool(tool: WaitingCall['tool'], units: Uint16Array): Iterable<readonly Range[]> {
  const index = new PassageIndex()
  index.add(fold(wordsOfTool(tool)).units)
  return index.find(units).values()
}

function mark(known: Uint8Array, ranges: readonly Range[]): void {
  for (const { start, end } of ranges) known.fill(1, start, end)
}

/** What of the range is not known. */
function without({ start, end }: Range, known: Uint8Array): readonly Range[] {
  const ranges: Range[] = []
  for (let from = start; from < end;) {
    let to = from
    while (to < end && known[to] === 0) to++
    if (to > from) ranges.push({ start: from, end: to })
    from = to + 1
  }
  return ranges
}

/** Of one passage what is not known, which must be long enough all together; in each argument that it lies in. */
function toFlows(
  fresh: readonly Range[],
  { origin, text }: { readonly origin: TextOrigin; readonly text: ArgumentText }
): readonly Flow[] {
  const places = fresh.flatMap(({ start, end }) => placesOf(text, start, end))
  const words = places.map((place) => place.words).join(' ')
  const length = fresh.reduce((sum, { start, end }) => sum + end - start, 0)
  const asItStands = places.length === 1 ? words.length : length
  if (Math.max(length, asItStands) < shortestPassage || !isTelling(words)) return []
  return places.map(({ leaf, start, end }) => ({ path: leaf.path, start, end, origin }))
}

function findSecretFlows(text: ArgumentText, sources: ConversationSources): readonly Flow[] {
  return text.pieces.flatMap(({ leaf, reading, folded }) => {
    const name = leaf.path.slice(leaf.path.lastIndexOf('/') + 1)
    return findSecrets(reading.text, name).flatMap(({ kind, start, end }) => {
      if (isOfPerson(reading.text.slice(start, end), sources)) return []
      const from = folded.places.findIndex((place) => place >= start)
      const to = folded.places.findLastIndex((place) => place < end) + 1
      const origin = { type: 'secret', kind } as const
      const alone = { ...text, pieces: [{ leaf, reading, folded, start: 0 }] }
      return placesOf(alone, from, to).map((place) => ({
        path: leaf.path,
        start: place.start,
        end: place.end,
        origin
      }))
    })
  })
}

function isOfPerson(words: string, sources: ConversationSources): boolean {
  const { units } = fold(words)
  const known = new Uint8Array(units.length)
  for (const { author, ranges } of sources.find(units)) if (author.type === 'person') mark(known, ranges)
  return known.length > 0 && !known.includes(0)
}

/** What the model can know of the tool without having been told anything by others. */
function wordsOfTool({ name, title, description, inputSchema }: WaitingCall['tool']): string {
  const words: string[] = [name, title ?? '', description]
  const waiting: JsonValue[] = [inputSchema]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string' || typeof next === 'number') words.push(String(next))
    else if (typeof next === 'object' && next !== null) {
      if (!Array.isArray(next)) words.push(...Object.keys(next))
      waiting.push(...Object.values(next))
    }
  }
  return words.join('\n')
}

/** One flow for passages of one origin that touch, such as the same one as it stands and decoded. */
function joinTouching(flows: readonly Flow[]): Flow[] {
  const joined = new Map<string, Flow[]>()
  for (const flow of [...flows].sort((one, other) => one.start - other.start)) {
    const key = JSON.stringify([flow.path, flow.origin])
    const list = joined.get(key) ?? []
    joined.set(key, list)
    const last = list.at(-1)
    if (last === undefined || flow.start > last.end + 1) list.push(flow)
    else list[list.length - 1] = { ...last, end: Math.max(last.end, flow.end) }
  }
  return [...joined.values()].flat()
}

function toDataFlow({ path, start, end, origin }: Flow, { leaves }: ArgumentText): DataFlow {
  const text = leaves.find((leaf) => leaf.path === path)?.text ?? ''
  const passage = text.slice(start, end)
  const excerpt = passage.length > longestExcerpt ? `${passage.slice(0, longestExcerpt)}…` : passage
  return { path, start, end, excerpt, origin }
}
