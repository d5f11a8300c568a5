import { afterEach, describe, expect, it, vi } from 'vitest'
import { visit } from '../../testing/sign-in/browser'
import {
  accountReason,
  openSignInHost,
  isReachable,
  readResultText
} from '../../testing/sign-in/signed-in-host'
import type { SignInHost } from '../../testing/sign-in/signed-in-host'
import { createAuthMetadata, startSmallServer } from '../../testing/sign-in/small-server'
import type { SmallServer } from '../../testing/sign-in/small-server'
import { soon } from '../../testing/soon'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close()
})

const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange'
type Claims = Record<string, unknown>

/** Identity provider of an organization: authenticates the user and grants access to a server. */
async function startProvider(change: (claims: Claims) => Claims = (claims) => claims) {
  let nonce: string | null = null
  const lifeMs = { value: 3_600_000 }
  const grants: URLSearchParams[] = []
  const provider: SmallServer = await startSmallServer({
    documents: (origin) => ({
      '/.well-known/openid-configuration': {
        ...createAuthMetadata(origin),
        revocation_endpoint: `${origin}/revoke`,
        jwks_uri: `${origin}/keys`,
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256']
      },
      '/.well-known/oauth-authorization-server': null
    }),
    answer: ({ url = '' }, response, body) => {
      const { pathname, searchParams } = new URL(url, 'http://provider')
      if (pathname === '/authorize') nonce = searchParams.get('nonce')
      if (pathname === '/revoke') {
        response.writeHead(200).end()
        return true
      }
      if (pathname !== '/token') return false
      const asked = new URLSearchParams(body)
      grants.push(asked)
      const now = Math.floor(Date.now() / 1_000)
      const claims = {
        iss: provider.origin,
        aud: 'parley',
        sub: 'ann',
        email: 'ann@firm.example',
        exp: now + lifeMs.value / 1_000
      }
      const isCode = asked.get('grant_type') === 'authorization_code'
      const idToken = toToken(change({ ...claims, ...(isCode ? { nonce } : {}) }))
      const given =
        asked.get('grant_type') === exchange
          ? {
              access_token: 'grant-for-the-server',
              issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
              token_type: 'N_A'
            }
          : { access_token: 'unused', token_type: 'Bearer', refresh_token: 'of-provider', id_token: idToken }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(given))
      return true
    }
  })
  opened.push(provider)
  return { ...provider, grants, lifeMs }
}

function toToken(claims: object): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${part({ alg: 'ES256' })}.${part(claims)}.signature`
}

async function open(server: SmallServer, issuer: string, secrets = new Map<string, string>()) {
  const identityProvider = { issuer, clientId: 'parley' }
  const oauth = {
    flow: 'enterprise',
    clientId: 'known',
    clientSecret: 'a-well-kept-secret',
    identityProvider
  }
  const self = await openSignInHost({ work: { url: server.url, oauth } }, { secrets })
  opened.push(self)
  return self
}

async function startServer() {
  const server = await startSmallServer()
  opened.push(server)
  return server
}

const identityOf = ({ host }: SignInHost) =>
  (JSON.parse(host.secrets.get('oauth/work') ?? '{}') as { identity: { idToken: string; expiresAt: number } })
    .identity

describe('access by the identity provider of an organization', () => {
  it('signs the user in there, and exchanges the identity for access', async () => {
    const [provider, server] = [await startProvider(), await startServer()]
    const self = await open(server, provider.origin)
    const question = await self.asked()
    expect(question.places).toMatchObject([{ issuer: provider.origin, needsClient: false }])
    expect(question.scopes).toEqual(['openid', 'email'])
    const link = new URL(await self.agree())
    expect(link.origin).toBe(provider.origin)
    expect(link.searchParams.get('client_id')).toBe('parley')
    expect(link.searchParams.get('code_challenge_method')).toBe('S256')
    await visit(link.href)
    await isReachable(self, 'connected')
    expect(readResultText(await self.call('whoami'))).toBe('you')
    expect(self.account()).toMatchObject({ name: 'ann@firm.example', issuer: server.origin })

    const asked = provider.grants.find((each) => each.get('grant_type') === exchange)
    expect(asked?.get('audience')).toBe(server.origin)
    expect(asked?.get('resource')).toBe(server.url)
    const { idToken } = identityOf(self)
    expect(asked?.get('subject_token')).toBe(idToken)
    // The identity is sent only to the provider.
    expect(server.asked.join('\n')).not.toContain(idToken)
    expect(server.asked.join('\n')).toContain('assertion=grant-for-the-server')
    expect(JSON.stringify([self.host.events, self.host.logged])).not.toContain(idToken)
  })

  it('continues after a restart and a renewal without the user, until the identity expires', async () => {
    const [provider, server] = [await startProvider(), await startServer()]
    const first = await open(server, provider.origin)
    await visit(await first.agree())
    await isReachable(first, 'connected')
    server.expire()
    const record = JSON.parse(first.host.secrets.get('oauth/work') ?? '') as {
      identity: { expiresAt: number }
    }
    record.identity.expiresAt = 1
    const secrets = new Map([['oauth/work', JSON.stringify(record)]])
    const second = await open(server, provider.origin, secrets)
    await isReachable(second, 'connected')
    expect(second.host.openedLinks).toEqual([])
    expect(provider.grants.some((each) => each.get('refresh_token') === 'of-provider')).toBe(true)
    expect(identityOf(second).expiresAt).toBeGreaterThan(Date.now())
    await second.host.handlers['account.act']({ serverName: 'work', act: 'sign-out' })
    expect(identityOf(second)).toBeNull()
    expect(provider.asked.filter((each) => each.startsWith('/revoke')).join()).toContain('of-provider')
  })

  it.each<[string, (claims: Claims) => Claims]>([
    ['another issuer', (claims) => ({ ...claims, iss: 'https://other.example' })],
    ['another client', (claims) => ({ ...claims, aud: 'somebody' })],
    [
      'several clients, with another one as the authorized party',
      (claims) => ({ ...claims, aud: ['parley', 'x'], azp: 'x' })
    ],
    ['an expired token', (claims) => ({ ...claims, exp: 1 })],
    ['another sign-in', (claims) => ({ ...claims, nonce: 'of another one' })],
    ['an invalid expiry', (claims) => ({ ...claims, exp: 'never' })]
  ])('does not use an identity of %s, and exchanges nothing', async (_what, change) => {
    const [provider, server] = [await startProvider(change), await startServer()]
    const self = await open(server, provider.origin)
    await visit(await self.agree())
    await vi.waitFor(() => expect(accountReason(self)).toContain("can't use"), soon)
    expect(provider.grants.filter((each) => each.get('grant_type') === exchange)).toEqual([])
    expect(server.asked.filter((each) => each.startsWith('/token'))).toEqual([])
  })

  it("opens, asks and sends nothing without the user's approval", async () => {
    const [provider, server] = [await startProvider(), await startServer()]
    const self = await open(server, provider.origin)
    await self.asked()
    await self.cancel()
    await vi.waitFor(() => expect(accountReason(self)).toContain('was cancelled'), soon)
    expect(self.host.openedLinks).toEqual([])
    expect(provider.grants).toEqual([])
  })
})
