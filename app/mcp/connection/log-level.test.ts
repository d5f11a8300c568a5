/** Log messages of servers: the level that Parley sets, and how messages are kept. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logLevels } from '../../contract/limits'
import { fixture, installed, watchClients } from '../testing/watched-clients'
import type { WatchedClients } from '../testing/watched-clients'
import { soon } from '../../testing/soon'

let watched: WatchedClients

beforeEach(() => {
  watched = watchClients()
})
afterEach(() => watched.clients.shutdown())

const levels = () =>
  watched.sent.filter(({ method }) => method === 'logging/setLevel').map(({ params }) => params)
const said = () =>
  watched
    .news('logged')
    .map(({ line }) => line)
    .filter(({ source }) => source === 'log')
    .map(({ level, text }) => `${level} ${text}`)

const logging = (body: string) => `
  const initialize = ({ params }) => ({ protocolVersion: params.protocolVersion,
    capabilities: { logging: {}, tools: {} }, serverInfo: { name: 'logging', version: '1' } })
  const tools = [{ name: 'log', inputSchema: { type: 'object' } }]
  const log = (params) => notify('notifications/message', params)
  serve({ name: 'logging', tools, on: { initialize, 'logging/setLevel': ({ params }) => {
    if (params.level === 'alert') throw new Error('Invalid log level')
    return {}
  } }, call: { log: () => { ${body}; return textResult('logged') } } })`

describe('the log level', () => {
  it('LOG-01 SDK-06: is set at the start and at any time after it', async () => {
    const info = await watched.startProgram(logging(''), { logLevel: 'notice' })
    await vi.waitFor(() => expect(levels()).toEqual([{ level: 'notice' }]), soon)
    await watched.clients.setLogLevel(info.connectionId, 'debug')
    await watched.clients.setLogLevel(info.connectionId, null)
    expect(levels()).toEqual([{ level: 'notice' }, { level: 'debug' }])
  })

  it('LOG-01: is applied by the everything server', async () => {
    const info = await watched.startFile(installed('server-everything'), ['stdio'], { logLevel: 'emergency' })
    await watched.call(info, 'toggle-simulated-logging')
    await watched.clients.setLogLevel(info.connectionId, 'debug')
    expect(levels()).toEqual([{ level: 'emergency' }, { level: 'debug' }])
  })

  it('LOG-04: is not sent if the user left it to the server', async () => {
    const info = await watched.startProgram(logging(`log({ level: 'debug', data: 'chatty' })`))
    await watched.call(info, 'log')
    expect(levels()).toEqual([])
    expect(said()).toEqual(['debug chatty'])
  })

  it('LOG-01: is not sent to a server that does not log', async () => {
    const info = await watched.startProgram(`serve({ name: 'mute' })`, { logLevel: 'error' })
    await watched.clients.setLogLevel(info.connectionId, 'error')
    expect(levels()).toEqual([])
  })

  it("LOG-08: is a failure with the server's message and code if the server denies it", async () => {
    const info = await watched.startProgram(logging(''))
    await expect(watched.clients.setLogLevel(info.connectionId, 'alert')).rejects.toMatchObject({
      code: 'TOOL_ERROR',
      message: expect.stringContaining('Invalid log level') as string,
      data: { rpcCode: -32_603 }
    })
    expect(watched.news('connectionClosed')).toEqual([])
  })

  it('LOG-01: goes with every request to a server of the newest revision that logs', async () => {
    const modern = `
      const result = (more) => ({ resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...more })
      const tools = [{ name: 'go', inputSchema: { type: 'object' } }]
      serve({ name: 'modern', on: {
        'server/discover': () => result({ supportedVersions: ['2026-07-28'], capabilities: { tools: {}, logging: {} } }),
        'tools/list': () => result({ tools })
      }, call: { go: () => result({ content: [] }) } })`
    const info = await watched.startProgram(modern, { logLevel: 'error' })
    await watched.call(info, 'go')
    await watched.clients.setLogLevel(info.connectionId, null)
    await watched.call(info, 'go')
    const calls = watched.sent.filter(({ method }) => method === 'tools/call')
    const asked = calls.map(
      ({ params }) => (params as { _meta: Record<string, unknown> })._meta['io.modelcontextprotocol/logLevel']
    )
    expect(asked).toEqual(['error', undefined])
    expect(levels()).toEqual([])
  })

  it('LOG-01: is not sent to a server of the newest revision that does not log', async () => {
    const info = await watched.startFile(fixture('mcp-modern.mjs'), [], { logLevel: 'error' })
    await watched.call(info, 'greet', { name: 'x' })
    expect(JSON.stringify(watched.sent)).not.toContain('logLevel')
  })
})

describe('a log message', () => {
  it('LOG-02 LOG-03 SDK-03: is kept with its logger at all eight levels, as a text or an object', async () => {
    const body = `for (const level of ${JSON.stringify(logLevels)}) log({ level, data: 'at ' + level })
      log({ level: 'info', logger: 'db', data: { rows: [1, null] } }); log({ level: 'info', data: null })`
    await watched.call(await watched.startProgram(logging(body)), 'log')
    expect(said()).toEqual([
      ...logLevels.map((level) => `${level} at ${level}`),
      'info db: {"rows":[1,null]}',
      'info null'
    ])
  })

  it('LOG-07: does no harm if it is malformed', async () => {
    const body = `log({ level: 'loud', data: 'odd level' }); log({ level: 3, logger: {}, data: 'odd logger' })
      log({ level: 'info' }); log(undefined)
      log({ level: 'info', data: JSON.parse('['.repeat(500) + ']'.repeat(500)) })`
    const info = await watched.startProgram(logging(body))
    expect(await watched.call(info, 'log')).toMatchObject({ content: [{ text: 'logged' }] })
    expect(said()).toEqual([
      'notice odd level',
      'notice odd logger',
      'info (nothing)',
      'notice The server sent a log message without content.',
      'info [left out: nests too deeply]'
    ])
  })

  it('LOG-07 SEC-20: is limited to a rate, and the log says how many were left out', async () => {
    const body = `for (let count = 0; count < 20_000; count += 1) log({ level: 'info', data: 'again' })`
    // As in everyday use: a trace would slow the flood down.
    await watched.clients.setTracing(false)
    const info = await watched.startProgram(logging(body))
    expect(await watched.call(info, 'log')).toMatchObject({ content: [{ text: 'logged' }] })
    expect(said().length).toBeLessThan(10_000)
    // Reported once a second: as one number, or as several on a slow computer.
    const left = () =>
      [
        ...watched
          .log()
          .join('\n')
          .matchAll(/^(\d+) (?:messages of the server|lines) left out: too many at once\.$/gm)
      ]
        .map(([, count]) => Number(count))
        .reduce((sum, count) => sum + count, 0)
    await vi.waitFor(() => expect(left()).toBeGreaterThan(10_000), soon)
  })
})
