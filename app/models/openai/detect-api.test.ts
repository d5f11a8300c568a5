/** Choice of the API for an address with unknown support, against test endpoints through the real library. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createScriptedModel } from '../../testing/scripted-model/scripted-model'
import type { ScriptedModelOptions } from '../../testing/scripted-model/scripted-model'
import type { ModelRequest } from '../model'
import { collect, live, request } from '../testing/providers-under-test'
import { openAiCompatible } from './descriptor'

const open: { close(): unknown }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})

async function endpoint(options: Partial<ScriptedModelOptions> = {}) {
  const model = await createScriptedModel({ script: () => ({ text: 'hi' }), ...options })
  open.push(model)
  return model
}

/** An address in front of the endpoint that gives the set answer for its Responses API. */
async function inFrontOf(target: string, answer: { status: number; type?: string; body?: string }) {
  const paths: string[] = []
  const server = createServer((incoming, outgoing) => {
    paths.push(incoming.url ?? '')
    if (incoming.url === '/v1/responses') {
      outgoing.writeHead(answer.status, { 'content-type': answer.type ?? 'application/json' })
      outgoing.end(answer.body ?? '{}')
      return
    }
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('end', () => {
      const init = {
        method: 'POST',
        body: Buffer.concat(pieces),
        headers: { 'content-type': 'application/json' }
      }
      void fetch(`${target}${incoming.url}`, init).then(async (response) => {
        outgoing.writeHead(response.status, { 'content-type': response.headers.get('content-type') ?? '' })
        outgoing.end(Buffer.from(await response.arrayBuffer()))
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(server)
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths }
}

function asker(baseUrl: string, api?: 'responses' | 'chat') {
  const foundApis = new Map<string, 'responses' | 'chat'>()
  const access = { name: 'local', baseUrl: `${baseUrl}/v1`, readKey: async () => null, foundApis, api }
  const ask = (change: Partial<ModelRequest> = {}) =>
    collect(openAiCompatible.create(access).stream(request(change), live()))
  return { ask, found: () => foundApis.get(access.baseUrl) }
}

const pathsOf = ({ requests }: { readonly requests: readonly { readonly path: string }[] }) =>
  requests.map(({ path }) => path)

describe('an address with unknown APIs', () => {
  it('uses the newer API from the first request if the address has it', async () => {
    const model = await endpoint({ offersResponses: true })
    const { ask, found } = asker(model.baseUrl)
    expect((await ask()).parts[0]).toEqual({ type: 'text-delta', text: 'hi' })
    await ask()
    expect(pathsOf(model)).toEqual(['/v1/responses', '/v1/responses'])
    expect(found()).toBe('responses')
  })

  it.each([
    ['nothing at that path', { status: 404 }],
    ['a web page that says so', { status: 404, type: 'text/html', body: '<h1>Not found</h1>' }],
    ['a path for other methods', { status: 405 }],
    ['a path that is not implemented', { status: 501 }],
    ['200 and a web page', { status: 200, type: 'text/html', body: '<h1>Welcome</h1>' }],
    ['200 and an error message', { status: 200, body: '{"error":"Unexpected endpoint or method."}' }]
  ])('uses the older API when there is %s, and remembers it', async (_what, answer) => {
    const model = await endpoint()
    const front = await inFrontOf(model.baseUrl, answer)
    const { ask, found } = asker(front.baseUrl)
    expect(await ask()).toMatchObject({ error: null, parts: [{ type: 'text-delta', text: 'hi' }, {}] })
    await ask()
    expect(front.paths).toEqual(['/v1/responses', '/v1/chat/completions', '/v1/chat/completions'])
    expect(found()).toBe('chat')
  })

  it('does not repeat a request that was answered in one piece, which may have been billed', async () => {
    const model = await endpoint()
    const message = { type: 'message', content: [{ type: 'output_text', text: 'whole' }] }
    const body = JSON.stringify({ object: 'response', status: 'completed', output: [message] })
    const front = await inFrontOf(model.baseUrl, { status: 200, body })
    expect((await asker(front.baseUrl).ask()).parts[0]).toEqual({ type: 'text-delta', text: 'whole' })
    expect(front.paths).toEqual(['/v1/responses'])
  })

  it.each([400, 401, 429])(
    'asks once when the newer API answers with %i, and shows that error',
    async (status) => {
      const failure = { status, type: 'x', message: 'No', headers: { 'x-should-retry': 'false' } }
      const model = await endpoint({ offersResponses: true, script: () => ({ failure }) })
      const { ask, found } = asker(model.baseUrl)
      expect((await ask()).error).not.toBeNull()
      expect(pathsOf(model)).toEqual(['/v1/responses'])
      expect(found()).toBeUndefined()
    }
  )

  it('reports a missing model when both APIs do, and remembers nothing from it', async () => {
    const failure = { status: 404, type: 'not_found_error', message: 'No such model' }
    const model = await endpoint({ offersResponses: true, script: () => ({ failure }) })
    const { ask, found } = asker(model.baseUrl)
    expect((await ask()).error).toMatchObject({ code: 'MODEL_UNKNOWN' })
    expect(found()).toBeUndefined()
  })

  it('never repeats a request once an answer has begun', async () => {
    const model = await endpoint({
      offersResponses: true,
      script: () => ({ text: ['Half an ', 'answer'], breakAfter: { deltas: 1, how: 'drop' } })
    })
    expect((await asker(model.baseUrl).ask()).error).toMatchObject({ code: 'MODEL_STREAM_DROPPED' })
    expect(pathsOf(model)).toEqual(['/v1/responses'])
  })

  it('sends sounds over the older API, which supports them', async () => {
    const model = await endpoint({ offersResponses: true })
    const block = { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' } as const
    const messages = [{ role: 'user', content: [{ type: 'block', block }] }] as const
    await asker(model.baseUrl).ask({ messages, takesSounds: true })
    expect(pathsOf(model)).toEqual(['/v1/chat/completions'])
  })

  it.each([
    ['chat', '/v1/chat/completions'],
    ['responses', '/v1/responses']
  ] as const)('follows the settings: %s', async (api, path) => {
    const model = await endpoint({ offersResponses: true })
    await asker(model.baseUrl, api).ask()
    expect(pathsOf(model)).toEqual([path])
  })
})
