/** Which revision a connection uses, and what is reported if both sides support no common one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setInterval } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { handshakeRevisions, revisions } from './revisions'
import { initialized, sendJson, sendResult, serveEndpoint } from '../testing/http-endpoint'
import type { Endpoint } from '../testing/http-endpoint'
import { fixture, watchClients } from '../testing/watched-clients'
import type { WatchedClients } from '../testing/watched-clients'
import { soon } from '../../testing/soon'

let watched: WatchedClients
let endpoint: Endpoint | null = null

beforeEach(() => {
  watched = watchClients()
})
afterEach(async () => {
  vi.useRealTimers()
  await watched.clients.shutdown()
  await endpoint?.[Symbol.asyncDispose]()
})

/** Parley's time passes only as the test says, however slowly a program starts. */
const stopClock = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

/** Waits without letting Parley's time pass. */
async function happened(check: () => boolean): Promise<void> {
  for await (const _ of setInterval(soon.interval)) if (check()) return
}

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'parley-revisions-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const methods = () => watched.sent.map(({ method }) => method)
const tool = `const tools = [{ name: 'go', inputSchema: { type: 'object' } }]\n`
/** Supports only the newest revision. With AFTER, it answers once that file exists. */
const modernOnly = `import fs from 'node:fs'
${tool}
const modern = { protocolVersion: '2026-07-28' }
const result = (more) => ({ resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...more })
const refuse = (requested) => {
  throw Object.assign(new Error('Unsupported protocol version'), { rpc: { supported: ['2026-07-28'], requested } })
}
const on = {
  'server/discover': async () => {
    while (process.env.AFTER && !fs.existsSync(process.env.AFTER)) await new Promise((go) => setTimeout(go, 20))
    return result({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} } })
  },
  initialize: ({ params }) => refuse(params.protocolVersion),
  'tools/list': () => result({ tools })
}
serve({ name: 'modern-only', on, call: { go: () => result({ content: [{ type: 'text', text: 'went' }] }) } })`

