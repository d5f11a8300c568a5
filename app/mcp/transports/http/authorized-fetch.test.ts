import { describe, expect, it } from 'vitest'
import { createAuthorizedFetch } from './authorized-fetch'
import type { RenewRequest } from './authorized-fetch'
import type { AccessToken } from '../../interface'

const access = (token: string, renewAt: number | null = null): AccessToken => ({
  token,
  renewAt,
  proofKey: null
})
const call = { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call' }) }

function connect(
  given: AccessToken | null,
  renewed: (request: RenewRequest) => AccessToken | null,
  valid: string
) {
  const sent: (string | null)[] = []
  const asked: RenewRequest[] = []
  const fetch = createAuthorizedFetch({
    serverUrl: new URL('https://server.example/mcp'),
    access: given,
    now: () => 1_000,
    renew: (request) => {
      asked.push(request)
      return Promise.resolve(renewed(request))
    },
    fetch: (_url, init) => {
      const token = new Headers(init?.headers).get('authorization')
      sent.push(token)
      const headers = { 'www-authenticate': 'Bearer scope="read"' }
      return Promise.resolve(new Response('', token === `Bearer ${valid}` ? {} : { status: 401, headers }))
    }
  })
  return { fetch, sent, asked }
}

describe('a request with the token of a sign-in', () => {
  it('AUTH-33: carries the token in its header, with any method', async () => {
    const { fetch, sent } = connect(access('one'), () => null, 'one')
    for (const method of ['POST', 'GET', 'DELETE']) await fetch('https://server.example/mcp', { method })
    expect(sent).toEqual(['Bearer one', 'Bearer one', 'Bearer one'])
  })

  it('AUTH-35: carries no token to another origin', async () => {
    const { fetch, sent } = connect(access('one'), () => null, 'one')
    for (const url of [
      'https://other.example/mcp',
      'http://server.example/mcp',
      'https://server.example:8443/'
    ])
      await fetch(url)
    expect(sent).toEqual([null, null, null])
  })

  it('asks for one new token when several are denied together, and is sent again with it', async () => {
    const { fetch, sent, asked } = connect(access('old'), () => access('new'), 'new')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => fetch('https://server.example/mcp', call))
    )
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ usedToken: 'old', method: 'tools/call', challenge: { scope: 'read' } })
    expect(sent).toHaveLength(100)
  })

  it('fails after a few rounds if the server keeps denying it', async () => {
    let count = 0
    const { fetch, asked } = connect(null, () => access(`token-${++count}`), 'none')
    expect((await fetch('https://server.example/mcp', call)).status).toBe(401)
    expect(asked).toHaveLength(3)
  })

  it('waits for a new token if its token is about to expire, and uses the old one if there is none', async () => {
    const renewing = connect(access('old', 999), () => access('new'), 'new')
    await renewing.fetch('https://server.example/mcp', call)
    expect(renewing.sent).toEqual(['Bearer new'])
    expect(renewing.asked[0]?.challenge.status).toBeNull()
    const keeping = connect(access('old', 999), () => null, 'old')
    expect((await keeping.fetch('https://server.example/mcp', call)).ok).toBe(true)
  })

  it('does not wait for a token after it was cancelled', async () => {
    const controller = new AbortController()
    const fetch = createAuthorizedFetch({
      serverUrl: new URL('https://server.example/mcp'),
      access: null,
      now: () => 0,
      renew: () => new Promise(() => {}),
      fetch: () => Promise.resolve(new Response('', { status: 401 }))
    })
    const asking = fetch('https://server.example/mcp', { ...call, signal: controller.signal })
    controller.abort(new Error('stopped'))
    await expect(asking).rejects.toThrow('stopped')
  })
})
