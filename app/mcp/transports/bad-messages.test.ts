/**
 * Every kind of broken message: the outcome of the waiting call, the line in the log, and that this connection and
 * others continue.
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

/** Writes the given bytes with the request's id instead of ID; without ID it sends a valid answer after them. */
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

/** ID is replaced by the id of the waiting request. `failure` null: the valid answer that follows counts. */
const ways: readonly Way[] = [
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
  [
    'an error without a message',
    '{"jsonrpc":"2.0","id":ID,"error":{"code":1}}',
    'gave no reason',
    'without words: {"jsonrpc":"2.0","id":'
  ],
  [
    'an error that is a text',
    '{"jsonrpc":"2.0","id":ID,"error":"No shovel"}',
    'No shovel',
    '"error":"No shovel"'
  ],
  [
    'an error with a name for a code, next to no result',
    '{"jsonrpc":"2.0","id":ID,"result":null,"error":{"code":"ENOENT","message":"no such file"}}',
    'ENOENT: no such file',
    '"code":"ENOENT"'
  ],
  ['a null result', '{"jsonrpc":"2.0","id":ID,"result":null}', "something that isn't a result", ''],
  [
    'an error without an id',
    '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}',
    null,
    'an error that belongs to no request: {"jsonrpc":"2.0","error"'
  ],
  ['a method that is not a string', '{"jsonrpc":"2.0","method":5}', null, "whose method isn't text: {"],
  ['a request with null as id', '{"jsonrpc":"2.0","id":null,"method":"ping"}', null, 'whose id is neither'],
  [
    'parameters that are not an object',
    '{"jsonrpc":"2.0","method":"x","params":[1]}',
    null,
    "parameters aren't an object"
  ],
  ['truncated JSON', '{"jsonrpc":"2.0","id":ID,"resu', null, 'not JSON-RPC: {"jsonrpc":"2.0","id":'],
  ['a stray line', 'Listening on \x1b[32m:3000\x07', null, 'not JSON-RPC: Listening on \\x1B[32m:3000\\x07'],
  ['a number', '42', null, 'not JSON-RPC: 42'],
  ['an empty array', '[]', null, 'not JSON-RPC: []'],
  ['an array in an array', '[[{"jsonrpc":"2.0","id":ID,"result":{}}]]', null, 'not JSON-RPC: [[{'],
  ['bytes that are not UTF-8', '"\xff\xfe"', null, '"\\xFF\\xFE"']
]

