/** Everything that real servers offer, recorded and then played without them. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { toFailure } from '../../base/host-error'
import type { JsonObject } from '../../contract/json'
import { Recorder } from '../../workbench/recordings/recorder'
import { serveEverything } from '../testing/everything-server'
import { fixture, installed, watchClients, type WatchedClients } from '../testing/watched-clients'
import type { ConnectionInfo, ServerReply, ServerRequest } from '../interface'

const children: ChildProcess[] = []
let folder: string
let opened: WatchedClients[]
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley recordings '))
  opened = []
})
afterEach(async () => {
  for (const { clients } of opened) await clients.shutdown()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

function open(): WatchedClients {
  const watched = watchClients({ messageLimitBytes: 32 * 1024 * 1024 })
  watched.answer = answer
  opened.push(watched)
  return watched
}

/** What a user and their model answer. */
function answer({ type }: ServerRequest): ServerReply {
  if (type === 'sampling')
    return {
      type,
      result: {
        model: 'm',
        role: 'assistant',
        content: [{ type: 'text', text: 'Hello' }],
        stopReason: 'endTurn'
      }
    } as ServerReply
  return { type: 'elicitation', action: type === 'elicitation-form' ? 'decline' : 'cancel', content: null }
}

const argumentsOf: Readonly<Record<string, JsonObject>> = {
  echo: { message: 'hi' },
  'get-sum': { a: 1, b: 2 },
  'get-annotated-message': { messageType: 'error', includeImage: true },
  'get-resource-links': { count: 2 },
  'get-resource-reference': { resourceType: 'Text', resourceId: 1 },
  'get-structured-content': { location: 'Chicago' },
  'gzip-file-as-resource': { name: 'a.gz', data: 'data:text/plain,hi', outputType: 'resource' },
  'simulate-research-query': { topic: 'bees', ambiguous: true },
  'trigger-long-running-operation': { duration: 0.2, steps: 3 },
  'trigger-sampling-request': { prompt: 'Say hello', maxTokens: 10 },
  'trigger-sampling-request-async': { prompt: 'Say hello', maxTokens: 10 }
}

/** Uses all features, and returns what came of each. */
async function useEverything(
  watched: WatchedClients,
  info: ConnectionInfo
): Promise<Record<string, unknown>> {
  const { clients } = watched
  const { connectionId, tools } = info
  const outcomes: Record<string, unknown> = {}
  const note = async (name: string, work: () => Promise<unknown>) => {
    outcomes[name] = await work().catch((error: unknown) => toFailure(error))
  }
  await note('resources', () => clients.listResources(connectionId))
  await note('prompts', () => clients.listPrompts(connectionId))
  const { resources } = await clients.listResources(connectionId)
  for (const { uri } of resources.slice(0, 5)) await note(uri, () => clients.readResource(connectionId, uri))
  for (const uri of ['demo://resource/dynamic/blob/2', 'demo://nothing/there'])
    await note(uri, () => clients.readResource(connectionId, uri))
  await note('subscribe', () => clients.subscribeResource(connectionId, resources[0]?.uri ?? ''))
  for (const { name, arguments: asked } of await clients.listPrompts(connectionId)) {
    const values = { resourceType: 'Text', resourceId: '1', department: 'Sales' } as Record<string, string>
    const filled = Object.fromEntries(asked.map((each) => [each.name, values[each.name] ?? 'Rome']))
    await note(`prompt ${name}`, () => clients.getPrompt({ connectionId, name, arguments: filled }))
  }
  const reference = { type: 'prompt', name: 'completable-prompt' } as const
  const completing = { connectionId, reference, argumentName: 'department', value: 'S', context: {} }
  await note('complete', () => clients.complete(completing))
  // A tool that never answers would only show the timeout.
  for (const { name } of tools.filter((tool) => tool.name !== 'wait'))
    await note(`tool ${name}`, () => watched.call(info, name, argumentsOf[name] ?? {}))
  await note('log level', () => clients.setLogLevel(connectionId, 'debug'))
  return outcomes
}

/** What the server sent besides answers. How often it reports a change, and its log, depend on the time. */
function methodsFrom({ received }: WatchedClients): string[] {
  const methods = new Set(received.flatMap(({ method }) => method ?? []))
  return [...methods].filter((method) => !/message$|tasks\//.test(method)).toSorted()
}

/** How often the client asks for these depends on the time. */
const timed: ReadonlySet<string> = new Set([
  'tasks/get',
  'tasks/result',
  'ping',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list'
])
/** The transports begin differently. */
const handshake: ReadonlySet<string> = new Set(['server/discover', 'initialize'])

/** Each request of one side with the answer of the other, without ids and without what describes the request. */
function exchangesOf(requests: WatchedClients['sent'], answers: WatchedClients['sent']): readonly string[] {
  const byId = new Map(answers.map((message) => [message.method === undefined ? message.id : null, message]))
  const lines = requests.flatMap(({ id, method = '', params }) => {
    if (id === undefined || method === '' || timed.has(method) || handshake.has(method)) return []
    const { _meta, ...asked } = params ?? {}
    const { jsonrpc: _version, id: _id, ...answer } = byId.get(id) ?? {}
    return [JSON.stringify([method, asked, answer])]
  })
  return [...new Set(lines)].toSorted()
}

async function serveModern(): Promise<string> {
  const child = spawn(process.execPath, [fixture('mcp-modern.mjs'), '--http'])
  children.push(child)
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return `http://127.0.0.1:${String(port).trim()}/mcp`
}

async function serve(): Promise<string> {
  const { url, child } = await serveEverything('streamableHttp')
  children.push(child)
  return url
}

type Connect = (watched: WatchedClients) => Promise<ConnectionInfo>

it.each<[string, Connect]>([
  ['the everything server over stdio', (watched) => watched.start([installed('server-everything'), 'stdio'])],
  ['the everything server over HTTP', async (watched) => watched.reach(await serve())],
  ['a server of the newest revision over stdio', (watched) => watched.startFile(fixture('mcp-modern.mjs'))],
  ['a server of the newest revision over HTTP', async (watched) => watched.reach(await serveModern())]
])(
  'plays every feature of %s',
  async (_name, connect) => {
    const live = open()
    const info = await connect(live)
    const outcomes = await useEverything(live, info)
    const recorder = new Recorder({
      serverName: 'tested',
      transport: info.usedTransport,
      parley: '0',
      startedAt: 0,
      redact: (text) => text
    })
    for (const message of live.news('traced')) recorder.add(message)
    const file = path.join(folder, 'tested.parleyrec')
    await writeFile(file, recorder.finish().join(''))
    await live.clients.shutdown()

    for (const args of [[file], [file, '--exact']]) {
      const played = open()
      const again = await played.start(args, { command: 'parley:play' })
      expect(await useEverything(played, again)).toEqual(outcomes)
      expect(again).toEqual({
        ...info,
        connectionId: again.connectionId,
        processId: null,
        usedTransport: 'stdio'
      })
      expect(played.asked().map(({ type }) => type)).toEqual(live.asked().map(({ type }) => type))
      expect(methodsFrom(played)).toEqual(methodsFrom(live))
      // Message for message: what the client asks and gets, and what the server asks.
      expect(exchangesOf(played.sent, played.received)).toEqual(exchangesOf(live.sent, live.received))
      expect(exchangesOf(played.received, [])).toEqual(exchangesOf(live.received, []))
    }
    expect(Object.keys(outcomes).length).toBeGreaterThan(8)
  },
  120_000
)