describe('the revision', () => {
  it('SYS-04: is one with a date, never a draft', () => {
    for (const revision of [...revisions, ...handshakeRevisions])
      expect(revision).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  it('LIFE-04 LIFE-05: is the newest that both sides support', async () => {
    const info = await watched.startFile(fixture('mcp-modern.mjs'))
    expect(info).toMatchObject({ protocolVersion: '2026-07-28', probe: 'answered' })
    expect(methods()).not.toContain('initialize')
  })

  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
    'LIFE-06 LIFE-07 LIFE-15: is %s if the server answers with it',
    async (protocolVersion) => {
      const info = await watched.startProgram(`${tool}
        const initialize = () => ({ protocolVersion: '${protocolVersion}', capabilities: { tools: {} },
          serverInfo: { name: 'dated', version: '1' } })
        serve({ name: 'dated', tools, on: { initialize } })`)
      expect(info).toMatchObject({ protocolVersion, probe: 'answered' })
    }
  )

  it.each(['1999-01-01', '2025-11-25.1', '2.0', 'DRAFT-2026-v1', ''])(
    'LIFE-08 LIFE-09 LIFE-10 LIFE-22: ends the connection if Parley lacks it ("%s"), and the failure names the revisions of both sides',
    async (protocolVersion) => {
      const connecting = watched.startProgram(`
        const initialize = () => ({ protocolVersion: '${protocolVersion}', capabilities: { tools: {} },
          serverInfo: { name: 'foreign', version: '1' } })
        serve({ name: 'foreign', on: { initialize } })`)
      await expect(connecting).rejects.toMatchObject({
        code: 'SERVER_PROTOCOL',
        message: expect.stringMatching(
          new RegExp(`revision ${protocolVersion}.*Parley supports 2026-07-28, 2025-11-25`)
        ) as string
      })
      expect(methods()).not.toContain('tools/list')
      expect(methods()).not.toContain('notifications/initialized')
    }
  )

  it.each([
    [-32_602, 'over stdio'],
    [-32_022, 'over stdio']
  ])(
    'LIFE-23: is named with the revisions that the server supports if it refuses with error %i',
    async (code) => {
      const connecting = watched.startProgram(`
      process.stdin.setEncoding('utf8').on('data', (text) => {
        for (const line of text.trim().split('\\n')) {
          const { id, method } = JSON.parse(line)
          const data = { supported: ['1998-01-01'], requested: '2025-11-25' }
          const error = method === 'initialize' ? { code: ${code}, message: 'Unsupported protocol version', data }
            : { code: -32601, message: 'No' }
          process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error }) + '\\n')
        }
      })`)
      await expect(connecting).rejects.toMatchObject({
        code: 'SERVER_PROTOCOL',
        message: expect.stringMatching(
          /uses protocol revision 1998-01-01.*Parley supports 2026-07-28/
        ) as string
      })
    }
  )

  it('LIFE-23: is named if a server refuses it over HTTP', async () => {
    endpoint = await serveEndpoint((request, response) => {
      const data = { supported: ['2031-01-01'], requested: '2026-07-28' }
      const error = { code: -32_022, message: 'Unsupported protocol version', data }
      return sendJson(response, { jsonrpc: '2.0', id: request.message?.id, error }, 400)
    })
    await expect(watched.reach(endpoint.url)).rejects.toMatchObject({
      message: expect.stringMatching(/uses protocol revision 2031-01-01/) as string
    })
  })
})

describe('a server that refuses a revision instead of naming its own', () => {
  const known = ['2025-03-26', '2024-11-05']
  const offered = () =>
    watched.sent
      .filter(({ method }) => method === 'initialize')
      .map(({ params }) => params?.['protocolVersion'])

  /** Over HTTP; `refuse` answers unsupported revisions. */
  const reach = async (refuse: (version: string) => { status: number; body: unknown }) => {
    endpoint = await serveEndpoint((request, response) => {
      const { method, params } = request.message ?? {}
      const named = request.headers['mcp-protocol-version']
      const version = method === 'initialize' ? params?.['protocolVersion'] : named
      if (typeof version !== 'string') return false
      if (!known.includes(version)) {
        const { status, body } = refuse(version)
        return sendJson(response, body, status)
      }
      if (method !== 'initialize') return false
      return sendResult(response, request, { ...initialized, protocolVersion: version })
    })
    return await watched.reach(endpoint.url)
  }

  const error = (code: number, message: string, data?: unknown) => ({
    jsonrpc: '2.0',
    id: 0,
    error: { code, message, data }
  })

  it.each<[string, (version: string) => { status: number; body: unknown }, string[]]>([
    [
      'an error text',
      (version) => ({ status: 400, body: error(-32_602, `Unsupported protocol version: ${version}`) }),
      ['2025-11-25', '2025-06-18', '2025-03-26']
    ],
    [
      'plain text',
      () => ({ status: 400, body: 'Unsupported protocol version' }),
      ['2025-11-25', '2025-06-18', '2025-03-26']
    ],
    ['no text', () => ({ status: 400, body: '' }), ['2025-11-25', '2025-06-18', '2025-03-26']],
    [
      'another status',
      () => ({ status: 422, body: { detail: 'protocolVersion is not valid' } }),
      ['2025-11-25', '2025-06-18', '2025-03-26']
    ],
    [
      'an internal error',
      () => ({ status: 500, body: error(-32_603, 'Unknown version') }),
      ['2025-11-25', '2025-06-18', '2025-03-26']
    ],
    [
      'a list of its revisions',
      () => ({ status: 400, body: error(-32_602, 'No', { supported: known }) }),
      ['2025-11-25', '2025-03-26']
    ],
    [
      'a text with its revisions',
      () => ({ status: 400, body: error(-32_000, `Bad version. Supported: ${known.join(', ')}`) }),
      ['2025-11-25', '2025-03-26']
    ]
  ])('is offered an older one over HTTP after %s', async (_how, refuse, expected) => {
    const info = await reach(refuse)
    expect(info).toMatchObject({ protocolVersion: '2025-03-26', usedTransport: 'http' })
    expect(offered()).toEqual(expected)
    expect(await watched.call(info, 'go')).toMatchObject({ type: 'completed' })
  })

  it('is offered an older one if it accepts the newest and refuses the message after it', async () => {
    endpoint = await serveEndpoint((request, response) => {
      if (request.message?.method === 'initialize') {
        const protocolVersion = request.message.params?.['protocolVersion']
        return sendResult(response, request, { ...initialized, protocolVersion })
      }
      const isOld = request.headers['mcp-protocol-version'] === '2025-06-18'
      return isOld
        ? false
        : sendJson(response, error(-32_000, 'Bad Request: Unsupported protocol version'), 400)
    })
    const info = await watched.reach(endpoint.url)
    expect(info.protocolVersion).toBe('2025-06-18')
  })

  it('is offered each once at most, and the first error is shown', async () => {
    endpoint = await serveEndpoint((_request, response) =>
      sendJson(response, error(-32_602, 'Unsupported protocol version'), 400)
    )
    await expect(watched.reach(endpoint.url)).rejects.toMatchObject({
      message: expect.stringContaining('Unsupported protocol version') as string
    })
    expect(offered()).toEqual([...handshakeRevisions])
  })

  it.each([
    ['an error', `throw Object.assign(new Error('Unsupported protocol version'), { code: -32602 })`],
    ['an error without a text', `throw Object.assign(new Error('Invalid params'), { code: -32602 })`],
    [
      'its exit',
      `console.error('Error: unsupported protocol version ' + params.protocolVersion); process.exit(1)`
    ]
  ])('is started with an older one over stdio after %s', async (_how, refuse) => {
    const info = await watched.startProgram(`${tool}
      const initialize = ({ id, params }) => {
        const { protocolVersion } = params
        if (protocolVersion === '2024-11-05')
          return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } }
        ${
          refuse.startsWith('throw')
            ? `
        process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32602, message: '${refuse.includes('Unsupported') ? 'Unsupported protocol version' : 'Invalid params'}' } }) + '\\n')
        return silence`
            : refuse
        }
      }
      serve({ name: 'old', tools, on: { initialize } })`)
    expect(info.protocolVersion).toBe('2024-11-05')
    expect(offered().slice(-4)).toEqual([...handshakeRevisions])
    expect(watched.log().join()).toContain('refuses the revision 2025-11-25; asked again with 2025-06-18')
  })
})

