/**
 * Every way to break a message: what becomes of the call that waits, what the log shows, and that the connection,
 * and the one beside it, go on.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { end, serveEndpoint } from '../testing/http-endpoint'
import type { Endpoint } from '../testing/http-endpoint'
import type { ConnectionInfo, ToolCallOutcome } from '../interface'
import { watchClients } from '../testing/watched-clients'
import type { WatchedClients } from '../testing/watched-clients'
import { soon } from '../../testing/soon'

let watched: WatchedClients
let endpoint: Endpoint | null = null
let neighbour: ConnectionInfo

/** Writes the bytes that it is given, with its own id in place of ID; without ID it answers properly after them. */
const saying = `
const tools = [{ name: 'say', inputSchema: { type: 'object' } }]
serve({ name: 'saying', tools, call: { say: ({ bytes, isSilent }, { id }) => {
  process.stdout.write(Buffer.from(bytes.replaceAll('ID', id), 'latin1'))
  return isSilent ? silence : textResult('said')
} } })`

beforeEach(async () => {
  watched = watchClients()
  neighbour = await watched.startProgram(saying)
})
afterEach(async () => {
  await watched.clients.shutdown()
  await endpoint?.[Symbol.asyncDispose]()
})

async function startOverHttp(type: string): Promise<ConnectionInfo> {
  endpoint = await serveEndpoint((request, response) => {
    const { method, params, id } = request.message ?? {}
    if (method !== 'tools/call') return false
    const { bytes = '', isSilent } = (params?.['arguments'] ?? {}) as { bytes?: string; isSilent?: boolean }
    const body = Buffer.from(bytes.replaceAll('ID', String(id)), 'latin1')
    const answer = JSON.stringify({
      jsonrpc: '2.0',
      id,
      result: { content: [{ type: 'text', text: 'said' }] }
    })
    response.writeHead(200, { 'content-type': type })
    if (type === 'application/json') return end(response, body)
    response.write(Buffer.concat([Buffer.from('data: '), body, Buffer.from('\n\n')]))
    response.end(isSilent === true ? '' : `data: ${answer}\n\n`)
    return true
  })
  return await watched.reach(endpoint.url)
}

type Way = readonly [name: string, bytes: string, failure: string | null, line: string]

/** The id of the request that waits stands for ID. `failure` null: the proper answer, which follows, counts. */
const ways: readonly Way[] = [
  ['a wrong JSON-RPC version', '{"jsonrpc":"1.0","id":ID,"result":{}}', 'version 2.0', '{"jsonrpc":"1.0"'],
  ['no JSON-RPC version', '{"id":ID,"result":{}}', 'version 2.0', '{"id":'],
  [
    'an unknown id',
    '{"jsonrpc":"2.0","id":4711,"result":{}}',
    null,
    'never sent: {"jsonrpc":"2.0","id":4711'
  ],
  [
    'null as id',
    '{"jsonrpc":"2.0","id":null,"result":{}}',
    null,
    'without an id: {"jsonrpc":"2.0","id":null'
  ],
  ['neither result nor error', '{"jsonrpc":"2.0","id":ID}', 'neither', '{"jsonrpc":"2.0","id":'],
  [
    'both result and error',
    '{"jsonrpc":"2.0","id":ID,"result":{},"error":{"code":1,"message":"m"}}',
    'both',
    'both a result and an error: {"jsonrpc"'
  ],
  ['an error without words', '{"jsonrpc":"2.0","id":ID,"error":{"code":1}}', 'neither', '"error":{"code":1}'],
  [
    'an error without an id',
    '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}',
    null,
    'an error that belongs to no request: {"jsonrpc":"2.0","error"'
  ],
  ['a method that is no text', '{"jsonrpc":"2.0","method":5}', null, "whose method isn't text: {"],
  ['a request with null as id', '{"jsonrpc":"2.0","id":null,"method":"ping"}', null, 'whose id is neither'],
  [
    'parameters that are no object',
    '{"jsonrpc":"2.0","method":"x","params":[1]}',
    null,
    "parameters aren't an object"
  ],
  ['truncated JSON', '{"jsonrpc":"2.0","id":ID,"resu', null, 'not JSON-RPC: {"jsonrpc":"2.0","id":'],
  ['a stray line', 'Listening on \x1b[32m:3000\x07', null, 'not JSON-RPC: Listening on \\x1B[32m:3000\\x07'],
  ['a number', '42', null, 'not JSON-RPC: 42'],
  ['an empty array', '[]', null, 'not JSON-RPC: []'],
  ['an array in an array', '[[{"jsonrpc":"2.0","id":ID,"result":{}}]]', null, 'not JSON-RPC: [[{'],
  ['bytes that are no UTF-8', '"\xff\xfe"', null, '"\\xFF\\xFE"']
]

async function checkNeighbour(): Promise<void> {
  const outcome = await watched.call(neighbour, 'say', { bytes: '' })
  expect(outcome).toMatchObject({ content: [{ text: 'said' }] })
  expect(watched.news('connectionClosed')).toEqual([])
}

function checkOutcome(outcome: ToolCallOutcome, failure: string | null): void {
  if (failure === null) return expect(outcome).toMatchObject({ content: [{ text: 'said' }] })
  const message = expect.stringContaining(failure) as string
  expect(outcome).toMatchObject({ type: 'failed', failure: { message } })
}

