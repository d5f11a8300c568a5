import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { say, toEnglish } from '../../texts/render-localized'
import { visit } from '../../testing/sign-in/browser'
import {
  accountReason,
  openSignInHost,
  isReachable,
  refusal,
  readResultText
} from '../../testing/sign-in/signed-in-host'
import type { SignInHost } from '../../testing/sign-in/signed-in-host'
import { startSignInServer } from '../../testing/sign-in/sign-in-server'
import type { SignInServer } from '../../testing/sign-in/sign-in-server'
import { soon } from '../../testing/soon'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close()
})

async function start(options: Parameters<typeof startSignInServer>[0] = {}): Promise<SignInServer> {
  const server = await startSignInServer(options)
  opened.push(server)
  return server
}

async function open(...input: Parameters<typeof openSignInHost>): Promise<SignInHost> {
  const host = await openSignInHost(...input)
  opened.push(host)
  return host
}

async function signIn(self: SignInHost, login = 'ann'): Promise<URL> {
  const link = await self.agree()
  const page = await visit(link, login)
  expect(page.text).toContain('return to Parley')
  return new URL(link)
}

const tokenRequests = async (server: SignInServer) =>
  (await server.log()).filter(({ url }) => url === '/token' || url === '/tenant/token').length

describe('signing in with the browser', () => {
  it('SYS-14 AUTH-02 AUTH-05 AUTH-06 AUTH-13 AUTH-14 AUTH-15 AUTH-17 AUTH-23 AUTH-25 AUTH-27 AUTH-42: a 401 leads to a question, a sign-in in the browser, and a connection', async () => {
    const server = await start()
    const self = await open({ work: { url: server.url } })
    await isReachable(self, 'needs-sign-in')
    expect(self.host.openedLinks).toEqual([])
    const question = await self.asked()
    expect(question.places).toMatchObject([{ issuer: server.issuer, needsClient: false, doubt: null }])
    expect(question.scopes).toEqual(['openid', 'email', 'mcp:read'])
    const link = await signIn(self)
    expect(link.searchParams.get('resource')).toBe(server.url)
    expect(link.searchParams.get('code_challenge_method')).toBe('S256')
    expect(link.searchParams.get('state')?.length).toBeGreaterThan(40)
    await isReachable(self, 'connected')
    expect(self.account()).toMatchObject({ state: 'signed-in', issuer: server.issuer, isRenewable: true })
    expect(readResultText(await self.call('whoami'))).toBe('whoami for ann')
    const asked = await server.log()
    expect(asked.filter(({ url }) => url === '/reg')).toHaveLength(1)
    expect(
      asked.filter(({ at, rpc, hasToken }) => at === 'server' && rpc === 'tools/call' && !hasToken)
    ).toEqual([])
  })

  it('is asked once; Cancel leaves the server waiting, and Start asks again', async () => {
    const server = await start()
    const self = await open({ work: { url: server.url } })
    await self.asked()
    await self.cancel()
    await vi.waitFor(async () => expect((await self.server())?.reason).toEqual(say('auth.cancelled')), soon)
    expect(self.host.question()).toBeNull()
    expect((await server.log()).filter(({ url }) => url === '/reg' || url === '/auth')).toEqual([])
    await self.host.handlers['server.control']({ serverName: 'work', act: 'start' })
    await self.asked()
  })

  it('reports a cancellation during discovery, and blames no address', async () => {
    const server = await start()
    const self = await open({ work: { url: server.url } })
    await self.asked()
    await self.cancel()
    await vi.waitFor(() => expect(self.account()?.state).toBe('needs-sign-in'), soon)
    void self.host.handlers['account.act']({ serverName: 'work', act: 'sign-in' })
    const isLookingUp = () => expect(self.account()?.reason).toEqual(say('auth.lookingUp'))
    await vi.waitFor(isLookingUp, { ...soon, interval: 1 })
    await self.host.handlers['account.act']({ serverName: 'work', act: 'cancel' })
    await vi.waitFor(() => expect(self.account()?.state).toBe('needs-sign-in'), soon)
    expect(self.account()?.reason).toEqual(say('auth.cancelled'))
  })

  it('AUTH-36: tokens are in the vault and nowhere else', async () => {
    const server = await start()
    const self = await open({ work: { url: server.url } })
    await signIn(self)
    await isReachable(self, 'connected')
    const record = JSON.parse(self.host.secrets.get('oauth/work') ?? '{}') as {
      session: { accessToken: string; refreshToken: string }
    }
    const seen = JSON.stringify([self.host.events, self.host.logged])
    expect(record.session.accessToken).not.toBe('')
    for (const secret of [record.session.accessToken, record.session.refreshToken])
      expect(seen).not.toContain(secret)
    expect(seen).not.toMatch(/code_verifier|refresh_token=/)
  })

  it("reports a denial in the browser, and doesn't ask again automatically", async () => {
    const server = await start()
    const self = await open({ work: { url: server.url } })
    const page = await visit(await self.agree(), null)
    expect(page.text).toContain('Sign-in failed')
    await vi.waitFor(() => expect(accountReason(self)).toContain('access_denied'), soon)
    expect(self.host.question()).toBeNull()
  })

  it('a sign-in outlives Parley', async () => {
    const server = await start()
    const first = await open({ work: { url: server.url } })
    await signIn(first)
    await isReachable(first, 'connected')
    const secrets = new Map(first.host.secrets)
    const second = await open({ work: { url: server.url } }, { secrets })
    await isReachable(second, 'connected')
    expect(second.host.openedLinks).toEqual([])
  })

  it('SYS-21: adds a remote server by its address, which offers everything after the sign-in', async () => {
    const server = await start()
    const self = await open({})
    const { handlers } = self.host
    await handlers['server.save-entry']({
      previousName: null,
      serverName: 'work',
      json: JSON.stringify({ url: server.url })
    })
    await signIn(self)
    await isReachable(self, 'connected')
    const [listing] = await handlers['resource.list']({})
    expect(listing?.resources.map(({ name }) => name)).toEqual(['report'])
    expect((await handlers['prompt.list']({})).map(({ name }) => name)).toEqual(['summary'])
    await handlers['server.set-tools']({ serverName: 'work', toolNames: ['write'], isDisabled: true })
    await vi.waitFor(async () => expect((await self.server())?.toolCount).toBe(1), soon)
  })

  it('keeps two accounts for two entries of one address', async () => {
    const server = await start()
    const self = await open({ work: { url: server.url }, home: { url: server.url } })
    for (const login of ['ann', 'ben']) {
      const { serverName } = await self.asked()
      await signIn(self, login)
      await isReachable(self, 'connected', serverName)
      expect(readResultText(await self.call('whoami', serverName))).toBe(`whoami for ${login}`)
    }
  })

  it('AUTH-35 SEC-12: sends tokens only to the address that they were granted for', async () => {
    const server = await start()
    const other = await start()
    const first = await open({ work: { url: server.url } })
    await signIn(first)
    await isReachable(first, 'connected')
    const second = await open({ work: { url: other.url } }, { secrets: new Map(first.host.secrets) })
    await isReachable(second, 'needs-sign-in')
    expect((await other.log()).filter(({ hasToken }) => hasToken)).toEqual([])
  })
})

