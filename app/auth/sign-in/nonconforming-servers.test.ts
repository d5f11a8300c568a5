/** Servers and authorization servers of older revisions, or with unusual behavior. */
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { warn } from '../../texts/warn'
import { visit } from '../../testing/sign-in/browser'
import {
  accountReason,
  openSignInHost,
  isReachable,
  refusal,
  readResultText
} from '../../testing/sign-in/signed-in-host'
import type { SignInHost } from '../../testing/sign-in/signed-in-host'
import { createAuthMetadata, startSmallServer } from '../../testing/sign-in/small-server'
import type { SmallServer, SmallServerParts } from '../../testing/sign-in/small-server'
import { soon } from '../../testing/soon'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close()
})

async function start(parts: SmallServerParts = {}): Promise<SmallServer> {
  const server = await startSmallServer(parts)
  opened.push(server)
  return server
}

async function open(server: SmallServer): Promise<SignInHost> {
  const self = await openSignInHost({ work: { url: server.url } })
  opened.push(self)
  return self
}

const nothingSent = ({ asked }: SmallServer) =>
  asked.filter((each) => /^\/(?:register|authorize|token)/.test(each))

describe('servers of the oldest revision', () => {
  const publishesNothing = { '/.well-known/oauth-protected-resource/mcp': null }

  it('SYS-12 AUTH-08 AUTH-09 AUTH-11 AUTH-18: uses metadata at the root when nothing else is published', async () => {
    const revisions: unknown[] = []
    const answer: SmallServerParts['answer'] = ({ url, headers }) => {
      if (url?.startsWith('/.well-known') === true) revisions.push(headers['mcp-protocol-version'])
      return false
    }
    const server = await start({ path: '/v1/mcp', documents: () => publishesNothing, answer })
    const self = await open(server)
    await visit(await self.agree())
    await isReachable(self, 'connected')
    expect(server.asked.filter((each) => each.startsWith('/.well-known'))).toEqual([
      '/.well-known/oauth-protected-resource/v1/mcp',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-authorization-server'
    ])
    expect(revisions).toEqual(Array(3).fill(LATEST_PROTOCOL_VERSION))
    expect(server.asked.filter((each) => each.startsWith('/v1/mcp')).at(-1)).toBe('/v1/mcp token-1')
  })

  it('SYS-12 AUTH-10: uses the default addresses at the root without any metadata', async () => {
    const server = await start({
      path: '/v1/mcp',
      documents: () => ({ ...publishesNothing, '/.well-known/oauth-authorization-server': null })
    })
    const self = await open(server)
    expect((await self.asked()).places[0]?.warnings[0]).toEqual(warn('auth.oldServer'))
    await visit(await self.agree())
    await isReachable(self, 'connected')
    const paths = nothingSent(server).map((each) => each.split(/[? ]/)[0])
    expect(paths).toEqual(['/register', '/authorize', '/token'])
  })

  it('AUTH-26: SEC-11-11 shows doubts about PKCE in the question: without metadata, and when it is left out', async () => {
    const unsaid = (origin: string) => ({
      ...publishesNothing,
      '/.well-known/oauth-authorization-server': {
        ...createAuthMetadata(origin),
        code_challenge_methods_supported: undefined
      }
    })
    const nothing = { ...publishesNothing, '/.well-known/oauth-authorization-server': null }
    for (const documents of [unsaid, () => nothing]) {
      const server = await start({ documents })
      const { places } = await (await open(server)).asked()
      const { host } = new URL(server.url)
      expect(places[0]?.warnings).toContainEqual(warn('auth.pkceUnsaid', { host }))
      expect(nothingSent(server)).toEqual([])
    }
    const said = await start({ documents: () => publishesNothing })
    expect((await (await open(said)).asked()).places[0]?.warnings).toEqual([])
  })

  it('requires an explicit confirmation of a name that is not its address', async () => {
    const documents = (origin: string) => ({
      ...publishesNothing,
      '/.well-known/oauth-authorization-server': { ...createAuthMetadata(origin), issuer: `${origin}/oauth` }
    })
    const server = await start({ documents })
    const self = await open(server)
    expect(JSON.stringify((await self.asked()).places[0]?.doubt)).toContain(`${server.origin}/oauth`)
    await expect(self.agree()).rejects.toThrow('Confirm that you know this server')
    expect(nothingSent(server)).toEqual([])
    await visit(await self.agree({ acceptsDoubt: true }))
    await isReachable(self, 'connected')
  })

  it('SYS-13 AUTH-12: the browser may go through a third party; the token is the one of the server', async () => {
    const third = await start({
      answer: (request, response) => {
        const url = new URL(request.url ?? '', 'http://third')
        if (url.pathname !== '/consent') return false
        const back = new URL(url.searchParams.get('back') ?? '')
        back.searchParams.set('third', 'token-of-the-third-party')
        response.writeHead(302, { location: back.href }).end()
        return true
      }
    })
    const server = await start({
      documents: () => publishesNothing,
      answer: (request, response) => {
        const url = new URL(request.url ?? '', 'http://127.0.0.1')
        if (url.pathname !== '/authorize' || url.searchParams.has('third')) return false
        const back = encodeURIComponent(`http://${request.headers.host}${request.url}`)
        response.writeHead(302, { location: `${third.origin}/consent?back=${back}` }).end()
        return true
      }
    })
    const self = await open(server)
    const { addresses } = await visit(await self.agree())
    expect(addresses.some((address) => address.startsWith(third.origin))).toBe(true)
    await isReachable(self, 'connected')
    expect(server.asked.at(-1)).toBe('/mcp token-1')
    expect(JSON.stringify([...self.host.secrets])).not.toContain('token-of-the-third-party')
  })
})