describe('over stdio', () => {
  it.each(ways)('RPC-21 STDIO-05: %s', async (_name, bytes, failure, line) => {
    const info = await watched.startProgram(saying)
    const outcome = await watched.call(info, 'say', { bytes: `${bytes}\n`, isSilent: failure !== null })
    checkOutcome(outcome, failure)
    await vi.waitFor(() => expect(watched.log().join('\n')).toContain(line), soon)
    checkOutcome(await watched.call(info, 'say', { bytes: '' }), null)
    await checkNeighbour()
  })

  it('RPC-21: a second answer changes nothing and is shown in the log', async () => {
    const info = await watched.startProgram(saying)
    const bytes = '{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"first"}]}}\n'
    const outcome = await watched.call(info, 'say', { bytes })
    expect(outcome).toMatchObject({ content: [{ text: 'first' }] })
    await vi.waitFor(
      () => expect(watched.log().join()).toContain('answered twice; the first answer counts: {'),
      soon
    )
    await checkNeighbour()
  })

  it('RPC-12 LIFE-09: members that the protocol does not know are no harm', async () => {
    const info = await watched.startProgram(saying)
    const bytes = '{"jsonrpc":"2.0","id":ID,"result":{"content":[],"new":1},"error":null,"time":5}\n'
    expect(await watched.call(info, 'say', { bytes, isSilent: true })).toMatchObject({ type: 'completed' })
  })

  it('shows the first 500 bytes of what it can not read', async () => {
    const info = await watched.startProgram(saying)
    await watched.call(info, 'say', { bytes: `${'x'.repeat(5_000)}\n` })
    expect(watched.log().find((line) => line.includes('xxxx'))).toMatch(/not JSON-RPC: x{500}…$/)
  })

  it('answers of 20 levels are taken, and messages that nest endlessly are left out', async () => {
    const info = await watched.startProgram(saying)
    const deep = `{"jsonrpc":"2.0","method":"x","params":{"a":${'['.repeat(2_000)}${']'.repeat(2_000)}}}\n`
    checkOutcome(await watched.call(info, 'say', { bytes: deep }), null)
    expect(watched.log().join()).toContain('nests too deeply')
  })
})

describe('over an event stream', () => {
  it.each(ways)('RPC-21: %s', async (_name, bytes, failure, line) => {
    const info = await startOverHttp('text/event-stream')
    const outcome = await watched.call(info, 'say', { bytes, isSilent: failure !== null })
    checkOutcome(outcome, failure)
    await vi.waitFor(() => expect(watched.log().join('\n')).toContain(line), soon)
    checkOutcome(await watched.call(info, 'say', { bytes: '' }), null)
    await checkNeighbour()
  })
})

describe('as a JSON answer', () => {
  it.each(ways)('RPC-21: %s', async (_name, bytes, _failure, line) => {
    const info = await startOverHttp('application/json')
    expect(await watched.call(info, 'say', { bytes })).toMatchObject({ type: 'failed' })
    await vi.waitFor(() => expect(watched.log().join('\n')).toContain(line), soon)
    const good = '{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"said"}]}}'
    checkOutcome(await watched.call(info, 'say', { bytes: good }), null)
    await checkNeighbour()
  })

  it('HTTP-04 RPC-19: a refusal that names no request fails the call, and its bytes are in the log', async () => {
    const body = '{"jsonrpc":"2.0","error":{"code":-32600,"message":"What?"},"id":null}'
    endpoint = await serveEndpoint((request, response) => {
      if (request.message?.method !== 'tools/call') return false
      response.writeHead(422, { 'content-type': 'application/json' }).end(body)
      return true
    })
    const outcome = await watched.call(await watched.reach(endpoint.url), 'go')
    expect(outcome).toMatchObject({ failure: { message: expect.stringContaining('HTTP 422') as string } })
    expect(watched.log().join()).toContain('refused with HTTP 422: {"jsonrpc":"2.0","error"')
    await checkNeighbour()
  })

  it.each(['text/html', 'application/octet-stream', ''])(
    'an answer of the type "%s" is refused',
    async (type) => {
      endpoint = await serveEndpoint((request, response) => {
        if (request.message?.method !== 'tools/call') return false
        if (type !== '') response.setHeader('content-type', type)
        response.end('<p>hello</p>\x00')
        return true
      })
      expect(await watched.call(await watched.reach(endpoint.url), 'go')).toMatchObject({ type: 'failed' })
      expect(watched.log().join()).toMatch(/of a wrong type \(.*\): <p>hello<\/p>\\x00/)
      await checkNeighbour()
    }
  )

  it('an answer that is cut in the middle ends its call', async () => {
    endpoint = await serveEndpoint((request, response) => {
      if (request.message?.method !== 'tools/call') return false
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"jsonrpc"', () => response.destroy())
      return true
    })
    const outcome = await watched.call(await watched.reach(endpoint.url), 'go')
    expect(outcome).toMatchObject({ type: 'failed', failure: { code: 'SERVER_RESTARTED' } })
    expect(await watched.call(neighbour, 'say', { bytes: '' })).toMatchObject({ content: [{ text: 'said' }] })
  })
})
