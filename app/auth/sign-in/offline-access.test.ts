/** Services that list `offline_access` and reject it for this user or client. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { visit } from '../../testing/sign-in/browser'
import { accountReason, openSignInHost, isReachable, refusal } from '../../testing/sign-in/signed-in-host'
import type { SignInHost } from '../../testing/sign-in/signed-in-host'
import { createAuthMetadata, startSmallServer } from '../../testing/sign-in/small-server'
import type { SmallServer } from '../../testing/sign-in/small-server'
import { soon } from '../../testing/soon'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close()
})

interface Refusal {
  readonly error: string
  readonly error_description?: string
}
const keycloak = {
  error: 'not_allowed',
  error_description: 'Offline tokens not allowed for the user or client'
}

/** Rejects the code of every page with `offline_access`, at the token endpoint or in the redirect. */
async function start(
  refused: Refusal,
  place: 'token' | 'page' = 'token',
  refuses = (page: string) => page.includes('offline_access')
): Promise<SmallServer> {
  const server = await startSmallServer({
    documents: (origin) => ({
      '/.well-known/oauth-protected-resource/mcp': {
        resource: `${origin}/mcp`,
        authorization_servers: [origin],
        scopes_supported: ['read']
      },
      '/.well-known/oauth-authorization-server': {
        ...createAuthMetadata(origin),
        scopes_supported: ['read', 'offline_access']
      }
    }),
    answer: ({ url = '' }, response) => {
      if (!refuses(server.asked.findLast((each) => each.startsWith('/authorize')) ?? '')) return false
      if (place === 'token' && url === '/token') {
        response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refused))
        return true
      }
      if (place === 'token' || !url.startsWith('/authorize')) return false
      const { searchParams } = new URL(url, server.url)
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.search = String(new URLSearchParams({ ...refused, state: searchParams.get('state') ?? '' }))
      response.writeHead(302, { location: back.href }).end()
      return true
    }
  })
  opened.push(server)
  return server
}

async function open(server: SmallServer): Promise<SignInHost> {
  const self = await openSignInHost({ work: { url: server.url } })
  opened.push(self)
  return self
}

const scopeOf = (link: string | undefined) => new URL(link ?? '').searchParams.get('scope')
const registrations = ({ asked }: SmallServer) => asked.filter((each) => each.startsWith('/register')).length

describe('a sign-in whose offline access is rejected', () => {
  it.each<[string, Refusal, 'token' | 'page']>([
    ['at the token endpoint', keycloak, 'token'],
    ['by an error code that names it', { error: 'offline_access_not_allowed' }, 'token'],
    [
      'in the redirect',
      { error: 'invalid_scope', error_description: 'Invalid scopes: read offline_access' },
      'page'
    ],
    ['by invalid_scope without a description', { error: 'invalid_scope' }, 'page']
  ])('%s opens the page once more without it, as the same client', async (_, refused, place) => {
    const server = await start(refused, place)
    const self = await open(server)
    const first = await self.agree()
    expect(scopeOf(first)).toBe('read offline_access')
    await visit(first)
    await vi.waitFor(() => expect(self.host.openedLinks).toHaveLength(2), soon)
    expect(scopeOf(self.host.openedLinks[1])).toBe('read')
    await vi.waitFor(() => expect(accountReason(self)).toContain('now asks for fewer'), soon)
    await visit(self.host.openedLinks[1] ?? '')
    await isReachable(self, 'connected')
    expect(registrations(server)).toBe(1)
  })

  it('opens one page at the next sign-in, until the registration is forgotten', async () => {
    const self = await open(await start(keycloak))
    await visit(await self.agree())
    await vi.waitFor(() => expect(self.host.openedLinks).toHaveLength(2), soon)
    await visit(self.host.openedLinks[1] ?? '')
    await isReachable(self, 'connected')

    for (const [act, scope] of [
      ['sign-out', 'read'],
      ['forget-client', 'read offline_access']
    ] as const) {
      await self.host.handlers['account.act']({ serverName: 'work', act })
      void self.host.handlers['account.act']({ serverName: 'work', act: 'sign-in' })
      const link = await self.agree()
      expect(scopeOf(link)).toBe(scope)
      await visit(link)
      if (act === 'sign-out') await isReachable(self, 'connected')
    }
  })

  it('fails with the reason if the page without it is rejected as well', async () => {
    const server = await start(keycloak, 'token', () => true)
    const self = await open(server)
    await visit(await self.agree())
    await vi.waitFor(() => expect(self.host.openedLinks).toHaveLength(2), soon)
    await visit(self.host.openedLinks[1] ?? '')
    expect(await refusal(self)).toContain('Offline tokens not allowed')
    expect(self.host.openedLinks).toHaveLength(2)
  })
})

describe('a sign-in that fails for another reason', () => {
  it.each<[string, Refusal, 'token' | 'page']>([
    ['the user said no', { error: 'access_denied', error_description: 'Offline access denied' }, 'page'],
    [
      'the service is offline',
      { error: 'server_error', error_description: 'The directory is offline' },
      'token'
    ],
    ['the code has expired', { error: 'invalid_grant', error_description: 'Code not valid' }, 'token']
  ])('opens no second page: %s', async (_, refused, place) => {
    const self = await open(await start(refused, place))
    await visit(await self.agree())
    expect(await refusal(self)).toContain(refused.error_description)
    expect(self.host.openedLinks).toHaveLength(1)
  })
})
