import { expect, it } from 'vitest'
import { createObservedFetch, type SentOverHttp } from './observed-fetch'

it('reports status and headers of each sent message, without values of secret headers and of those that the user set', async () => {
  const sent: SentOverHttp[] = []
  const response = new Response('{}', { status: 202, headers: { 'Set-Cookie': 'a=1', 'X-Request-Id': 'r1' } })
  const fetch = createObservedFetch(
    async () => response,
    ['X-Tenant'],
    (one) => void sent.push(one)
  )
  const headers = {
    Authorization: 'Bearer abc',
    'Mcp-Session-Id': 's',
    'X-Tenant': 't',
    Accept: 'text/plain'
  }
  const body = '{"jsonrpc":"2.0","id":7,"method":"ping"}'
  await fetch(new URL('https://example.com/mcp'), { method: 'POST', headers, body })
  await fetch(new URL('https://example.com/mcp'), { method: 'GET', headers })
  expect(sent).toEqual([
    expect.objectContaining({
      method: 'ping',
      id: 7,
      exchange: {
        url: 'https://example.com/mcp',
        status: 202,
        requestHeaders: {
          accept: 'text/plain',
          authorization: '[secret]',
          'mcp-session-id': '[secret]',
          'x-tenant': '[secret]'
        },
        responseHeaders: {
          'content-type': 'text/plain;charset=UTF-8',
          'set-cookie': '[secret]',
          'x-request-id': 'r1'
        }
      }
    })
  ])
})