describe('what a server publishes', () => {
  it.each([
    ['javascript:alert(1)', 'unsafe sign-in address'],
    ['file:///etc/passwd', 'unsafe sign-in address'],
    ['\\\\files.example\\share', 'unsafe sign-in address'],
    ['http://login.example/authorize', "isn't encrypted"],
    ['https://a:b@login.example/', 'user name'],
    ['http://127.0.0.1/$(touch x)', 'unsafe sign-in address'],
    ['http://127.0.0.1:9/authorize', 'another program on this computer']
  ])('AUTH-41: does not open the sign-in page %s', async (authorization_endpoint, reason) => {
    const documents = (origin: string) => ({
      '/.well-known/oauth-authorization-server': {
        ...createAuthMetadata(origin),
        registration_endpoint: undefined,
        authorization_endpoint
      }
    })
    const server = await start({ documents })
    const self = await open(server)
    expect(await refusal(self)).toContain(reason)
    expect(self.host.openedLinks).toEqual([])
    expect(nothingSent(server)).toEqual([])
  })

  it.each([
    ['another server', { resource: 'https://mail.example/mcp' }, 'a different server'],
    ['all servers', { resource: '*' }, 'a different server'],
    ['no server', {}, '“resource” is missing'],
    ['a list', { resource: ['https://mail.example/mcp'] }, '“resource” has an invalid value']
  ])('AUTH-31: stops a sign-in for %s', async (_what, published, reason) => {
    const documents = (origin: string) => ({
      '/.well-known/oauth-protected-resource/mcp': { authorization_servers: [origin], ...published }
    })
    const server = await start({ documents })
    expect(await refusal(await open(server))).toContain(reason)
    expect(nothingSent(server)).toEqual([])
  })

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'http://169.254.169.254/latest'])(
    'does not request the address %s in a challenge',
    async (address) => {
      const server = await start({ challenge: () => `Bearer resource_metadata="${address}"` })
      expect(await refusal(await open(server))).toContain('unsafe sign-in address')
    }
  )

  it('AUTH-19: does not guess an authorization server without metadata', async () => {
    const server = await start({ documents: () => ({ '/.well-known/oauth-authorization-server': null }) })
    expect(await refusal(await open(server))).toContain("doesn't say how to sign in there")
    expect(nothingSent(server)).toEqual([])
  })

  it('AUTH-30 AUTH-32 AUTH-34: the server is named in both requests, and no address contains a token', async () => {
    const server = await start()
    const self = await open(server)
    const link = new URL(await self.agree())
    expect(link.searchParams.get('resource')).toBe(server.url)
    await visit(link.href)
    await isReachable(self, 'connected')
    const sent = server.asked.find((each) => each.startsWith('/token ')) ?? ''
    expect(new URLSearchParams(sent.slice('/token '.length)).get('resource')).toBe(server.url)
    const addresses = server.asked.map((each) => each.split(' ')[0] ?? '')
    for (const address of addresses) expect(address).not.toContain('token-1')
  })

  it('does not sign in at an issuer that differs from its metadata address', async () => {
    const documents = (origin: string) => ({
      '/.well-known/oauth-authorization-server': {
        ...createAuthMetadata(origin),
        issuer: 'https://honest.example'
      }
    })
    const server = await start({ documents })
    expect(await refusal(await open(server))).toContain('calls itself "https://honest.example"')
  })

  it('cuts off endless answers and answers that are too large', async () => {
    const server = await start({
      answer: (request, response) => {
        if (request.url?.startsWith('/.well-known/oauth-authorization-server') !== true) return false
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(`{"issuer":"${'x'.repeat(2_000_000)}"}`)
        return true
      }
    })
    expect(await refusal(await open(server))).toContain('too large')
  })
})