const said = '"result":{"content":[{"type":"text","text":"said"}]}'
/** Answers that are accepted in any of these forms. */
const takenWays: readonly (readonly [string, string])[] = [
  ['another JSON-RPC version', `{"jsonrpc":"1.0","id":ID,${said}}`],
  ['no JSON-RPC version', `{"id":ID,${said}}`],
  ['the id as a string', `{"jsonrpc":"2.0","id":"ID",${said}}`],
  ['an error that is null', `{"jsonrpc":"2.0","id":ID,"error":null,${said}}`],
  ['an error that is empty', `{"jsonrpc":"2.0","id":ID,"error":[],${said}}`],
  [
    'a _meta that is a list',
    `{"jsonrpc":"2.0","id":ID,"result":{"_meta":[],"content":{"type":"text","text":"said"}}}`
  ],
  ['a result that is a string', `{"jsonrpc":"2.0","id":ID,"result":"said"}`],
  [
    'a result that is the list of blocks',
    `{"jsonrpc":"2.0","id":ID,"result":[{"type":"text","text":"said"}]}`
  ],
  ['the form before the first revision', `{"jsonrpc":"2.0","id":ID,"result":{"toolResult":"said"}}`],
  ['an array of one answer', `[{"jsonrpc":"2.0","id":ID,${said}}]`]
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

describe('broken messages over stdio', () => {
  it.each(ways)('RPC-21 STDIO-05: %s', async (_name, bytes, failure, line) => {
    const info = await watched.startProgram(saying)
    const outcome = await watched.call(info, 'say', { bytes: `${bytes}\n`, isSilent: failure !== null })
    checkOutcome(outcome, failure)
    await vi.waitFor(() => expect(watched.log().join('\n')).toContain(line), soon)
    checkOutcome(await watched.call(info, 'say', { bytes: '' }), null)
    await checkNeighbour()
  })

  it.each(takenWays)('accepts an answer with %s', async (_name, bytes) => {
    const info = await watched.startProgram(saying)
    checkOutcome(await watched.call(info, 'say', { bytes: `${bytes}\n`, isSilent: true }), null)
  })

  it('RPC-21: ignores a second answer and logs it', async () => {
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

  it('RPC-12 LIFE-09: ignores members that the protocol does not define', async () => {
    const info = await watched.startProgram(saying)
    const bytes = '{"jsonrpc":"2.0","id":ID,"result":{"content":[],"new":1},"error":null,"time":5}\n'
    expect(await watched.call(info, 'say', { bytes, isSilent: true })).toMatchObject({ type: 'completed' })
  })

  it('logs the first 500 bytes of unreadable output', async () => {
    const info = await watched.startProgram(saying)
    await watched.call(info, 'say', { bytes: `${'x'.repeat(5_000)}\n` })
    expect(watched.log().find((line) => line.includes('xxxx'))).toMatch(/not JSON-RPC: x{500}…$/)
  })

  it('accepts answers of 20 levels and leaves out messages that nest endlessly', async () => {
    const info = await watched.startProgram(saying)
    const deep = `{"jsonrpc":"2.0","method":"x","params":{"a":${'['.repeat(2_000)}${']'.repeat(2_000)}}}\n`
    checkOutcome(await watched.call(info, 'say', { bytes: deep }), null)
    expect(watched.log().join()).toContain('nests too deeply')
  })
})

describe('broken messages in an event stream', () => {
  it.each(ways)('RPC-21: %s', async (_name, bytes, failure, line) => {
    const info = await startOverHttp('text/event-stream')
    const outcome = await watched.call(info, 'say', { bytes, isSilent: failure !== null })
    checkOutcome(outcome, failure)
    await vi.waitFor(() => expect(watched.log().join('\n')).toContain(line), soon)
    checkOutcome(await watched.call(info, 'say', { bytes: '' }), null)
    await checkNeighbour()
  })
})

describe('broken messages as a JSON answer', () => {
  it.each(ways)('RPC-21: %s', async (_name, bytes, _failure, line) => {
    const info = await startOverHttp('application/json')
    expect(await watched.call(info, 'say', { bytes })).toMatchObject({ type: 'failed' })
    await vi.waitFor(() => expect(watched.log().join('\n')).toContain(line), soon)
    const good = '{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"said"}]}}'
    checkOutcome(await watched.call(info, 'say', { bytes: good }), null)
    await checkNeighbour()
  })

  it.each(takenWays)('accepts an answer with %s', async (_name, bytes) => {
    const info = await startOverHttp('application/json')
    checkOutcome(await watched.call(info, 'say', { bytes }), null)
  })

  it('assigns an error without an id to the request that it answers', async () => {
    const bytes = '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"No shovel"}}'
    const stream = await startOverHttp('text/event-stream')
    checkOutcome(await watched.call(stream, 'say', { bytes, isSilent: true }), 'No shovel')
    await endpoint?.[Symbol.asyncDispose]()
    const plain = await startOverHttp('application/json')
    checkOutcome(await watched.call(plain, 'say', { bytes }), 'No shovel')
  })

  it.each([
    ['application/json; charset=UTF-8', '{"jsonrpc":"2.0","id":ID,RESULT}'],
    ['APPLICATION/JSON', '{"jsonrpc":"2.0","id":ID,RESULT}'],
    ['text/plain', '\ufeff{"jsonrpc":"2.0","id":ID,RESULT}'],
    ['', '{"jsonrpc":"2.0","id":ID,RESULT}'],
    ['application/octet-stream', ': keep-alive\n\ndata: {"jsonrpc":"2.0","id":ID,RESULT}\n\n'],
    ['application/json', 'event: message\ndata: {"jsonrpc":"2.0","id":ID,RESULT}\n\n'],
    ['Text/Event-Stream; charset=utf-8', 'data: {"jsonrpc":"2.0","id":ID,RESULT}\n\n'],
    ['text/event-stream', '{"jsonrpc":"2.0",\n"id":ID,RESULT}']
  ])('reads an answer of the type "%s" by its content', async (type, body) => {
    endpoint = await serveEndpoint((request, response) => {
      if (request.message?.method !== 'tools/call') return false
      if (type !== '') response.setHeader('content-type', type)
      return end(response, body.replace('ID', String(request.message.id)).replace('RESULT', said))
    })
    checkOutcome(await watched.call(await watched.reach(endpoint.url), 'go'), null)
  })

  it.each([
    [
      200,
      '<!DOCTYPE html><html><head><title>Sign in to\n the hotel</title></head></html>',
      '(“Sign in to the hotel”)'
    ],
    [200, '<html><body><h1>Welcome</h1></body></html>', '(“Welcome”)'],
    [200, '<html></html>', 'answered with a web page, not as an MCP server'],
    [502, '<html><head><title>502 Bad Gateway</title></head></html>', '(“502 Bad Gateway”)'],
    [403, '<html><head><title>Blocked</title></head></html>', '(“Blocked”)']
  ])('reports a web page with status %i instead of an answer (%s)', async (status, page, words) => {
    endpoint = await serveEndpoint((request, response) => {
      if (request.message?.method !== 'tools/call') return false
      response.writeHead(status, { 'content-type': 'text/html' })
      return end(response, page)
    })
    checkOutcome(await watched.call(await watched.reach(endpoint.url), 'go'), words)
  })

  it('names a web page that a server returns when Parley connects', async () => {
    endpoint = await serveEndpoint((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      return end(response, '<html><head><title>Sign in to the hotel</title></head></html>')
    })
    await expect(watched.reach(endpoint.url)).rejects.toMatchObject({
      message: expect.stringMatching(
        /127\.0\.0\.1:\d+ answered with a web page \(“Sign in to the hotel”\)/
      ) as string
    })
  })

  it('HTTP-04 RPC-19: fails the call for an error without an id, and logs its bytes', async () => {
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
    'refuses an answer of the type "%s"',
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

  it('fails the call for an answer that is cut in the middle', async () => {
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
