/** Authorization servers that no longer know Parley's client, or that never redirect back. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { visit } from '../../testing/sign-in/browser'
import { accountReason, openSignInHost, isReachable, refusal } from '../../testing/sign-in/signed-in-host'
import type { SignInHost } from '../../testing/sign-in/signed-in-host'
import { startSmallServer } from '../../testing/sign-in/small-server'
import { soon } from '../../testing/soon'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close()
})

/** Registers each client under a new number. `refuse`: the token endpoint's error from now on; null: none. */
async function start() {
  let clients = 0
  let refused: string | null = null
  const server = await startSmallServer({
    answer: ({ url }, response, body) => {
      const answer = (status: number, document: object) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document))
        return true
      }
      if (url === '/register')
        return answer(201, { ...(JSON.parse(body) as object), client_id: `client-${(clients += 1)}` })
      if (url === '/token' && refused !== null)
        return answer(401, {
          error: refused,
          error_description: 'Invalid client or Invalid client credentials'
        })
      return false
    }
  })
  opened.push(server)
  return { server, refuse: (code: string | null) => (refused = code), registrations: () => clients }
}

async function open(url: string, oauth?: object): Promise<SignInHost> {
  const self = await openSignInHost({ work: { url, ...(oauth === undefined ? {} : { oauth }) } })
  opened.push(self)
  return self
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const clientOf = (link: string) => new URL(link).searchParams.get('client_id')

async function signInAgain(self: SignInHost): Promise<string> {
  void self.host.handlers['account.act']({ serverName: 'work', act: 'sign-in' })
  return await self.agree()
}

describe('a client that the authorization server has forgotten', () => {
  it.each([
    ['invalid_client', 'client-2'],
    ['unauthorized_client', 'client-2'],
    ['invalid_grant', 'client-1']
  ])('after a renewal rejected with %s, opens the next page as %s', async (code, client) => {
    const { server, refuse } = await start()
    const self = await open(server.url)
    const first = await self.agree()
    expect(clientOf(first)).toBe('client-1')
    await visit(first)
    await isReachable(self, 'connected')
    server.expire()
    refuse(code)
    const end = await self.begin('whoami')
    const second = await self.agree()
    expect(clientOf(second)).toBe(client)
    refuse(null)
    await visit(second)
    expect((await end()).state).toBe('done')
  })

  it('is registered again after its code was rejected', async () => {
    const { server, refuse, registrations } = await start()
    const self = await open(server.url)
    await visit(await self.agree())
    await isReachable(self, 'connected')
    await self.host.handlers['account.act']({ serverName: 'work', act: 'sign-out' })
    refuse('invalid_client')
    const again = await signInAgain(self)
    expect(clientOf(again)).toBe('client-1')
    await visit(again)
    expect(await refusal(self)).toContain('Invalid client')
    refuse(null)
    await visit(await signInAgain(self))
    await isReachable(self, 'connected')
    expect(registrations()).toBe(2)
  })

  it('can be forgotten while its page is open, which is reported', async () => {
    const { server } = await start()
    const self = await open(server.url)
    const first = await self.agree()
    await vi.waitFor(() => expect(accountReason(self)).toBe('Continue in the browser.'), soon)
    await visit(first)
    await isReachable(self, 'connected')
    await self.host.handlers['account.act']({ serverName: 'work', act: 'sign-out' })
    expect(clientOf(await signInAgain(self))).toBe('client-1')
    await vi.waitFor(() => expect(accountReason(self)).toContain('select “Forget client”'), soon)
    await self.host.handlers['account.act']({ serverName: 'work', act: 'forget-client' })
    expect(clientOf(await signInAgain(self))).toBe('client-2')
  })
})

describe('a client of the settings', () => {
  it.each([
    ['with any port', false],
    ['with the port of the settings', true]
  ])('stays after a denial, and its page names the redirect address to allow, %s', async (_, isFixed) => {
    const { server, refuse, registrations } = await start()
    const port = await freePort()
    const self = await open(server.url, { clientId: 'known', ...(isFixed ? { redirectPort: port } : {}) })
    const address = isFixed ? `http://127.0.0.1:${port}/callback` : 'http://127.0.0.1/callback'
    refuse('invalid_client')
    for (const link of [await self.agree(), null]) {
      const page = link ?? (await signInAgain(self))
      expect(clientOf(page)).toBe('known')
      await vi.waitFor(() => expect(accountReason(self)).toContain('for the client known there'), soon)
      expect(accountReason(self)).toContain(`allow the redirect address ${address} for`)
      await visit(page)
      expect(await refusal(self)).toContain('Invalid client')
    }
    expect(registrations()).toBe(0)
  })
})
