/** Sign-ins at services that deviate slightly from the specification: they succeed. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { visit } from '../../testing/sign-in/browser'
import { accountReason, openSignInHost, isReachable, refusal } from '../../testing/sign-in/signed-in-host'
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

async function open(server: SmallServer, secrets?: ReadonlyMap<string, string>): Promise<SignInHost> {
  const self = await openSignInHost({ work: { url: server.url } }, secrets === undefined ? {} : { secrets })
  opened.push(self)
  return self
}

async function signsIn(server: SmallServer): Promise<SignInHost> {
  const self = await open(server)
  await visit(await self.agree())
  await isReachable(self, 'connected')
  return self
}

const described = '/.well-known/oauth-protected-resource/mcp'
const oauth = '/.well-known/oauth-authorization-server'
const openid = '/.well-known/openid-configuration'
const sentTo = ({ asked }: SmallServer, path: string) => asked.filter((each) => each.startsWith(path))

type Answer = readonly [status: number, body: unknown, type?: string]
/** Answers these paths and passes the rest to the server. */
const answering = (answers: Readonly<Record<string, Answer>>) => ({
  answer: ({ url = '' }: IncomingMessage, response: ServerResponse): boolean => {
    const path = url.split('?')[0] ?? ''
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined
    if (answer === undefined) return false
    const [status, body, type = 'application/json'] = answer
    response.writeHead(status, { 'content-type': type })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
    return true
  }
})

describe('members that are null or of another type', () => {
  it('are absent in every document', async () => {
    const server = await start({
      documents: (origin) => ({
        [described]: {
          resource: `${origin}/mcp`,
          authorization_servers: origin,
          scopes_supported: null,
          bearer_methods_supported: null,
          resource_documentation: null,
          dpop_bound_access_tokens_required: null
        },
        [oauth]: {
          ...createAuthMetadata(origin),
          issuer: `${origin}/`,
          revocation_endpoint: null,
          scopes_supported: null,
          service_documentation: null,
          op_policy_uri: '',
          response_types_supported: null,
          grant_types_supported: null,
          client_id_metadata_document_supported: 'false'
        }
      }),
      accepts: ['token-1'],
      ...answering({
        '/register': [
          200,
          {
            client_id: 'client',
            client_secret: '',
            client_secret_expires_at: null,
            client_uri: null,
            redirect_uris: null
          }
        ],
        '/token': [
          200,
          {
            access_token: 'token-1',
            token_type: 'bot',
            expires_in: '3600',
            refresh_token: null,
            scope: null
          },
          'text/plain'
        ]
      })
    })
    const self = await signsIn(server)
    expect(self.account()).toMatchObject({ isRenewable: false })
    const [sent = ''] = sentTo(server, '/token')
    const form = new URLSearchParams(sent.slice('/token '.length))
    expect([form.get('client_id'), form.get('client_secret')]).toEqual(['client', null])
  })

  it('default to the server itself when no authorization server is named', async () => {
    for (const authorization_servers of [null, [], '']) {
      const documents = (origin: string) => ({
        [described]: { resource: `${origin}/mcp`, authorization_servers }
      })
      await signsIn(await start({ documents }))
    }
  })

  it.each<[string, string, Answer]>([
    [
      'a form body',
      'token-1',
      [200, 'access_token=token-1&scope=repo&token_type=bearer', 'application/x-www-form-urlencoded']
    ],
    [
      'one nested in the user',
      'token-1',
      [200, { ok: true, authed_user: { access_token: 'token-1', token_type: 'user' } }]
    ],
    ['one without a type', 'token-1', [200, { access_token: 'token-1' }]]
  ])('do no harm to a token: %s', async (_what, token, answer) => {
    await signsIn(await start({ accepts: [token], ...answering({ '/token': answer }) }))
  })
})

