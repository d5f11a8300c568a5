/** Hostile authorization servers: each sign-in is stopped with its reason, and nothing is opened or sent. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { visit } from '../../testing/sign-in/browser'
import { openSignInHost, isReachable, refusal } from '../../testing/sign-in/signed-in-host'
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

async function open(server: SmallServer, oauth?: object): Promise<SignInHost> {
  const self = await openSignInHost({ work: { url: server.url, ...(oauth === undefined ? {} : { oauth }) } })
  opened.push(self)
  return self
}

const sentTo = ({ asked }: SmallServer, path: string) => asked.filter((each) => each.startsWith(path))
const published = '/.well-known/oauth-authorization-server'
const described = '/.well-known/oauth-protected-resource/mcp'

async function expectNothingDone(server: SmallServer, self: SignInHost): Promise<void> {
  expect(self.host.openedLinks).toEqual([])
  expect(self.host.question()).toBeNull()
  for (const path of ['/register', '/authorize', '/token']) expect(sentTo(server, path)).toEqual([])
}

type Respond = (response: ServerResponse, origin: string) => void
const json =
  (body: string, type = 'application/json'): Respond =>
  (response) =>
    response.writeHead(200, { 'content-type': type }).end(body)
const redirect =
  (location: string): Respond =>
  (response) =>
    response.writeHead(302, { location }).end()

/** Always answers one path this way, with any query. */
const answering = (path: string, respond: Respond): SmallServerParts => ({
  answer: ({ url = '', headers }: IncomingMessage, response) => {
    if (url.split('?')[0] !== path) return false
    respond(response, `http://${headers.host}`)
    return true
  }
})

describe('the published metadata', () => {
  it.each<[string, string, Respond, string]>([
    ['a list', published, json('[]'), "can't use"],
    ['nothing but null', published, json('null'), "can't use"],
    ['endless nesting', published, json('['.repeat(120_000)), "can't use"],
    ['deep but valid nesting', published, json(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), "can't use"],
    ['a web page', published, json('<html>', 'text/html'), "doesn't say how to sign in"],
    ['a redirect to another host', published, redirect('https://evil.example/x'), 'redirects the sign-in to'],
    [
      'a redirect into the local network',
      published,
      redirect('http://10.0.0.1/x'),
      'redirects the sign-in to'
    ],
    ['a redirect loop', published, redirect(published), 'redirects in a loop'],
    ['a redirect without a target', published, redirect('http://['), 'redirects in a loop'],
    ['an answer that is too large', published, json(' '.repeat(300_000)), 'too large'],
    ['an internal error', published, (response) => response.writeHead(503).end(), 'internal error'],
    ['resource metadata that is a list', described, json('[]'), "isn't a JSON object"],
    [
      'resource metadata on another host',
      described,
      redirect('https://evil.example/x'),
      'redirects the sign-in to'
    ],
    ['a redirect loop for the resource metadata', described, redirect(described), 'redirects in a loop'],
    ['resource metadata that is too large', described, json(' '.repeat(300_000)), 'too large']
  ])('%s stops the sign-in; nothing is asked, opened or sent', async (_what, path, respond, reason) => {
    const server = await start(answering(path, respond))
    const self = await open(server)
    expect(await refusal(self)).toContain(reason)
    await expectNothingDone(server, self)
  })

  it.each<[string, (origin: string) => object, string]>([
    ['an issuer with a user', (origin) => ({ issuer: origin.replace('//', '//me@') }), 'calls itself'],
    ['an issuer with a query', (origin) => ({ issuer: `${origin}?x` }), 'calls itself'],
    ['an issuer that is not text', () => ({ issuer: 5 }), "can't use"],
    [
      'a token endpoint with another scheme',
      () => ({ token_endpoint: 'file:///etc/passwd' }),
      'unsafe sign-in address'
    ],
    [
      'an unencrypted token endpoint',
      () => ({ token_endpoint: 'http://login.example/token' }),
      "isn't encrypted"
    ],
    [
      'a token endpoint of another program',
      () => ({ token_endpoint: 'http://localhost:9/token' }),
      'another program'
    ],
    [
      'a registration endpoint with a script address',
      () => ({ registration_endpoint: 'javascript:1' }),
      'unsafe sign-in address'
    ],
    [
      'a revocation endpoint of another program',
      () => ({ revocation_endpoint: 'http://127.0.0.1:9/x' }),
      'another program'
    ],
    [
      'an unencrypted revocation endpoint',
      () => ({ revocation_endpoint: 'http://login.example/x' }),
      "isn't encrypted"
    ],
    ['no authorization endpoint', () => ({ authorization_endpoint: undefined }), "can't use"],
    ['plain PKCE only', () => ({ code_challenge_methods_supported: ['plain'] }), 'PKCE'],
    ['PKCE methods in lower case', () => ({ code_challenge_methods_supported: ['s256'] }), 'PKCE'],
    ['no PKCE', () => ({ code_challenge_methods_supported: undefined }), 'PKCE']
  ])(
    'AUTH-26 AUTH-41: %s stops the sign-in; nothing is asked, opened or sent',
    async (_what, change, reason) => {
      const documents = (origin: string) => ({
        [published]: { ...createAuthMetadata(origin), ...change(origin) }
      })
      const server = await start({ documents })
      const self = await open(server)
      expect(await refusal(self)).toContain(reason)
      await expectNothingDone(server, self)
    }
  )

  it('follows redirects within the origin', async () => {
    const server = await start({
      answer: ({ url }, response) => {
        if (url !== published) return false
        redirect('/elsewhere')(response, '')
        return true
      },
      documents: (origin) => ({ '/elsewhere': createAuthMetadata(origin) })
    })
    const self = await open(server)
    await visit(await self.agree())
    await isReachable(self, 'connected')
  })
})

