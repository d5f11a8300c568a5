/** Real servers over stdio: starting, listing, calling, cancelling and ending. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../contract/json'
import { fixture, installed, watchClients } from '../testing/watched-clients'
import type { WatchedClients } from '../testing/watched-clients'
import type { ConnectionInfo, StdioLaunch } from '../interface'
import { isGroupAlive } from '../../base/process-group'
import { renderEnglish } from '../../testing/in-english'
import { soon } from '../../testing/soon'

let watched: WatchedClients
let connected: ConnectionInfo[] = []

beforeEach(() => {
  connected = []
  watched = watchClients()
})

afterEach(async () => {
  await watched.clients.shutdown()
  for (const { processId } of connected) expect(processId === null || isGroupAlive(processId)).toBe(false)
})

async function start(
  args: readonly string[],
  more: Partial<StdioLaunch & { connectTimeoutMs: number }> = {}
) {
  const info = await watched.start(args, more)
  connected.push(info)
  return info
}

const odd = (mode: string, ...more: string[]) => start([fixture('mcp-odd.mjs'), mode, ...more])
const call = (info: ConnectionInfo, toolName: string, args: JsonObject = {}, limits = {}) =>
  watched.call(info, toolName, args, limits)
const closed = () => watched.news('connectionClosed')
const changed = () => watched.news('toolsChanged')
const lines = () => watched.news('logged').map(({ line }) => line)
const progress = () => watched.news('progressed').map((news) => news.progress)
const wasSent = (name: string) => watched.methods().includes(name)
const said = (text: string) => lines().some((line) => line.text.includes(text))
const names = (info: { readonly tools: ConnectionInfo['tools'] }) => info.tools.map(({ name }) => name)
const text = (words: string) => ({
  type: 'completed',
  content: [{ type: 'text', text: words }],
  structuredContent: null,
  isError: false,
  outputProblems: []
})

describe('the everything server', () => {
  let info: ConnectionInfo
  beforeEach(async () => {
    info = await start([installed('server-everything'), 'stdio'])
  })

  it('reports who it is and what it offers', () => {
    expect(info.protocolVersion).toBe('2025-11-25')
    expect(info.capabilities).toContain('tools')
    expect(info.processId).toBeGreaterThan(1)
    expect(info.instructions).toContain('Everything')
    expect(names(info)).toEqual(expect.arrayContaining(['echo', 'get-sum', 'get-tiny-image']))
    expect(info.tools.every(({ problem }) => problem === null)).toBe(true)
  })

  it('returns text, images and structured content', async () => {
    expect(await call(info, 'echo', { message: 'hello' })).toEqual(text('Echo: hello'))
    expect(await call(info, 'get-sum', { a: 2, b: 40 })).toEqual(text('The sum of 2 and 40 is 42.'))
    const image = await call(info, 'get-tiny-image')
    expect(image).toMatchObject({ type: 'completed' })
    expect(image.type === 'completed' && image.content[1]).toMatchObject({
      type: 'image',
      mimeType: 'image/png'
    })
    const weather = await call(info, 'get-structured-content', { location: 'New York' })
    expect(weather).toMatchObject({ structuredContent: { conditions: expect.any(String) as string } })
  })

  it('SDK-03: sends all progress before the result', async () => {
    const outcome = await call(info, 'trigger-long-running-operation', { duration: 0.8, steps: 4 })
    expect(outcome).toMatchObject({ type: 'completed', isError: false })
    expect(progress().at(-1)).toEqual({ progress: 4, total: 4, message: null })
    expect(progress()).toHaveLength(4)
  })

  it('continues after a running call is cancelled', async () => {
    const running = call(info, 'trigger-long-running-operation', { duration: 30, steps: 60 })
    await vi.waitFor(() => expect(progress().length).toBeGreaterThan(0), soon)
    await watched.clients.cancelCall(watched.lastCallId())
    expect(await running).toEqual({ type: 'cancelled' })
    expect(wasSent('notifications/cancelled')).toBe(true)
    expect(await call(info, 'echo', { message: 'still there' })).toEqual(text('Echo: still there'))
  })

  it('reports its error for an unknown tool', async () => {
    const outcome = await call(info, 'no-such-tool')
    expect(outcome.type === 'failed' || (outcome.type === 'completed' && outcome.isError)).toBe(true)
    expect(JSON.stringify(outcome)).toContain('no-such-tool')
  })
})

describe('another reference server', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'parley mcp '))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('STDIO-12: reads a file through the filesystem server, also from a folder with spaces', async () => {
    await writeFile(path.join(folder, 'note.txt'), 'written here')
    const info = await start([installed('server-filesystem'), folder], { cwd: folder })
    const outcome = await call(info, 'read_text_file', { path: path.join(folder, 'note.txt') })
    expect(outcome).toMatchObject({ type: 'completed', content: [{ type: 'text', text: 'written here' }] })
    const outside = await call(info, 'read_text_file', { path: '/etc/hostname' })
    expect(outside).toMatchObject({ type: 'completed', isError: true })
  })

  it('keeps what the memory server stores, in the file of its variable', async () => {
    const file = path.join(folder, 'memory.jsonl')
    const info = await start([installed('server-memory')], { env: { MEMORY_FILE_PATH: file } })
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['writes notes'] }]
    expect(await call(info, 'create_entities', { entities })).toMatchObject({
      type: 'completed',
      isError: false
    })
    expect(await readFile(file, 'utf8')).toContain('Ada')
  })
})

describe('a server of the newest revision', () => {
  it('LIFE-05: uses 2026-07-28, reports progress and cancels', async () => {
    const info = await start([fixture('mcp-modern.mjs')])
    expect(info).toMatchObject({
      protocolVersion: '2026-07-28',
      title: 'Modern server',
      instructions: 'Greet first.'
    })
    expect(await call(info, 'greet', { name: 'Ada' })).toEqual(text('Hello Ada'))
    expect(progress().at(-1)).toEqual({ progress: 3, total: 3, message: null })
    const waiting = call(info, 'wait')
    await vi.waitFor(() => expect(said('waiting')).toBe(true), soon)
    await watched.clients.cancelCall(watched.lastCallId())
    expect(await waiting).toEqual({ type: 'cancelled' })
    await vi.waitFor(() => expect(said('the wait was aborted')).toBe(true), soon)
  })

  it('announces changes of its tools', async () => {
    const info = await start([fixture('mcp-modern.mjs')])
    await call(info, 'grow')
    await vi.waitFor(() => expect(changed().flatMap(names)).toContain('grown-1'), soon)
  })
})

describe('the start of a server', () => {
  it('STDIO-13: names a command that does not exist and every folder that was searched', async () => {
    const env = { PATH: ['/usr/bin', '/nowhere at all'].join(path.delimiter) }
    const failure = start([], { command: 'no-such-command', env })
    await expect(failure).rejects.toMatchObject({
      code: 'SERVER_COMMAND_NOT_FOUND',
      message: expect.stringMatching(/“no-such-command”.*\/usr\/bin, \/nowhere at all/s) as string
    })
  })

  it('STDIO-13 CONF-10: reports a path that does not exist or is not executable, and a missing working folder', async () => {
    const code = 'SERVER_COMMAND_NOT_FOUND'
    const saying = (message: RegExp) => ({ code, message: expect.stringMatching(message) as string })
    await expect(start([], { command: '/nowhere/server' })).rejects.toMatchObject(
      saying(/\/nowhere\/server.*doesn't exist/)
    )
    await expect(start([], { command: path.join(process.cwd(), 'package.json') })).rejects.toMatchObject(
      saying(/isn't executable/)
    )
    await expect(start([], { cwd: '/nowhere/at/all' })).rejects.toMatchObject(
      saying(/working folder “\/nowhere\/at\/all”/)
    )
  })

  it('STDIO-08 STDIO-13: shows the output and the exit code of a server that exits at once', async () => {
    const program = "process.stderr.write('no token\\nset TOKEN\\n'); process.exit(3)"
    await expect(start(['-e', program])).rejects.toMatchObject({
      code: 'SERVER_EXITED',
      message: expect.stringContaining('exit code 3') as string,
      data: { exitCode: 3, signal: null, errorOutput: ['no token', 'set TOKEN'] }
    })
  })

  it('LIFE-22: gives up on a server that never answers, and ends it', async () => {
    const program = 'console.error(process.pid); setInterval(() => {}, 1000)'
    const failure = start(['-e', program], { connectTimeoutMs: 1_200 })
    await expect(failure).rejects.toMatchObject({ code: 'SERVER_START_TIMEOUT' })
    const processId = Number(lines().find((line) => line.source === 'stderr')?.text)
    expect(isGroupAlive(processId)).toBe(false)
  })

  it('keeps the handshake of a server that fails, also if no window followed its messages', async () => {
    await watched.clients.setTracing(false)
    await expect(odd('mute-early')).rejects.toMatchObject({ code: expect.any(String) as string })
    const found = await watched.clients.findMessages({
      serverName: 'tested',
      terms: [],
      secrets: [],
      from: 0,
      count: 100
    })
    expect(found?.rows.map(({ method }) => method)).toContain('initialize')
    expect(found?.rows[0]).toMatchObject({ index: 0, direction: 'out', removedBefore: 0 })
  })

  it('separates the messages of two connections', async () => {
    await odd('toolless')
    await odd('toolless')
    const all = { serverName: 'tested', terms: [], secrets: [], from: 0, count: 200 }
    const kept = (await watched.clients.findMessages(all))?.rows ?? []
    const starts = kept.filter(({ index }) => index === 0).map(({ connectionId }) => connectionId)
    expect(new Set(starts).size).toBe(2)
    await watched.clients.forgetMessages('tested')
    expect(await watched.clients.findMessages(all)).toMatchObject({ rows: [] })
  })

  it('LIFE-22: starts servers again that exit at `server/discover`', async () => {
    const info = await odd('picky')
    expect(info.protocolVersion).toBe('2025-11-25')
    expect(names(info)).toEqual(['only-one'])
  })

  it('stops when it is cancelled', async () => {
    const failure = start(['-e', 'setInterval(() => {}, 1000)'])
    const expected = expect(failure).rejects.toMatchObject({ code: 'SERVER_NOT_CONNECTED' })
    await watched.clients.disconnect('connection-1')
    await expected
  })

  it('STDIO-09 STDIO-10 STDIO-12 CONF-02: passes the server its own environment, a few inherited variables, and its arguments unchanged', async () => {
    await watched.clients.shutdown()
    const own = { ANTHROPIC_API_KEY: 'secret', LANG: 'C', LC_TIME: 'C', EXPORTED: '() { :; }' }
    watched = watchClients({ hostEnvironment: { ...process.env, ...own } })
    const args = ['$(id)', 'a b', '"; ls', '*']
    const info = await start([fixture('mcp-odd.mjs'), 'environment', ...args], {
      env: { TOKEN: 't' },
      cwd: os.tmpdir()
    })
    const outcome = await call(info, 'look')
    const block = outcome.type === 'completed' ? outcome.content[0] : null
    const seen = JSON.parse(block?.type === 'text' ? block.text : '{}') as Record<string, string[]>
    expect(seen['arguments']).toEqual(args)
    expect(seen['names']).toEqual(expect.arrayContaining(['PATH', 'TOKEN', 'LANG', 'LC_TIME']))
    expect(seen['names']).not.toContain('ANTHROPIC_API_KEY')
    expect(seen['names']).not.toContain('EXPORTED')
  })
})

describe('a server that breaks the rules', () => {
  it('STDIO-05 SYS-06: may write other text than JSON-RPC to stdout, and the log says so', async () => {
    const info = await odd('noise')
    expect(await call(info, 'still-here')).toEqual(text('yes'))
    expect(said('The server wrote a line to stdout that is not JSON-RPC: \\xEF\\xBB\\xBFStarting up …')).toBe(
      true
    )
    expect(lines().filter((line) => line.source === 'life')).toHaveLength(3)
  })

  it('has all pages read and its changes followed, at most once a second', async () => {
    const info = await odd('pages')
    expect(names(info)).toEqual(['one', 'add', 'three'])
    await call(info, 'add')
    await call(info, 'add')
    await vi.waitFor(
      () =>
        expect(
          changed()
            .at(-1)
            ?.tools.map(({ name }) => name)
        ).toContain('added-2'),
      soon
    )
    expect(changed().length).toBeLessThanOrEqual(2)
  })

  it('PAGE-05: has a list that repeats a page ended', async () => {
    expect(names(await odd('repeat'))).toEqual(['again'])
    expect(said('repeats a page')).toBe(true)
  })

  it('ARCH-11: connects without any tools', async () => {
    expect((await odd('toolless')).tools).toEqual([])
  })

  it('fails with a reason if its list of tools is no list', async () => {
    await expect(odd('no-list')).rejects.toMatchObject({ code: 'SERVER_PROTOCOL' })
  })

  it('keeps its good tools, and each broken one has a reason', async () => {
    const info = await odd('odd-tools')
    const problems = Object.fromEntries(info.tools.map(({ name, problem }) => [name, renderEnglish(problem)]))
    expect(problems).toEqual({
      good: null,
      'numeric-title': null,
      'text-schema': "Its input schema isn't a JSON object.",
      'no-schema': null,
      '(tool 5 without a name)': expect.stringContaining('no name') as string,
      deep: expect.stringContaining('more than 32 levels') as string
    })
    expect(info.tools[2]?.inputSchema).toEqual({})
    expect(said('lists the tool "good" twice')).toBe(true)
  })

  it('keeps the good blocks of a result with invalid ones', async () => {
    const info = await odd('odd-results')
    expect(await call(info, 'mixed')).toEqual({
      type: 'completed',
      content: [
        { type: 'text', text: 'good' },
        { type: 'unknown', raw: { type: 'hologram', beams: 3 } },
        { type: 'unknown', raw: { type: 'image', data: 7 } },
        { type: 'resource-link', uri: 'file:///a', name: 'A', description: null, mimeType: null },
        { type: 'resource', uri: 'mem://x', mimeType: 'text/plain', text: 'inside', blob: null },
        { type: 'text', text: 'no block' }
      ],
      structuredContent: [1, 2],
      isError: true,
      outputProblems: []
    })
    expect(await call(info, 'nothing')).toMatchObject({ type: 'completed', content: [] })
    expect(await call(info, 'number')).toMatchObject({ type: 'failed', failure: { code: 'SERVER_PROTOCOL' } })
    expect(await call(info, 'deep')).toMatchObject({
      content: [{ type: 'unknown', raw: '[left out: nests too deeply]' }]
    })
  })

  it('RPC-21 SEC-20: has a message over the limit refused, and the waiting call fails with the reason', async () => {
    const info = await odd('huge')
    expect(await call(info, 'bytes', { count: 900_000 })).toMatchObject({ type: 'completed' })
    const outcome = await call(info, 'bytes', { count: 1_100_000 })
    const message = expect.stringContaining('larger than 1 MB') as string
    expect(outcome).toMatchObject({ type: 'failed', failure: { code: 'SERVER_RESTARTED', message } })
    expect(renderEnglish(closed())).toMatchObject([{ reason: message }])
  })

  it('fails the call when it no longer accepts messages', async () => {
    const info = await odd('deaf')
    await call(info, 'block-ears')
    await vi.waitFor(() => expect(said('ears blocked')).toBe(true), soon)
    const outcome = await call(info, 'block-ears')
    const message = expect.stringContaining('closed its standard input') as string
    expect(outcome).toMatchObject({ type: 'failed', failure: { code: 'SERVER_RESTARTED', message } })
  })

  it('STDIO-08: is ended when it closes its output, with the reason', async () => {
    const outcome = await call(await odd('mute'), 'close-mouth')
    const message = expect.stringContaining('closed its standard output') as string
    expect(outcome).toMatchObject({ type: 'failed', failure: { code: 'SERVER_RESTARTED', message } })
  })

  it('fails its start with the reason when the output closes while the tools are listed', async () => {
    await expect(odd('mute-early')).rejects.toMatchObject({
      code: 'SERVER_PROTOCOL',
      message: expect.stringContaining('closed its standard output') as string
    })
  })

  it('has its texts about itself and its tools limited', async () => {
    watched = watchClients({ messageLimitBytes: 20_000_000 })
    const info = await odd('swollen')
    expect(JSON.stringify({ ...info, tools: [] }).length).toBeLessThan(20_000)
    expect(JSON.stringify(info.tools).length).toBeLessThan(20_000)
    expect(info.title).toMatch(/^n+… \[1048320 more characters left out\]$/)
    expect(info.tools.map(({ problem }) => renderEnglish(problem))).toEqual([
      null,
      'Its input schema is larger than 128 KB.',
      null,
      'Its name has more than 256 characters.',
      ...Array.from({ length: 3 }, () => expect.stringContaining('invisible characters') as string)
    ])
    expect(info.tools[2]?.outputSchema).toBeNull()
  })

  it('has invalid numbers read as null, as JSON writes them', async () => {
    expect(await call(await odd('endless'), 'count')).toEqual({
      type: 'completed',
      content: [{ type: 'unknown', raw: { type: 'odd', n: null } }],
      structuredContent: { n: [null, 2] },
      isError: false,
      outputProblems: []
    })
  })

  it('gets arguments with every name that JSON allows', async () => {
    const given = '{"__proto__":{"admin":true},"constructor":{"__proto__":1},"toString":2}'
    const outcome = await call(await odd('endless'), 'repeat', JSON.parse(given) as JsonObject)
    expect(outcome).toEqual(text(given))
  })

  it('may send batches, whose invalid items are ignored', async () => {
    const info = await odd('batch')
    expect(await call(info, 'batched')).toEqual(text('from a batch'))
    expect(said('that is not JSON-RPC: [null,')).toBe(true)
  })

  it('RPC-21 SEC-20: has its answer read despite a flood of notifications', async () => {
    const info = await odd('flood')
    // The whole flood has to be read first, which takes long on a slow computer.
    expect(await call(info, 'shout', {}, { timeoutMs: 60_000 })).toEqual(text('heard'))
    expect(lines().filter((line) => line.source === 'log').length).toBeLessThan(10_000)
  })

  it('RPC-06: has the code and message of its JSON-RPC error reported', async () => {
    expect(await call(await odd('refusing'), 'refuse')).toEqual({
      type: 'failed',
      failure: {
        code: 'TOOL_ERROR',
        message: 'The server refused the call to “refuse”: not today',
        said: expect.anything() as unknown,
        data: { rpcCode: -32_603 }
      }
    })
  })
})

describe('a time limit', () => {
  it('cancels a call without a sign of the server and says after how long', async () => {
    const info = await odd('waiting')
    const outcome = await call(info, 'wait', {}, { timeoutMs: 300 })
    const message = expect.stringContaining('0.3 s') as string
    expect(outcome).toMatchObject({ type: 'failed', failure: { code: 'TOOL_TIMEOUT', message } })
    expect(wasSent('notifications/cancelled')).toBe(true)
  })

  it('lets progress extend the silence limit but not the total limit', async () => {
    const info = await odd('waiting')
    expect(await call(info, 'work', { steps: 6 }, { timeoutMs: 400 })).toEqual(text('worked'))
    const outcome = await call(info, 'work', { steps: 50 }, { timeoutMs: 400, maxTotalTimeoutMs: 800 })
    const message = expect.stringContaining('0.8 s') as string
    expect(outcome).toMatchObject({ type: 'failed', failure: { code: 'TOOL_TIMEOUT', message } })
    expect(watched.sent.filter(({ method }) => method === 'notifications/cancelled')).toHaveLength(1)
  })
})

describe('the end of a server', () => {
  it('STDIO-08 LIFE-26: is reported to the running call and to the host when the server is killed', async () => {
    const info = await odd('waiting')
    const running = call(info, 'wait')
    await vi.waitFor(() => expect(wasSent('tools/call')).toBe(true), soon)
    process.kill(info.processId ?? 0, 'SIGKILL')
    const message = expect.stringContaining('SIGKILL') as string
    expect(await running).toMatchObject({ type: 'failed', failure: { code: 'SERVER_RESTARTED', message } })
    expect(closed()).toMatchObject([
      { exitCode: null, signal: 'SIGKILL', errorOutput: ['odd server in mode waiting'] }
    ])
    const { connectionId } = info
    expect(await call({ ...info, connectionId }, 'wait')).toMatchObject({
      type: 'failed',
      failure: { code: 'SERVER_NOT_CONNECTED' }
    })
  })

  it('STDIO-07: ends several servers that ignore every request, with their children', async () => {
    const families = await Promise.all([odd('family'), odd('family'), odd('family')])
    await watched.clients.shutdown()
    for (const { processId } of families) expect(isGroupAlive(processId ?? 0)).toBe(false)
    expect(closed()).toEqual([])
  })

  it('ends the children of a server that was killed', async () => {
    const info = await odd('family')
    process.kill(info.processId ?? 0, 'SIGKILL')
    await vi.waitFor(() => expect(closed()).toHaveLength(1), soon)
    await vi.waitFor(() => expect(isGroupAlive(info.processId ?? 0)).toBe(false), soon)
  })

  it('STDIO-07: waits until a server that closed its own input has exited', async () => {
    const info = await start([fixture('deaf.mjs')])
    await call(info, 'block-ears')
    // It fails at once; Parley ends the process from here on.
    expect(await call(info, 'block-ears')).toMatchObject({ failure: { code: 'SERVER_RESTARTED' } })
    expect(isGroupAlive(info.processId ?? 0)).toBe(true)
    await watched.clients.disconnect(info.connectionId)
    expect(isGroupAlive(info.processId ?? 0)).toBe(false)
  })

  it('fails the running calls of a server that is stopped, without reporting a loss', async () => {
    const info = await odd('waiting')
    const running = call(info, 'wait')
    await vi.waitFor(() => expect(wasSent('tools/call')).toBe(true), soon)
    await watched.clients.disconnect(info.connectionId)
    expect(await running).toMatchObject({ type: 'failed', failure: { code: 'SERVER_RESTARTED' } })
    expect(closed()).toEqual([])
  })
})