describe('the place of the sign-in', () => {
  const nothing: Answer = [404, {}]

  it.each<[string, Record<string, Answer>]>([
    ['has an internal error', { [oauth]: [500, {}] }],
    ['is refused', { [oauth]: [403, {}] }],
    ['is a web page', { [oauth]: [200, '<html>', 'text/html'] }],
    ['is empty', { [oauth]: [200, ''] }],
    ['is broken', { [oauth]: [200, '{"issuer":'] }],
    ['lacks a member', { [oauth]: [200, { issuer: 'https://other.example' }] }]
  ])('is found in the OpenID configuration, when the metadata %s', async (_what, answers) => {
    const documents = (origin: string) => ({ [openid]: createAuthMetadata(origin) })
    await signsIn(await start({ documents, ...answering(answers) }))
  })

  it('is found in the metadata, when the OpenID configuration fails', async () => {
    await signsIn(await start(answering({ [openid]: [500, {}] })))
  })

  it('is found from an OpenID configuration only, and gets what it needs and no more', async () => {
    const server = await start({
      documents: (origin) => ({ [openid]: createAuthMetadata(origin) }),
      ...answering({ [described]: nothing, [oauth]: nothing })
    })
    await signsIn(server)
  })

  it.each([`${oauth}/mcp`, `${openid}/mcp`, `/mcp${openid}`, `/mcp${oauth}`])(
    'is found at %s of a server that names no place',
    async (path) => {
      const documents = (origin: string) => ({
        [path]: { ...createAuthMetadata(origin), issuer: `${origin}/mcp` }
      })
      await signsIn(await start({ documents, ...answering({ [described]: nothing, [oauth]: nothing }) }))
    }
  )

  it.each([
    `${oauth}/realms/one`,
    `${openid}/realms/one`,
    `/realms/one${openid}`,
    `/realms/one${oauth}`,
    oauth
  ])('is found at %s for an issuer with a path', async (path) => {
    const documents = (origin: string) => ({
      [described]: { resource: `${origin}/mcp`, authorization_servers: [`${origin}/realms/one`] },
      [oauth]: null,
      [path]: { ...createAuthMetadata(origin), issuer: `${origin}/realms/one` }
    })
    await signsIn(await start({ documents }))
  })

  it.each<[string, (origin: string) => string]>([
    ['a relative address', () => 'Bearer resource_metadata="/elsewhere"'],
    ['an address without quotes', (origin) => `bearer RESOURCE_METADATA=${origin}/elsewhere, scope=read`],
    ['several schemes', (origin) => `Basic realm="a", Bearer resource_metadata="${origin}/elsewhere"`]
  ])('is found by %s in the challenge', async (_what, challenge) => {
    const documents = (origin: string) => ({
      [described]: null,
      '/elsewhere': { resource: `${origin}/mcp`, authorization_servers: [`${origin}`] }
    })
    const server = await start({ challenge, documents })
    await signsIn(server)
    expect(sentTo(server, '/elsewhere')).toHaveLength(1)
  })

  it("is found after the server's path, when it is published only there", async () => {
    const documents = (origin: string) => ({
      [described]: null,
      [`/mcp/.well-known/oauth-protected-resource`]: {
        resource: `${origin}/mcp`,
        authorization_servers: [origin]
      }
    })
    const server = await start({ documents })
    const self = await open(server)
    const link = new URL(await self.agree())
    expect(link.searchParams.get('resource')).toBe(server.url)
  })

  it('is the server itself, when its description fails and it publishes metadata; nothing is guessed', async () => {
    const trouble = { [described]: [500, {}] as const }
    await signsIn(await start(answering(trouble)))
    const server = await start(answering({ ...trouble, [oauth]: nothing }))
    expect(await refusal(await open(server))).toContain('internal error')
    expect(sentTo(server, '/register')).toEqual([])
  })

  it('may name itself with a capital letter or an extra slash', async () => {
    const documents = (origin: string) => ({
      [described]: { resource: `${origin}/mcp/`, authorization_servers: [`${origin.toUpperCase()}/`] }
    })
    await signsIn(await start({ documents }))
  })
})

it('names both issuers when the authorization server uses a different name', async () => {
  const server = await start({
    documents: (origin) => ({ [oauth]: createAuthMetadata(origin.replace('127.0.0.1', 'localhost')) })
  })
  const said = await refusal(await open(server))
  expect(said).toContain(`calls itself "${server.origin.replace('127.0.0.1', 'localhost')}"`)
  expect(said).toContain(`its expected name is "${server.origin}"`)
})

