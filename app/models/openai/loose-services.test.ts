/** Services that follow the form loosely: what they send is read as far as it can be understood. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { collect, live, request, testKey } from '../testing/providers-under-test'
import { openAiCompatible } from './descriptor'
import { soon } from '../../testing/soon'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

interface Answer {
  readonly status?: number
  readonly type?: string
  readonly body: string
}

/** A service that gives the same answer to everything. */
async function serviceOf({ status = 200, type = 'text/event-stream', body }: Answer) {
  const server = createServer((_incoming, outgoing) => {
    outgoing.writeHead(status, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  const readKey = () => Promise.resolve(testKey)
  return openAiCompatible.create({
    api: 'chat',
    name: 'loose',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    readKey
  })
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ delta, finish_reason: finish }] })}\n\n`

async function partsOf(...chunks: readonly string[]) {
  const provider = await serviceOf({ body: [...chunks, 'data: [DONE]\n\n'].join('') })
  return (await collect(provider.stream(request(), live()))).parts
}

const whole = (index: number, id: string, name: string) => ({
  index,
  ...(id === '' ? {} : { id }),
  function: { name, arguments: '{"a":1}' }
})

it('calls that all stand at the first place are told apart by their ids', async () => {
  const parts = await partsOf(
    chunk({ tool_calls: [whole(0, 'one', 'echo')] }),
    chunk({ tool_calls: [whole(0, 'two', 'echo')] }, 'tool_calls')
  )
  expect(parts).toMatchObject([
    { type: 'tool-call-started', id: 'one' },
    { type: 'tool-call-started', id: 'two' },
    { type: 'tool-call-requested', id: 'one', arguments: { a: 1 } },
    { type: 'tool-call-requested', id: 'two', arguments: { a: 1 } },
    { type: 'ended', stopReason: 'tool_use', usage: null }
  ])
})

it('a call whose id is repeated with every piece stays one call', async () => {
  const piece = (json: string) => ({ index: 0, id: 'one', function: { name: 'echo', arguments: json } })
  const parts = await partsOf(
    chunk({ tool_calls: [piece('{"a"')] }),
    chunk({ tool_calls: [piece(':1}')] }, 'tool_calls')
  )
  expect(parts.filter(({ type }) => type === 'tool-call-requested')).toMatchObject([{ arguments: { a: 1 } }])
})

it('calls without an id get one each', async () => {
  const parts = await partsOf(
    chunk({ tool_calls: [whole(0, '', 'echo'), whole(1, '', 'list')] }, 'tool_calls')
  )
  const ids = parts.flatMap((part) => (part.type === 'tool-call-requested' ? part.id : []))
  expect(new Set(ids).size).toBe(2)
  expect(ids.every((id) => id.length > 8)).toBe(true)
})

it('a reply with calls that ends with “stop” waits for their results', async () => {
  const parts = await partsOf(chunk({ tool_calls: [whole(0, 'one', 'echo')] }), chunk({}, 'stop'))
  expect(parts.at(-1)).toMatchObject({ type: 'ended', stopReason: 'tool_use' })
})

it.each([
  ['{"error": "model \'x\' not found"}', "model 'x' not found"],
  ['[{"error": {"code": 400, "message": "Invalid schema"}}]', 'Invalid schema'],
  ['{"object": "error", "message": "Extra inputs", "type": "invalid"}', 'Extra inputs'],
  ['{"detail": "Not today"}', 'Not today']
])('shows what a service says in its own form: %s', async (body, words) => {
  const provider = await serviceOf({ status: 400, type: 'application/json', body })
  const { error } = await collect(provider.stream(request(), live()))
  expect(error).toMatchObject({ code: 'MODEL_REFUSED_REQUEST' })
  expect((error as Error).message).toContain(words)
})

it('SEC-11-11 an error without end is read no further than one needs to be', async () => {
  let hasClosed = false
  const piece = ' '.repeat(64 * 1024)
  const server = createServer((_incoming, outgoing) => {
    outgoing.writeHead(400, { 'content-type': 'application/json' })
    outgoing.on('close', () => (hasClosed = true))
    const write = () => {
      while (!outgoing.destroyed && outgoing.write(piece));
    }
    outgoing.on('drain', write)
    write()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  const readKey = () => Promise.resolve(testKey)
  const provider = openAiCompatible.create({
    api: 'chat',
    name: 'mine',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    readKey
  })
  const { error } = await collect(provider.stream(request(), live()))
  expect(error).toMatchObject({ code: 'MODEL_REFUSED_REQUEST' })
  await vi.waitFor(() => expect(hasClosed).toBe(true), soon)
})

it('says that a key is missing where none was sent and one is wanted', async () => {
  const server = createServer((_incoming, outgoing) => outgoing.writeHead(401).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  const readKey = () => Promise.resolve(null)
  const provider = openAiCompatible.create({
    api: 'chat',
    name: 'mine',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    readKey
  })
  const { error } = await collect(provider.stream(request(), live()))
  expect(error).toMatchObject({ code: 'MODEL_NO_KEY' })
})

it('an answer that is no stream of events is a reply that broke off', async () => {
  const provider = await serviceOf({ type: 'application/json', body: '{"choices": []}' })
  const { error } = await collect(provider.stream(request(), live()))
  expect(error).toMatchObject({ code: 'MODEL_STREAM_DROPPED' })
})
