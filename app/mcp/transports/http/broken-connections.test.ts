/** Connections that break before an answer is there, over Streamable HTTP: whose work is lost by it, and whose is not. */
import type http from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTextResult, sendJson, serveEndpoint } from '../../testing/http-endpoint'
import type { Endpoint, EndpointRequest } from '../../testing/http-endpoint'
import { renderEnglish } from '../../../testing/in-english'
import { watchClients } from '../../testing/watched-clients'
import type { WatchedClients } from '../../testing/watched-clients'
import { soon } from '../../../testing/soon'

let watched: WatchedClients
let endpoint: Endpoint
/** Requests whose connection breaks, by method or by the word of a call. */
let broken: Set<string>
/** Calls that wait for the test. */
let held: { readonly request: EndpointRequest; readonly response: http.ServerResponse }[]

const wordOf = ({ message }: EndpointRequest) =>
  (message?.params?.['arguments'] as { word?: string } | undefined)?.word ?? ''

beforeEach(async () => {
  watched = watchClients()
  broken = new Set()
  held = []
  endpoint = await serveEndpoint((request, response) => {
    const isBroken = broken.has(request.message?.method ?? '') || broken.has(wordOf(request))
    if (isBroken) response.destroy()
    else if (wordOf(request) === 'hold') held.push({ request, response })
    else return false
    return true
  })
})
afterEach(async () => {
  await watched.clients.shutdown()
  await endpoint[Symbol.asyncDispose]()
})

const closed = () => renderEnglish(watched.news('connectionClosed'))
const lost = {
  type: 'failed',
  failure: {
    code: 'SERVER_RESTARTED',
    message: expect.stringContaining("Parley doesn't know whether the tool ran") as string
  }
}

it('HTTP-15: that of a call costs that call alone: it is not sent again, what runs beside it is answered, the server stays', async () => {
  const info = await watched.reach(endpoint.url)
  const beside = watched.call(info, 'go', { word: 'hold' })
  await vi.waitFor(() => expect(held).toHaveLength(1), soon)
  broken.add('break')
  expect(await watched.call(info, 'go', { word: 'break' })).toMatchObject(lost)
  await vi.waitFor(() => expect(endpoint.of('ping')).toHaveLength(1), soon)
  for (const { request, response } of held) sendJson(response, createTextResult(request, 'beside'))
  expect(await beside).toMatchObject({ content: [{ text: 'beside' }] })
  expect(await watched.call(info, 'go')).toMatchObject({ content: [{ text: 'went' }] })
  expect(closed()).toEqual([])
  expect(endpoint.of('tools/call').map(wordOf)).toEqual(['hold', 'break', ''])
})

it('where the server gives no sign after that, it is lost', async () => {
  const info = await watched.reach(endpoint.url)
  broken = new Set(['break', 'ping'])
  await watched.call(info, 'go', { word: 'break' })
  await vi.waitFor(() => expect(closed()).toHaveLength(1), soon)
  expect(closed()).toMatchObject([{ reason: expect.stringContaining('no longer responds') as string }])
})

it('where nothing listens any more, the news says so', async () => {
  const info = await watched.reach(endpoint.url)
  const running = watched.call(info, 'go', { word: 'hold' })
  await vi.waitFor(() => expect(held).toHaveLength(1), soon)
  await endpoint[Symbol.asyncDispose]()
  expect(await running).toMatchObject(lost)
  await vi.waitFor(() => expect(closed()).toHaveLength(1), soon)
  expect(closed()).toMatchObject([{ reason: expect.stringContaining('nothing responds') as string }])
})

it('what does nothing is asked for once more', async () => {
  let breaks = 1
  const served = await serveEndpoint((request, response) => {
    if (request.message?.method !== 'tools/list' || breaks === 0) return false
    breaks -= 1
    response.destroy()
    return true
  })
  const info = await watched.reach(served.url)
  expect(info.tools.map(({ name }) => name)).toEqual(['go'])
  expect(served.of('tools/list')).toHaveLength(2)
  await served[Symbol.asyncDispose]()
})