describe('the server/discover request', () => {
  it('LIFE-06: is left out if the server is known as an old one', async () => {
    const info = await watched.startProgram(`${tool}serve({ name: 'known', tools })`, { knownEra: 'legacy' })
    expect(info).toMatchObject({ protocolVersion: '2025-11-25', probe: null })
    expect(methods()).not.toContain('server/discover')
  })

  it('is sent after all when the known server refuses the older protocol', async () => {
    const info = await watched.startProgram(modernOnly, { knownEra: 'legacy' })
    expect(info).toMatchObject({ protocolVersion: '2026-07-28', probe: 'answered' })
    expect(await watched.call(info, 'go')).toMatchObject({ content: [{ text: 'went' }] })
  })

  it('LIFE-22: has a short limit: a server that does not answer it counts as an old one', async () => {
    stopClock()
    const connecting = watched.startProgram(
      `${tool}serve({ name: 'silent', tools, on: { 'server/discover': () => silence } })`,
      { connectTimeoutMs: 3_000 }
    )
    await happened(() => methods().includes('server/discover'))
    await vi.advanceTimersByTimeAsync(800)
    await happened(() => watched.received.length > 0) // the answer to the ping
    await vi.advanceTimersByTimeAsync(200)
    expect(await connecting).toMatchObject({ protocolVersion: '2025-11-25', probe: 'silent' })
  })

  it('LIFE-22: ends if not even a ping is answered before the handshake', async () => {
    stopClock()
    const connecting = watched.startProgram(
      `${tool}serve({ name: 'deaf', tools, on: { 'server/discover': () => silence, ping: () => silence } })`,
      { connectTimeoutMs: 6_000 }
    )
    await happened(() => methods().includes('server/discover'))
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await connecting).toMatchObject({ protocolVersion: '2025-11-25', probe: 'silent' })
    expect(methods().slice(0, 3)).toEqual(['server/discover', 'ping', 'initialize'])
  })

  it('LIFE-05 LIFE-12: waits for a program that does not read yet, and keeps its features', async () => {
    const ready = path.join(temporaryFolder(), 'ready')
    const starting = watched.startProgram(
      `
      const fs = await import('node:fs')
      while (!fs.existsSync(${JSON.stringify(ready)})) await new Promise((resolve) => setTimeout(resolve, 20))
      await import(${JSON.stringify(pathToFileURL(fixture('mcp-modern.mjs')).href)})`,
      { connectTimeoutMs: 20_000 }
    )
    // By then it has been silent for nearly as long as a running server may be.
    await vi.waitFor(() => expect(methods()).toContain('ping'), soon)
    writeFileSync(ready, '')
    expect(await starting).toMatchObject({ protocolVersion: '2026-07-28', probe: 'answered' })
    expect(methods().slice(0, 2)).toEqual(['server/discover', 'ping'])
    expect(methods()).not.toContain('initialize')
    // The server's library refuses this if it takes the ping for one of an older revision.
    const acknowledged = expect.objectContaining({
      method: 'notifications/subscriptions/acknowledged'
    }) as object
    await vi.waitFor(() => expect(watched.received).toContainEqual(acknowledged), soon)
  })

  it('LIFE-05: is repeated for a remote server that the first one had to wake up', async () => {
    let asked = 0
    endpoint = await serveEndpoint((request, response) => {
      const { method, id } = request.message ?? {}
      if (method === 'server/discover' && (asked += 1) === 1) return true
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: '2025-11-25',
          serverInfo: { name: 'both', version: '1' },
          capabilities: {}
        },
        'server/discover': { supportedVersions: ['2026-07-28', '2025-11-25'], capabilities: {} }
      }
      const common = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
      return sendJson(response, { jsonrpc: '2.0', id, result: { ...common, ...results[method ?? ''] } })
    })
    const info = await watched.reach(endpoint.url, { connectTimeoutMs: 6_000 })
    expect(info).toMatchObject({ protocolVersion: '2026-07-28', probe: 'answered' })
  })

  it('LIFE-22: gets the full time from a new server that was too slow the first time', async () => {
    stopClock()
    const ready = path.join(temporaryFolder(), 'ready')
    const connecting = watched.startProgram(modernOnly, { connectTimeoutMs: 9_000, env: { AFTER: ready } })
    await happened(() => methods().includes('server/discover'))
    // A third of the time is for the first one.
    await vi.advanceTimersByTimeAsync(2_400)
    await happened(() => watched.received.length > 0)
    await vi.advanceTimersByTimeAsync(600)
    const discovers = () => methods().filter((method) => method === 'server/discover').length
    await happened(() => discovers() === 2)
    await vi.advanceTimersByTimeAsync(5_000)
    writeFileSync(ready, '')
    expect(await connecting).toMatchObject({ protocolVersion: '2026-07-28' })
    expect(discovers()).toBe(2)
  })

  it('LIFE-22: is left out the second time if the server exits at it', async () => {
    const info = await watched.startFile(fixture('mcp-odd.mjs'), ['picky'])
    expect(info.probe).toBe('exited')
  })
})

