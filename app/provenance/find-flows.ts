/**
 * Compares the arguments of a call with the texts of its conversation. A passage belongs to its first author, but text
 * of the user is always the user's. Long work yields the number of steps it took.
 */
import type { DataFlow, TextOrigin } from '../contract/flows'
import { longestArguments, findArgumentPlaces, toArgumentText } from './argument-text'
import type { ArgumentText, Flow, Leaf } from './argument-text'
import type { Common, ConversationSources } from './conversation-sources'
import { findSecretFlows } from './find-secret-flows'
import type { WaitingCall } from './interface'
import type { Author } from './message-texts'
import { mark, without } from './ranges'
import type { Range } from './ranges'
import { measurePassage, shortestPassage } from './passages'
import { isDistinctive } from './is-distinctive'
import { knownFromTool } from './tool-texts'
import { splitFoldedWords } from './folded-words'
import type { Word } from './folded-words'

/**
 * Descriptions are full of ordinary phrases. Only longer passages count, or those with signs as in addresses and
 * commands.
 */
const shortestPhrase = 24
const specific = /[\d@/\\:=|$<>]/
const longestExcerpt = 200
/** A question marks all of them. */
const mostFlows = 500
/** Before adjacent ones are joined. More don't fit into the compared arguments. */
const mostPieces = 40_000
/** The cost of checking one passage. */
const stepsOfRange = 20

export type Call = Pick<WaitingCall, 'tool' | 'arguments' | 'sentBefore'>

export function* findFlows(call: Call, sources: ConversationSources): Generator<number, DataFlow[]> {
  const text = yield* toArgumentText(call.arguments, call.sentBefore)
  const { commons, end } = yield* sources.find(text)
  const found = [
    ...unreadFlows(text, end),
    ...(yield* findSecretFlows(text, { sources, serverName: call.tool.serverName })),
    ...(yield* findTexts(call, { text, commons, sources }))
  ]
  const rank = new Map(text.leaves.map((leaf, index) => [leaf, index]))
  return joinUntilFew(found, rank)
    .toSorted(
      (one, other) => (rank.get(one.leaf) ?? 0) - (rank.get(other.leaf) ?? 0) || one.start - other.start
    )
    .map(toDataFlow)
}

/** What was left out, and what wasn't compared to its end. */
function unreadFlows({ unread, units, pieces }: ArgumentText, end: number): readonly Flow[] {
  const origin = { type: 'unread' } as const
  const uncompared =
    end === units.length ? [] : pieces.filter((piece) => piece.start + piece.folded.units.length > end)
  const leaves = new Set(uncompared.map(({ leaf }) => leaf))
  return [...unread, ...Array.from(leaves, (leaf) => ({ leaf, start: 0 }))].map(({ leaf, start }) => ({
    leaf,
    start,
    end: leaf.text.length,
    origin
  }))
}

interface Compared {
  readonly text: ArgumentText
  readonly commons: readonly Common[]
  readonly sources: ConversationSources
}

/** Passages as written, then words in another order in the rest. */
function* findTexts(
  { tool }: Call,
  { text, commons, sources }: Compared
): Generator<number, readonly Flow[]> {
  const known = new Uint8Array(text.units.length)
  for (const { author, ranges } of commons) if (author.type === 'person') mark(known, ranges)
  const reach = measurePassage(
    text,
    commons.map(({ ranges }) => ranges)
  )
  const ofTool = yield* knownFromTool(tool, text, reach)
  mark(known, ofTool.ranges)
  const flows: Flow[] = []
  for (const { author, ranges } of commons) {
    const origin = getOrigin(author, tool.serverName)
    for (const range of ranges) {
      const own = origin === null ? [] : getOwn(range, { origin, text, known })
      // A passage that is too short to report belongs to the author of a longer one.
      if (origin === null || own.length > 0) mark(known, [range])
      for (const flow of own) flows.push(flow)
      yield stepsOfRange
    }
  }
  const words: Word[] = []
  for (const { folded, start: first, isDisguised } of text.pieces) {
    if (isDisguised === true) continue
    for (const { hash, start, end } of splitFoldedWords(folded)) {
      if (known[first + start] !== 0 || ofTool.words.has(hash)) continue
      words.push({ hash, start: first + start, end: first + end })
    }
    yield folded.units.length
  }
  return [...flows, ...(yield* findShuffled(words, { text, sources, serverName: tool.serverName }))]
}