it.each([openid, oauth])("accepts the document's address as the issuer in the settings: %s", async (tail) => {
  const server = await start()
  const issuer = server.origin + tail
  const self = await openSignInHost({ work: { url: server.url, oauth: { issuer, clientId: 'client' } } })
  opened.push(self)
  await visit(await self.agree())
  await isReachable(self, 'connected')
})

it('accepts empty parameters in an answer from the browser', async () => {
  const server = await start({
    answer: ({ url = '', headers }, response) => {
      if (!url.startsWith('/authorize')) return false
      const asked = new URL(url, 'http://127.0.0.1').searchParams
      const back = new URL(asked.get('redirect_uri') ?? '')
      const answer = { code: 'code', state: asked.get('state') ?? '', iss: `http://${headers.host}` }
      for (const [name, value] of Object.entries({ ...answer, error: '', error_description: '' }))
        back.searchParams.set(name, value)
      response.writeHead(302, { location: back.href }).end()
      return true
    }
  })
  await signsIn(server)
})

describe('a rejected registration', () => {
  const methods = (...listed: string[]) => ({
    documents: (origin: string) => ({
      [oauth]: { ...createAuthMetadata(origin), token_endpoint_auth_methods_supported: listed }
    })
  })
  const refusing = (
    isRefused: (sent: Record<string, unknown>) => boolean,
    refusal: Answer
  ): SmallServerParts => ({
    answer: ({ url }, response, body) => {
      if (url !== '/register') return false
      const sent = JSON.parse(body) as Record<string, unknown>
      const [status, answer] = isRefused(sent)
        ? refusal
        : [
            201,
            {
              client_id: 'client',
              client_secret: 'a-secret',
              token_endpoint_auth_method: sent['token_endpoint_auth_method']
            }
          ]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      return true
    }
  })
  const isPublic = ({ token_endpoint_auth_method: method }: Record<string, unknown>) => method === 'none'

  it.each([
    ['client_secret_post', 'client_secret=a-secret'],
    ['client_secret_basic', '']
  ])('is sent once more with %s, which is used for the token', async (method, sent) => {
    const server = await start({
      ...methods('none', method),
      ...refusing(isPublic, [400, { error: 'invalid_client_metadata' }])
    })
    await signsIn(server)
    const registered = sentTo(server, '/register')
    expect(registered).toHaveLength(2)
    expect(registered[1]).toContain(`"token_endpoint_auth_method":"${method}"`)
    expect(sentTo(server, '/token')[0]).toContain(sent)
  })

  it('is sent once more when the denial has a success status', async () => {
    const refused: Answer = [
      200,
      { error: 'invalid_client_metadata', error_description: 'No public clients' }
    ]
    await signsIn(await start({ ...methods('none', 'client_secret_post'), ...refusing(isPublic, refused) }))
  })

  it("finally gives the reason in the service's own text", async () => {
    const refused: Answer = [403, { error: 'access_denied', error_description: 'Ask your administrator' }]
    const server = await start(refusing(() => true, refused))
    const self = await open(server)
    // No page opens: `agree` would wait for one until its limit.
    void self.agree().catch(() => {})
    expect(await refusal(self)).toContain('(access_denied): Ask your administrator.')
    expect(sentTo(server, '/register')).toHaveLength(1)
  })
})

describe('an error with a success status', () => {
  it.each<[string, unknown, string]>([
    [
      'as in the specification',
      { error: 'invalid_grant', error_description: 'Too late' },
      'invalid_grant): Too late'
    ],
    [
      'as a form body',
      'error=bad_verification_code&error_description=Wrong',
      'bad_verification_code): Wrong'
    ],
    ['with an ok flag', { ok: false, error: 'invalid_code' }, 'invalid_code'],
    ['in parts', { error: { code: 7, message: 'No seat' } }, '7): No seat']
  ])("%s is shown with the service's own text", async (_what, answer, words) => {
    const self = await open(await start(answering({ '/token': [200, answer] })))
    await visit(await self.agree())
    expect(await refusal(self)).toContain(words)
  })
})