describe('an expiring token', () => {
  it('AUTH-37 AUTH-38 AUTH-39: is renewed before it expires, and the new refresh token is kept', async () => {
    const server = await start({ ttl: 2 })
    const self = await open({ work: { url: server.url } })
    await signIn(self)
    await isReachable(self, 'connected')
    const kept = self.host.secrets.get('oauth/work')
    await vi.waitFor(
      async () => {
        expect(readResultText(await self.call('whoami'))).toBe('whoami for ann')
        expect(self.host.secrets.get('oauth/work')).not.toBe(kept)
      },
      { ...soon, interval: 500 }
    )
    expect(self.host.openedLinks).toHaveLength(1)
  })

  it('is renewed once for a hundred calls', async () => {
    const server = await start()
    const self = await open({ work: { url: server.url } })
    await signIn(self)
    await isReachable(self, 'connected')
    const before = await tokenRequests(server)
    await server.expire()
    const ends: Awaited<ReturnType<typeof self.begin>>[] = []
    for (let count = 0; count < 100; count += 1) ends.push(await self.begin('whoami'))
    const calls = await Promise.all(ends.map((end) => end()))
    expect(calls.filter((call) => readResultText(call) !== 'whoami for ann')).toEqual([])
    expect((await tokenRequests(server)) - before).toBe(1)
  }, 300_000)

  it('asks the user to sign in when it fails, and the call continues afterwards', async () => {
    const server = await start()
    const self = await open({ work: { url: server.url } })
    await signIn(self)
    await isReachable(self, 'connected')
    const record = JSON.parse(self.host.secrets.get('oauth/work') ?? '{}') as {
      session: { refreshToken: string }
    }
    // The refresh token is used up without Parley's knowledge.
    record.session.refreshToken = 'used-up'
    await self.close()
    opened.pop()
    const secrets = new Map([['oauth/work', JSON.stringify(record)]])
    const again = await open({ work: { url: server.url } }, { secrets })
    await isReachable(again, 'connected')
    await server.expire()
    const end = await again.begin('whoami')
    const question = await again.asked()
    expect(question).toMatchObject({ account: 'ann@people.example', serverName: 'work' })
    await isReachable(again, 'needs-sign-in')
    await signIn(again)
    expect(readResultText(await end())).toBe('whoami for ann')
    await isReachable(again, 'connected')
  })
})

