/** Streamable HTTP connections that break before an answer: which requests are lost, and which are not. */
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
/** Requests whose connection breaks, by method or by an argument of a call. */
let broken: Set<string>
/** Calls that the test answers later. */
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

it('HTTP-15: fails only the call whose connection broke: it is not sent again, other calls are answered, the server stays connected', async () => {
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

it('reports the server as lost if it does not answer after that', async () => {
  const info = await watched.reach(endpoint.url)
  broken = new Set(['break', 'ping'])
  await watched.call(info, 'go', { word: 'break' })
  await vi.waitFor(() => expect(closed()).toHaveLength(1), soon)
  expect(closed()).toMatchObject([{ reason: expect.stringContaining('no longer responds') as string }])
})

it('says so if nothing listens at the address any more', async () => {
  const info = await watched.reach(endpoint.url)
  const running = watched.call(info, 'go', { word: 'hold' })
  await vi.waitFor(() => expect(held).toHaveLength(1), soon)
  await endpoint[Symbol.asyncDispose]()
  expect(await running).toMatchObject(lost)
  await vi.waitFor(() => expect(closed()).toHaveLength(1), soon)
  expect(closed()).toMatchObject([{ reason: expect.stringContaining('nothing responds') as string }])
})

it('repeats requests without side effects once', async () => {
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
