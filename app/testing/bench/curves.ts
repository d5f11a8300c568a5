/**
 * What things cost as there are more of them: a curve for each, of processor time, so that it matters little what else the
 * machine does. Flat or linear is good; what grows faster than its number is an error, and is said as one.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Message } from '../../contract/conversations'
import { ToolIndex } from '../../conversation/tools/tool-index'
import { openHistoryFile } from '../../history/open'
import { createStore, type SynchronousStore } from '../../history/store'
import { sampleConversation, sampleMessage } from '../../history/testing/samples'
import { Incoming } from '../../mcp/transports/incoming'
import { createLineFramer } from '../../mcp/transports/stdio/line-framer'
import { createProvenance } from '../../provenance/provenance'
import { createProse, createRandom } from './made-up-text'
import type { Prose } from './made-up-text'
import { largeServer, startServers } from './servers'
import { madeUpTools } from './tool-search'
import { callIn, conversationOf, timed } from './waiting-call'

/** What a pipe hands over at once. */
const pipeBytes = 65_536

/** Milliseconds of the processor at each size. */
export interface Curve {
  readonly name: string
  readonly per: string
  readonly points: readonly (readonly [size: number, milliseconds: number])[]
}

interface Sizes {
  readonly servers: readonly number[]
  readonly tools: readonly number[]
  readonly messages: readonly number[]
  readonly resultBytes: readonly number[]
  readonly conversations: readonly number[]
}

const longSizes: Sizes = {
  servers: [1, 10, 30, 100],
  tools: [10, 100, 1_000, 10_000],
  messages: [100, 1_000, 10_000, 100_000],
  resultBytes: [1_000, 100_000, 1_000_000, 10_000_000, 50_000_000],
  conversations: [10, 100, 1_000, 10_000]
}
/** Shows that each curve comes out. */
const shortSizes: Sizes = {
  servers: [1, 2],
  tools: [10, 100],
  messages: [100, 200],
  resultBytes: [1_000, 100_000],
  conversations: [10, 20]
}

export async function measureCurves(isShort: boolean): Promise<readonly Curve[]> {
  const sizes = isShort ? shortSizes : longSizes
  const prose = createProse(createRandom())
  return [
    await curve('servers until all are connected', 'servers', sizes.servers, costOfServers),
    await curve('tools read into the index', 'tools', sizes.tools, costOfTools),
    await curve('one search among tools', 'tools', sizes.tools, costOfToolSearch),
    await curve('the newest page of a conversation', 'messages', sizes.messages, (size) =>
      withHistory((store) => costOfPage(store, size))
    ),
    await curve('a result looked through for its text in a call', 'bytes', sizes.resultBytes, (size) =>
      costOfFlows(prose, size)
    ),
    await curve('a result that comes over the line', 'bytes', sizes.resultBytes, (size) =>
      costOfResult(prose, size)
    ),
    await curve('the list of conversations', 'conversations', sizes.conversations, (size) =>
      withHistory((store) => costOfList(store, prose, size))
    ),
    await curve('one search over conversations', 'conversations', sizes.conversations, (size) =>
      withHistory((store) => costOfSearch(store, prose, size))
    )
  ]
}

async function curve(
  name: string,
  per: string,
  sizes: readonly number[],
  cost: (size: number) => Promise<number>
): Promise<Curve> {
  const points: [number, number][] = []
  for (const size of sizes) points.push([size, await cost(size)])
  return { name, per, points }
}

/** The least of three, as nothing makes work shorter than it is. */
async function leastOf(work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 3; round++) times.push((await timed(async () => await work())).time)
  return Math.min(...times)
}

/** Of this process alone: what servers themselves take is theirs. */
async function costOfServers(size: number): Promise<number> {
  const names = Array.from({ length: size }, (_, index) => `curve-${index}`)
  // A server that is soon there itself: a hundred of them are started.
  const { result, time } = await timed(() => startServers(names, largeServer))
  await result.close()
  return time
}

async function costOfTools(size: number): Promise<number> {
  const tools = madeUpTools(size)
  return leastOf(() => {
    const index = new ToolIndex<(typeof tools)[number]>()
    for (const tool of tools) index.add(tool)
  })
}

async function costOfToolSearch(size: number): Promise<number> {
  const index = new ToolIndex<ReturnType<typeof madeUpTools>[number]>()
  for (const tool of madeUpTools(size)) index.add(tool)
  const searches = 50
  const time = await leastOf(() => {
    for (let search = 0; search < searches; search++) index.find('read the files of a folder', 5)
  })
  return time / searches
}

async function withHistory(work: (store: SynchronousStore) => Promise<number>): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-bench-curve-'))
  const store = createStore(await openHistoryFile(path.join(folder, 'parley.db'), Date.now))
  try {
    return await work(store)
  } finally {
    store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function fill(store: SynchronousStore, id: string, messages: readonly Message[]): void {
  const shownId = messages.at(-1)?.id ?? null
  store.importConversations([{ conversation: sampleConversation(id), messages, shownId }])
}

const messagesOf = (id: string, count: number, text: (at: number) => string): Message[] =>
  Array.from({ length: count }, (_, at) => sampleMessage(id, at + 1, text(at)))

async function costOfPage(store: SynchronousStore, size: number): Promise<number> {
  fill(
    store,
    'c',
    messagesOf('c', size, (at) => `Message ${at}`)
  )
  return leastOf(() => store.readMessages('c', null, 50))
}

async function costOfList(store: SynchronousStore, prose: Prose, size: number): Promise<number> {
  for (let at = 0; at < size; at++)
    fill(
      store,
      `c${at}`,
      messagesOf(`c${at}`, 1, () => prose(100))
    )
  return leastOf(() => store.listConversations())
}

async function costOfSearch(store: SynchronousStore, prose: Prose, size: number): Promise<number> {
  for (let at = 0; at < size; at++)
    fill(
      store,
      `c${at}`,
      messagesOf(`c${at}`, 4, () => prose(200))
    )
  const word = prose(60).split(' ')[1] ?? 'word'
  return leastOf(() => store.searchConversations(word, 50))
}

/** Learned, and looked for in the arguments of a call. */
async function costOfFlows(prose: Prose, size: number): Promise<number> {
  const text = prose(size)
  return leastOf(async () => {
    const call = callIn(conversationOf([text]), { body: 'Some words of the person' })
    await createProvenance().findFlows(call)
  })
}

/** From the bytes of a pipe, as they come, to the message. */
async function costOfResult(prose: Prose, size: number): Promise<number> {
  const result = { content: [{ type: 'text', text: prose(size) }] }
  const line = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n`)
  return leastOf(() => {
    const incoming = new Incoming(() => {}, 'wrote a line')
    const read: object[] = []
    const framer = createLineFramer({
      limitBytes: 64 * 1_048_576,
      onLine: (line) => read.push(...incoming.read(line)),
      onOverflow: () => {}
    })
    for (let at = 0; at < line.length; at += pipeBytes) framer.push(line.subarray(at, at + pipeBytes))
    if (read.length !== 1) throw new Error('The message was not read.')
  })
}
