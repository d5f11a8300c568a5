import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { visit } from '../../testing/sign-in/browser'
import { accountReason, openSignInHost, isReachable } from '../../testing/sign-in/signed-in-host'
import type { SignInHost } from '../../testing/sign-in/signed-in-host'
import { startSmallServer } from '../../testing/sign-in/small-server'
import type { SmallServer } from '../../testing/sign-in/small-server'
import { soon } from '../../testing/soon'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const each of opened.splice(0).reverse()) await each.close()
})

/** A server that names its own authorization server first, and a different one on demand. */
async function startMoving() {
  const place = { other: null as string | null }
  const other = await startSmallServer()
  const server: SmallServer = await startSmallServer({
    answer: ({ url }, response) => {
      if (url !== '/.well-known/oauth-protected-resource/mcp' || place.other === null) return false
      const document = { resource: server.url, authorization_servers: [place.other] }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
      return true
    }
  })
  opened.push(server, other)
  const move = () => {
    place.other = other.origin
    server.expire()
  }
  return { server, other, move }
}

async function open(server: SmallServer, oauth: object): Promise<SignInHost> {
  const self = await openSignInHost({ work: { url: server.url, oauth } })
  opened.push(self)
  return self
}

const known = { clientId: 'known', clientSecret: 'a-well-kept-secret' }

describe('a client of the settings', () => {
  it('AUTH-35: with its own secret is not sent to a different issuer because a server names one', async () => {
    const { server, other, move } = await startMoving()
    const self = await open(server, { ...known, flow: 'client-credentials' })
    await isReachable(self, 'connected')
    move()
    expect((await self.call('whoami')).state).toBe('failed')
    expect(accountReason(self)).toContain('uses a different')
    // Also after the earlier tokens are deleted.
    expect(self.host.secrets.get('oauth/work')).toContain('"session":null')
    const before = server.asked.length
    await self.host.handlers['account.act']({ serverName: 'work', act: 'sign-in' })
    await vi.waitFor(() => expect(server.asked.length).toBeGreaterThan(before), soon)
    await vi.waitFor(() => expect(self.account()?.state).toBe('needs-sign-in'), soon)
    expect(accountReason(self)).toContain('uses a different')
    expect(other.asked.filter((each) => each.startsWith('/token'))).toEqual([])
    expect(JSON.stringify(other.asked)).not.toContain('a-well-kept-secret')
  }, 300_000)

  it('AUTH-35: is not shown to a different issuer in the browser: Parley registers a new client there', async () => {
    const { server, other, move } = await startMoving()
    const self = await open(server, known)
    await visit(await self.agree())
    await isReachable(self, 'connected')
    move()
    await self.begin('whoami')
    const question = await self.asked()
    expect(question.places).toMatchObject([{ issuer: other.origin }])
    const link = new URL(await self.agree())
    expect(link.origin).toBe(other.origin)
    expect(link.searchParams.get('client_id')).toBe('client')
    await visit(link.href)
    await vi.waitFor(() => expect(other.asked.some((each) => each.startsWith('/token'))).toBe(true), soon)
    expect(JSON.stringify(other.asked)).not.toContain('a-well-kept-secret')
    expect(JSON.stringify(other.asked)).not.toContain('client_id=known')
  })
})

describe('the redirect from the browser', () => {
  it('AUTH-28: uses the port of the settings, and reports when that is in use', async () => {
    const server = await startSmallServer()
    opened.push(server)
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    const self = await open(server, { redirectPort: port })
    await expect(self.agree()).rejects.toThrow('browser was not opened')
    expect(accountReason(self)).toContain(`port ${port}`)
    await new Promise((resolve) => taken.close(resolve))
    await self.host.handlers['account.act']({ serverName: 'work', act: 'sign-in' })
    const link = new URL(await self.agree())
    expect(link.searchParams.get('redirect_uri')).toBe(`http://127.0.0.1:${port}/callback`)
    await visit(link.href)
    await isReachable(self, 'connected')
  }, 300_000)

  it('is closed after five minutes, with the reason', async () => {
    const { timeout } = AbortSignal
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
      timeout.call(AbortSignal, ms === 300_000 ? 300 : ms)
    )
    const server = await startSmallServer()
    opened.push(server)
    const self = await open(server, {})
    const link = new URL(await self.agree())
    await vi.waitFor(() => expect(accountReason(self)).toContain('after five minutes'), soon)
    await vi.waitFor(() => expect(fetch(link.searchParams.get('redirect_uri') ?? '')).rejects.toThrow(), soon)
    expect(server.asked.filter((each) => each.startsWith('/token'))).toEqual([])
  })
})