describe('more scopes', () => {
  it('AUTH-40 AUTH-43 ECO-05: are requested with the new one marked, and the call continues', async () => {
    const server = await start()
    const self = await open({ work: { url: server.url } })
    await signIn(self)
    await isReachable(self, 'connected')
    const end = await self.begin('write')
    const question = await self.asked()
    expect(question.addedScopes).toEqual(['mcp:write'])
    expect(toEnglish(question.reason)).toContain('mcp:write')
    await signIn(self)
    expect(readResultText(await end())).toBe('write for ann')
    expect(self.account()?.scopes).toContain('mcp:write')
  })
})

describe('ending a sign-in', () => {
  it("revokes the tokens on sign-out and doesn't ask automatically", async () => {
    const server = await start()
    const self = await open({ work: { url: server.url } })
    await signIn(self)
    await isReachable(self, 'connected')
    await self.host.handlers['account.act']({ serverName: 'work', act: 'sign-out' })
    await isReachable(self, 'needs-sign-in')
    expect(self.host.question()).toBeNull()
    expect((await server.log()).filter(({ url }) => url === '/token/revocation')).toHaveLength(2)
    expect(self.host.secrets.get('oauth/work')).toContain('"session":null')
    await self.host.handlers['account.act']({ serverName: 'work', act: 'sign-in' })
    await self.asked()
  })

  it('registers again after the client was forgotten', async () => {
    const server = await start()
    const self = await open({ work: { url: server.url } })
    await signIn(self)
    await isReachable(self, 'connected')
    await self.host.handlers['account.act']({ serverName: 'work', act: 'forget-client' })
    await isReachable(self, 'needs-sign-in')
    await self.host.handlers['account.act']({ serverName: 'work', act: 'sign-in' })
    await signIn(self)
    await isReachable(self, 'connected')
    expect((await server.log()).filter(({ url }) => url === '/reg')).toHaveLength(2)
  })

  it('Test says whether the server accepts the sign-in, and opens nothing', async () => {
    const server = await start()
    const self = await open({ work: { url: server.url } })
    await self.asked()
    await self.cancel()
    const failed = await self.host.handlers['account.test']({ serverName: 'work' })
    expect(failed.isOk).toBe(false)
    await self.host.handlers['account.act']({ serverName: 'work', act: 'sign-in' })
    await signIn(self)
    await isReachable(self, 'connected')
    const worked = await self.host.handlers['account.test']({ serverName: 'work' })
    expect(worked).toEqual({ isOk: true, message: say('auth.accepted', { server: 'work', tools: 2 }) })
  })
})