describe('the redirect from the browser', () => {
  it('SYS-14 AUTH-29: ignores an answer with a wrong state', async () => {
    const server = await start()
    const self = await open(server)
    const link = new URL(await self.agree())
    const redirect = link.searchParams.get('redirect_uri') ?? ''
    expect((await fetch(`${redirect}?code=stolen&state=guess`)).status).toBe(400)
    expect(self.account()).toMatchObject({ state: 'signing-in' })
    expect(accountReason(self)).toContain('ignored an answer')
    expect(server.asked.filter((each) => each.startsWith('/token'))).toEqual([])
    await visit(link.href)
    await isReachable(self, 'connected')
  })

  it('does not redeem an answer of another issuer', async () => {
    const documents = (origin: string) => ({
      '/.well-known/oauth-authorization-server': {
        ...createAuthMetadata(origin),
        authorization_response_iss_parameter_supported: true
      }
    })
    const server = await start({ documents })
    const self = await open(server)
    await visit(await self.agree())
    expect(await refusal(self)).toContain('a different authorization server')
    expect(server.asked.filter((each) => each.startsWith('/token'))).toEqual([])
  })

  it("SYS-17 SEC-11: registers only Parley's own address, and shows the consent page each time", async () => {
    const server = await start()
    const self = await open(server)
    for (let count = 1; count <= 2; count += 1) {
      const link = new URL(await self.agree())
      expect(link.searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
      expect(link.searchParams.get('prompt')).toBeNull()
      await visit(link.href)
      await vi.waitFor(() => expect(self.account()?.state).toBe('signed-in'), soon)
      await isReachable(self, 'connected')
      expect(server.asked.filter((each) => each.startsWith('/authorize'))).toHaveLength(count)
      await self.host.handlers['account.act']({ serverName: 'work', act: 'sign-in' })
      await self.asked()
    }
    const registered = server.asked.filter((each) => each.startsWith('/register'))
    for (const each of registered) expect(each).toContain('"application_type":"native"')
  })

  it('ends a sign-in that is cancelled in the details', async () => {
    const server = await start()
    const self = await open(server)
    const link = new URL(await self.agree())
    await self.host.handlers['account.act']({ serverName: 'work', act: 'cancel' })
    expect(await refusal(self)).toContain('was cancelled')
    const redirect = link.searchParams.get('redirect_uri') ?? ''
    await vi.waitFor(() => expect(fetch(redirect)).rejects.toThrow(), soon)
  })
})

describe('a renewal with a temporary error', () => {
  const troubled = (status: number, error: string) => ({
    answer: ({ url }: { url?: string }, response: { writeHead: Function }, body: string): boolean => {
      if (url !== '/token' || !body.includes('refresh_token')) return false
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
      return true
    }
  })

  it('is repeated once and silently; the tokens are kept, and the call waits', async () => {
    const server = await start(troubled(500, 'server_error') as SmallServerParts)
    const self = await open(server)
    await visit(await self.agree())
    await isReachable(self, 'connected')
    server.expire()
    const end = await self.begin('whoami')
    await self.asked()
    expect(server.asked.filter((each) => each.includes('grant_type=refresh_token'))).toHaveLength(2)
    expect(self.host.secrets.get('oauth/work')).toContain('refresh-token-1')
    expect(self.account()?.holdsTokens).toBe(true)
    await visit(await self.agree())
    expect(readResultText(await end())).toBe('you')
  })

  it('that is denied drops the tokens and asks once', async () => {
    const server = await start(troubled(400, 'invalid_grant') as SmallServerParts)
    const self = await open(server)
    await visit(await self.agree())
    await isReachable(self, 'connected')
    server.expire()
    const end = await self.begin('whoami')
    await self.asked()
    expect(server.asked.filter((each) => each.includes('grant_type=refresh_token'))).toHaveLength(1)
    expect(self.host.secrets.get('oauth/work')).toContain('"session":null')
    await self.cancel()
    expect((await end()).state).toBe('failed')
    expect(self.account()).toMatchObject({ state: 'needs-sign-in', holdsTokens: false })
    expect(self.host.question()).toBeNull()
  })
})

describe('Parley is killed', () => {
  it('keeps the sign-in with the stored tokens after a crash during a renewal', async () => {
    let isHanging = true
    const server = await start({
      answer: ({ url }, _response, body) => isHanging && url === '/token' && body.includes('refresh_token')
    })
    const first = await open(server)
    await visit(await first.agree())
    await isReachable(first, 'connected')
    server.expire()
    await first.begin('whoami')
    await vi.waitFor(
      () => expect(server.asked.some((each) => each.includes('refresh_token'))).toBe(true),
      soon
    )
    isHanging = false
    const second = await openSignInHost(
      { work: { url: server.url } },
      { secrets: new Map(first.host.secrets) }
    )
    opened.push(second)
    await isReachable(second, 'connected')
    expect(second.host.openedLinks).toEqual([])
  })

  it('offers the sign-in again after a crash while the browser was open', async () => {
    const server = await start()
    const first = await open(server)
    await first.agree()
    const second = await openSignInHost(
      { work: { url: server.url } },
      { secrets: new Map(first.host.secrets) }
    )
    opened.push(second)
    await visit(await second.agree())
    await isReachable(second, 'connected')
  })
})