interface Shuffled {
  readonly text: ArgumentText
  readonly sources: ConversationSources
  readonly serverName: string
}

function* findShuffled(
  words: readonly Word[],
  { text, sources, serverName }: Shuffled
): Generator<number, readonly Flow[]> {
  const found = yield* sources.words.search(
    words,
    sources.judge((author) => getOrigin(author, serverName) === null)
  )
  const known = new Uint8Array(text.units.length)
  return found
    .map(({ id, ...range }) => ({ source: sources.sourceOf(id), range }))
    .toSorted((one, other) => (one.source?.rank ?? 0) - (other.source?.rank ?? 0))
    .flatMap(({ source, range }) => {
      const origin = source === undefined ? null : getOrigin(source.author, serverName)
      if (origin === null) return []
      const own = getOwn(range, { origin, text, known })
      mark(known, [range])
      return own
    })
}

/** null: the text only goes where it has been before. */
function getOrigin(author: Author, serverName: string): TextOrigin | null {
  if (author.type === 'person' || author.type === 'model') return null
  return 'serverName' in author && author.serverName === serverName ? null : author
}

interface Claim {
  readonly origin: TextOrigin
  readonly text: ArgumentText
  readonly known: Uint8Array
}

/** The unknown parts of a passage, which must be long enough together, in each argument that contains it. */
function getOwn(range: Range, { origin, text, known }: Claim): readonly Flow[] {
  const fresh = without(range, known)
  const places = fresh.flatMap(({ start, end }) => findArgumentPlaces(text, start, end))
  const words = places.map((place) => place.words).join(' ')
  const count = places.reduce((sum, place) => sum + place.count, 0)
  const isWhole = fresh[0]?.start === range.start && fresh[0].end === range.end
  const length = isWhole
    ? Math.max(count, shortestPassage)
    : places.length === 1
      ? Math.max(count, words.length)
      : count
  const least = origin.type === 'definition' && !specific.test(words) ? shortestPhrase : shortestPassage
  if (length < least || !isDistinctive(words)) return []
  return places.map(({ leaf, start, end }) => ({ leaf, start, end, origin }))
}

/** Secrets and uncompared text first, then the longest. */
function weightiestFirst(one: Flow, other: Flow): number {
  const weight = ({ origin: { type } }: Flow): number => (type === 'unread' ? 2 : type === 'secret' ? 1 : 0)
  return weight(other) - weight(one) || other.end - other.start - (one.end - one.start)
}

/**
 * Leaves no passage out: if there are very many, nearby ones are joined with the text between them. Only for passages
 * in very many arguments, just the longest count.
 */
function joinUntilFew(flows: readonly Flow[], rank: ReadonlyMap<Leaf, number>): readonly Flow[] {
  const heaviest = flows.length > mostPieces ? flows.toSorted(weightiestFirst).slice(0, mostPieces) : flows
  let joined = joinNear(heaviest, rank, 1)
  for (let distance = 64; joined.length > mostFlows && distance <= longestArguments; distance *= 8)
    joined = joinNear(joined, rank, distance)
  return joined.length > mostFlows ? joined.toSorted(weightiestFirst).slice(0, mostFlows) : joined
}

/**
 * Joins passages of one origin that are at most this far apart. Adjacent ones may be the same passage as written and
 * decoded.
 */
function joinNear(
  flows: readonly Flow[],
  rank: ReadonlyMap<Leaf, number>,
  distance: number
): readonly Flow[] {
  const joined = new Map<string, Flow[]>()
  const names = new Map<TextOrigin, string>()
  for (const flow of flows.toSorted((one, other) => one.start - other.start)) {
    const name = names.get(flow.origin) ?? JSON.stringify(flow.origin)
    names.set(flow.origin, name)
    const key = `${rank.get(flow.leaf) ?? ''} ${name}`
    const list = joined.get(key) ?? []
    joined.set(key, list)
    const last = list.at(-1)
    if (last === undefined || flow.start > last.end + distance) list.push(flow)
    else list[list.length - 1] = { ...last, end: Math.max(last.end, flow.end) }
  }
  return [...joined.values()].flat()
}

function toDataFlow({ leaf, start, end, origin }: Flow): DataFlow {
  const passage = leaf.text.slice(start, end)
  const excerpt = passage.length > longestExcerpt ? `${passage.slice(0, longestExcerpt)}…` : passage
  return { path: leaf.path, start, end, excerpt, origin, ...(leaf.isName && { isName: true as const }) }
}