describe('authorization servers of several kinds', () => {
  it('SYS-04 AUTH-21: requests the three addresses of an issuer with a path in order', async () => {
    const server = await start({ scenario: 'path-issuer' })
    const self = await open({ work: { url: server.url } })
    await signIn(self)
    await isReachable(self, 'connected')
    const asked = (await server.log()).filter(
      ({ url }) => url.includes('.well-known') && !url.includes('protected')
    )
    expect(asked.slice(0, 3).map(({ url }) => url)).toEqual([
      '/.well-known/oauth-authorization-server/tenant',
      '/.well-known/openid-configuration/tenant',
      '/tenant/.well-known/openid-configuration'
    ])
  })

  it('SYS-04 SYS-16 AUTH-26: completes no sign-in without PKCE, and gives the reason', async () => {
    const server = await start({ scenario: 'no-pkce' })
    const self = await open({ work: { url: server.url } })
    await vi.waitFor(() => expect(accountReason(self)).toContain('PKCE'), soon)
    await isReachable(self, 'needs-sign-in')
    expect(self.host.question()).toBeNull()
    expect((await server.log()).filter(({ url }) => url === '/reg' || url === '/token')).toEqual([])
  })

  it('SYS-16 AUTH-20 AUTH-22: finds one that supports only OpenID', async () => {
    const server = await start({ scenario: 'openid-only' })
    const self = await open({ work: { url: server.url } })
    await self.asked()
    const asked = (await server.log()).filter(({ at, url }) => at === 'issuer' && url.includes('.well-known'))
    expect(asked.map(({ url }) => url)).toEqual([
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration'
    ])
  })

  it('SYS-14 AUTH-16: lets the user choose one of two that are named', async () => {
    const other = await start()
    const server = await start({ scenario: 'two-issuers', delegates: [other.issuer] })
    const self = await open({ work: { url: server.url } })
    const { places } = await self.asked()
    expect(places.map(({ issuer }) => issuer)).toEqual([server.issuer, other.issuer])
    const link = await self.agree({ issuer: server.issuer })
    await visit(link)
    await isReachable(self, 'connected')
  })

  it('SYS-15 AUTH-24: asks for a client id when it has no registration, and signs in with it', async () => {
    const server = await start({ scenario: 'no-registration' })
    const self = await open({ work: { url: server.url } })
    expect((await self.asked()).places[0]?.needsClient).toBe(true)
    await expect(self.agree()).rejects.toThrow('client ID')
    const link = await self.agree({ client: { id: 'known', secret: 'a-well-kept-secret' } })
    await visit(link)
    await isReachable(self, 'connected')
    expect(JSON.stringify([self.host.events, self.host.logged])).not.toContain('a-well-kept-secret')
  })

  it('SYS-15 ECO-05: uses a client id of the settings without asking for one', async () => {
    const server = await start({ scenario: 'no-registration' })
    const oauth = { clientId: 'known', clientSecret: '${secret:known}' }
    const secrets = new Map([['known', 'a-well-kept-secret']])
    const self = await open({ work: { url: server.url, oauth } }, { secrets })
    expect((await self.asked()).places[0]?.needsClient).toBe(false)
    await signIn(self)
    await isReachable(self, 'connected')
  })

  it('AUTH-07 ECO-05: asks nothing with client credentials', async () => {
    const server = await start()
    const oauth = {
      flow: 'client-credentials',
      clientId: 'known',
      clientSecret: 'a-well-kept-secret',
      scopes: ['mcp:read']
    }
    const self = await open({ work: { url: server.url, oauth } })
    await isReachable(self, 'connected')
    expect(self.host.openedLinks).toEqual([])
    expect(readResultText(await self.call('whoami'))).toBe('whoami for known')
  })

  it('AUTH-07: proves the client with a private key, which is never sent', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    const server = await start({ clientKey: publicKey.export({ format: 'jwk' }) })
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const secrets = new Map([
      ['key', key],
      ['other', other.export({ format: 'pem', type: 'pkcs8' }).toString()]
    ])
    const entry = (privateKey: string) => ({
      url: server.url,
      oauth: { flow: 'client-credentials', clientId: 'keyed', privateKey, signingAlgorithm: 'ES256' }
    })
    const entries = { work: entry('${secret:key}'), wrong: entry('${secret:other}') }
    const self = await open(entries, { secrets })
    await isReachable(self, 'connected')
    expect(readResultText(await self.call('whoami'))).toBe('whoami for keyed')
    await isReachable(self, 'needs-sign-in', 'wrong')
    expect(await refusal({ account: () => self.account('wrong') })).toContain('invalid_client')
    expect(self.host.openedLinks).toEqual([])
    const [, words = ''] = key.split('\n')
    expect(JSON.stringify([self.host.events, self.host.logged, await server.log()])).not.toContain(words)
  })
})