describe('a connection of the newest revision', () => {
  it('RPC-09 RPC-11: denies unsolicited requests of the server and logs them', async () => {
    const program = modernOnly.replace(
      '=> result({ content',
      "=> ['sampling/createMessage', 'elicitation/create', 'roots/list'].forEach(ask) ?? result({ content"
    )
    const info = await watched.startProgram(`
      const ask = (method) =>
        process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: method, method, params: {} }) + '\\n')
      ${program}`)
    await watched.call(info, 'go')
    const isRefusal = (id: string) => ({
      jsonrpc: '2.0',
      id,
      error: expect.objectContaining({ code: -32_601 }) as object
    })
    await vi.waitFor(() => expect(watched.sent).toContainEqual(isRefusal('roots/list')), soon)
    expect(watched.sent).toContainEqual(isRefusal('sampling/createMessage'))
    expect(watched.news('requested')).toEqual([])
    expect(watched.log().join()).toContain('which this revision does not allow: {"jsonrpc"')
  })

  it('META-03: names its revision in every request, and the method in a header', async () => {
    endpoint = await serveEndpoint((request, response) => {
      const { method, id } = request.message ?? {}
      const results: Record<string, object> = {
        'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
        'tools/list': { tools: [{ name: 'go', inputSchema: { type: 'object' } }] },
        'tools/call': { content: [{ type: 'text', text: 'went' }] }
      }
      const common = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
      return sendJson(response, { jsonrpc: '2.0', id, result: { ...common, ...results[method ?? ''] } })
    })
    const info = await watched.reach(endpoint.url)
    expect(info).toMatchObject({ protocolVersion: '2026-07-28', usedTransport: 'http' })
    expect(await watched.call(info, 'go')).toMatchObject({ content: [{ text: 'went' }] })
    for (const { headers, message } of endpoint.requests) {
      expect(headers['mcp-method']).toBe(message?.method)
      expect(headers['mcp-protocol-version']).toBe('2026-07-28')
      const meta = message?.params?.['_meta'] as Record<string, unknown>
      expect(meta['io.modelcontextprotocol/protocolVersion']).toBe('2026-07-28')
    }
    expect(endpoint.of('tools/call')[0]?.headers['mcp-name']).toBe('go')
    expect(endpoint.requests.every(({ httpMethod }) => httpMethod === 'POST')).toBe(true)
  })
})