describe('the message of a failure', () => {
  it.each<[string, Record<string, Answer>, string]>([
    ['the metadata', { [oauth]: [200, { issuer: 5 }] }, 'authorization server metadata'],
    ['the metadata, which is not JSON', { [oauth]: [200, '{'] }, "isn't JSON"],
    ['the description', { [described]: [200, { resource: 7 }] }, '“resource” has an invalid value'],
    ['the registration', { '/register': [201, { id: 'client' }] }, '“client_id” is missing'],
    ['the token', { '/token': [200, { token: 'x' }] }, '“access_token” is missing']
  ])('names the document and the member: %s', async (_what, answers, words) => {
    const self = await open(await start(answering(answers)))
    // Some fail before a page opens, or before the user is asked.
    const refused = refusal(self)
    const link = await Promise.race([self.agree().catch(() => null), refused.then(() => null)])
    if (link !== null) await visit(link)
    const said = await refused
    expect(said).toContain(words)
    expect(said).toContain('Ask the owner of')
  })

  it('describes a failed connection without error names', async () => {
    const server = await start({
      answer: ({ url }, response) => {
        if (url?.startsWith('/.well-known') !== true) return false
        response.destroy()
        return true
      }
    })
    const said = await refusal(await open(server))
    expect(said).toContain('the connection was interrupted')
    expect(said).not.toMatch(/[A-Z][a-z]+Error|E[A-Z]{4,}/)
  })
})

describe("an issuer that doesn't mention PKCE", () => {
  const without = (value: unknown) => ({
    documents: (origin: string) => ({
      [oauth]: { ...createAuthMetadata(origin), code_challenge_methods_supported: value }
    })
  })

  it.each([[undefined], [null], [[]]])(
    'is refused with the reason, and signed in to anyway with the challenge: %j',
    async (value) => {
      const server = await start(without(value))
      const self = await open(server)
      expect(await refusal(self)).toContain("doesn't say that it protects sign-ins with PKCE")
      expect(self.account()?.canSignInAnyway).toBe(true)
      expect(sentTo(server, '/register')).toEqual([])
      await self.host.handlers['account.act']({ serverName: 'work', act: 'sign-in-anyway' })
      expect(JSON.stringify((await self.asked()).places[0]?.warnings)).toContain('auth.pkceUnsaid')
      const link = new URL(await self.agree())
      expect(link.searchParams.get('code_challenge_method')).toBe('S256')
      await visit(link.href)
      await isReachable(self, 'connected')
      expect(sentTo(server, '/token')[0]).toContain('code_verifier=')
    }
  )

  it('is remembered, after a restart and for another server too', async () => {
    const server = await start(without(undefined))
    const self = await open(server)
    await refusal(self)
    await self.host.handlers['account.act']({ serverName: 'work', act: 'sign-in-anyway' })
    await visit(await self.agree())
    await isReachable(self, 'connected')
    server.expire()
    const secrets = new Map(self.host.secrets)
    secrets.set(
      'oauth/work',
      (secrets.get('oauth/work') ?? '').replace(/"refreshToken":"[^"]*"/, '"refreshToken":null')
    )
    const again = await openSignInHost({ work: { url: server.url }, home: { url: server.url } }, { secrets })
    opened.push(again)
    const { serverName } = await again.asked()
    await visit(await again.agree())
    await isReachable(again, 'connected', serverName)
    await vi.waitFor(async () => expect((await again.asked()).serverName).not.toBe(serverName), soon)
  })

  it('is not remembered unless the user insisted, and PKCE without S256 is always rejected', async () => {
    const self = await open(await start(without(['plain'])))
    expect(await refusal(self)).toContain('without S256')
    expect(self.account()?.canSignInAnyway).toBeUndefined()
    await self.host.handlers['account.act']({ serverName: 'work', act: 'sign-in-anyway' })
    await vi.waitFor(() => expect(accountReason(self)).toContain('without S256'), soon)
    expect(self.host.openedLinks).toEqual([])
  })
})