describe('the answer of a token endpoint', () => {
  const good = { access_token: 'token-1', token_type: 'Bearer', expires_in: 3_600 }
  const tokens = (body: unknown, status = 200) =>
    answering('/token', (response) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
    )

  it.each<[string, SmallServerParts, string]>([
    ['another token type', tokens({ ...good, token_type: 'mac' }), 'of type “mac”'],
    ['a token with a line break', tokens({ ...good, access_token: 'a\r\nX-Evil: 1' }), "can't use"],
    ['a token with a space', tokens({ ...good, access_token: 'a b' }), "can't use"],
    ['an empty token', tokens({ ...good, access_token: '' }), "can't use"],
    [
      'a token that is not text',
      tokens({ ...good, access_token: {} }),
      '“access_token” has an invalid value'
    ],
    ['an oversized token', tokens({ ...good, access_token: 'x'.repeat(100_000) }), "can't use"],
    ['a list', tokens([]), "isn't a JSON object"],
    ['a web page', tokens('<html><script>x</script>'), "isn't JSON"],
    ['a web page as an error', tokens('<html>oops', 500), 'no valid answer (HTTP 500)'],
    ['an oversized answer', tokens(' '.repeat(300_000)), 'too large'],
    [
      'a redirect to another host',
      answering('/token', redirect('https://evil.example/token')),
      'no valid answer'
    ]
  ])('%s completes no sign-in and stores nothing', async (_what, parts, reason) => {
    const server = await start(parts)
    const self = await open(server)
    await visit(await self.agree())
    expect(await refusal(self)).toContain(reason)
    expect(self.host.secrets.get('oauth/work') ?? '').not.toContain('accessToken')
    expect(sentTo(server, '/mcp t')).toEqual([])
  })

  it.each<[string, unknown, boolean]>([
    ['a negative lifetime', -5, false],
    ['a lifetime of zero', 0, false],
    ['an absurdly long lifetime', 1e300, true],
    ['a lifetime as text', '3600', true],
    ['a lifetime in words', 'soon', false],
    ['a lifetime of null', null, false]
  ])('%s does no harm', async (_what, expires_in, isKnown) => {
    const server = await start(tokens({ ...good, expires_in }))
    const self = await open(server)
    await visit(await self.agree())
    await vi.waitFor(() => expect(sentTo(server, '/mcp token-1').length).toBeGreaterThan(0), soon)
    const record = JSON.parse(self.host.secrets.get('oauth/work') ?? '') as {
      session: { expiresAt: number | null }
    }
    const { expiresAt } = record.session
    expect(expiresAt !== null).toBe(isKnown)
    if (expiresAt !== null) expect(new Date(expiresAt).getFullYear()).toBeLessThan(2_100)
  })

  it("shows an error as text: no markup, no invisible characters, and none of Parley's secrets", async () => {
    const server = await start({
      answer: ({ url }, response, body) => {
        if (url !== '/token') return false
        const code = new URLSearchParams(body).get('code_verifier') ?? ''
        const words = `<b>no</b>\u202e\u200b\u0007 you sent ${code} ${'x'.repeat(2_000)}`
        response.writeHead(400, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: 'invalid_grant', error_description: words }))
        return true
      }
    })
    const self = await open(server)
    await visit(await self.agree())
    const reason = await refusal(self)
    expect(reason).toContain('invalid_grant')
    expect(reason).toContain('[secret]')
    expect(reason).not.toMatch(/[\u202e\u200b]/)
    expect(reason).not.toContain('\u0007')
    expect(reason.length).toBeLessThan(600)
    const verifier = /code_verifier=([^&]+)/.exec(sentTo(server, '/token').join())?.[1] ?? 'none'
    expect(JSON.stringify([self.host.events, self.host.logged])).not.toContain(verifier)
  })

  it('shows no name for an invalid identity, and shows scopes that were not requested', async () => {
    const odd = { id_token: 'a.%%%.c', scope: 'read admin', refresh_token: 'r'.repeat(70_000) }
    const server = await start({ ...tokens({ ...good, ...odd }), accepts: [good.access_token] })
    const self = await open(server)
    await visit(await self.agree())
    await vi.waitFor(() => expect(self.account()?.state).toBe('signed-in'), soon)
    expect(self.account()).toMatchObject({ name: null, scopes: ['read', 'admin'], isRenewable: false })
  })
})
