import { describe, expect, it } from 'vitest'
import { readErrorAnswer } from './error-answer'
import { DocumentFault, readFlag, readNumberMember, readTextMember, readSpaceSeparated } from './members'
import { readRegistrationAnswer } from './registration-answer'
import { readResourceMetadata } from './resource-metadata'
import { readServerMetadata } from './server-metadata'
import { readTokenAnswer } from './token-answer'

const origin = 'https://login.example'
const address = new URL(`${origin}/.well-known/oauth-authorization-server`)
const needed = {
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`
}
const readServer = (document: unknown, needsPage = true) =>
  readServerMetadata(document, { kind: 'server', address, needsPage })

function faultOf(read: () => unknown): string {
  try {
    read()
    return 'none'
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error
    return `${error.member ?? error.document} ${error.fault}`
  }
}

describe('a member of a document', () => {
  it.each<[unknown, string | null]>([
    [' a ', 'a'],
    ['', null],
    ['  ', null],
    [null, null],
    [5, '5'],
    [['a'], 'a'],
    [['a', 'b'], null],
    [{ a: 1 }, null],
    [true, null]
  ])('reads %j as the text %j', (value, text) => {
    expect(readTextMember({ name: value }, 'name')).toBe(text)
  })

  it.each<[unknown, readonly string[] | null]>([
    ['read write', ['read', 'write']],
    ['read,write', ['read', 'write']],
    [
      ['read', 'read', ' write '],
      ['read', 'write']
    ],
    [['read write'], ['read', 'write']],
    [
      ['read', null, 5, {}, ''],
      ['read', '5']
    ],
    [{ 0: 'read', 2: 'write' }, ['read', 'write']],
    [{ read: true }, null],
    [[], null],
    ['', null],
    [null, null],
    [undefined, null]
  ])('reads %j as the items %j', (value, words) => {
    expect(readSpaceSeparated({ name: value }, 'name')).toEqual(words)
  })

  it.each<[unknown, number | null]>([
    ['3600', 3_600],
    [' 3600.5 ', 3_600.5],
    [0, 0],
    [-1, -1],
    ['', null],
    ['soon', null],
    [null, null],
    [true, null],
    [[3_600], null],
    [Number.POSITIVE_INFINITY, null]
  ])('reads %j as the number %j', (value, number) => {
    expect(readNumberMember({ name: value }, 'name')).toBe(number)
  })

  it.each<[unknown, boolean]>([
    [true, true],
    ['true', true],
    ['TRUE', true],
    [1, true],
    ['false', false],
    [false, false],
    [null, false],
    [{}, false]
  ])('reads %j as the flag %j', (value, flag) => {
    expect(readFlag({ name: value }, 'name')).toBe(flag)
  })

  it('ignores members that every object inherits', () => {
    expect(readTextMember({}, 'constructor')).toBeNull()
    expect(readSpaceSeparated({}, 'toString')).toBeNull()
  })
})

describe('the metadata of an authorization server', () => {
  const optional = [
    'registration_endpoint',
    'revocation_endpoint',
    'introspection_endpoint',
    'jwks_uri',
    'userinfo_endpoint',
    'service_documentation',
    'op_policy_uri',
    'op_tos_uri',
    'scopes_supported',
    'response_types_supported',
    'response_modes_supported',
    'grant_types_supported',
    'subject_types_supported',
    'id_token_signing_alg_values_supported',
    'token_endpoint_auth_methods_supported',
    'code_challenge_methods_supported',
    'dpop_signing_alg_values_supported',
    'client_id_metadata_document_supported',
    'authorization_response_iss_parameter_supported'
  ]
  const bare = readServer(needed)

  it.each(optional)('reads %s as absent when it is null, empty, or of an invalid type', (name) => {
    for (const value of [null, '', [], {}]) expect(readServer({ ...needed, [name]: value })).toEqual(bare)
  })

  it('accepts a text as a list, and completes addresses with the host of the document', () => {
    const metadata = readServer({
      ...needed,
      token_endpoint: '/token',
      response_types_supported: 'code',
      scopes_supported: 'read write',
      code_challenge_methods_supported: 'S256',
      authorization_response_iss_parameter_supported: 'true'
    })
    expect(metadata).toMatchObject({
      token_endpoint: `${origin}/token`,
      response_types_supported: ['code'],
      scopes_supported: ['read', 'write'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true
    })
  })

  it('keeps only what Parley uses', () => {
    expect(readServer({ ...needed, x_vendor: 'a', jwks_uri: `${origin}/keys` })).toEqual(bare)
  })

  it.each<[unknown, string]>([
    [undefined, 'server notJson'],
    [null, 'server notObject'],
    [[], 'server notObject'],
    [{ ...needed, issuer: null }, 'issuer missing'],
    [{ ...needed, issuer: 5 }, 'issuer invalid'],
    [{ ...needed, token_endpoint: '' }, 'token_endpoint missing'],
    [{ ...needed, authorization_endpoint: undefined }, 'authorization_endpoint missing'],
    [{ ...needed, authorization_endpoint: {} }, 'authorization_endpoint invalid'],
    [{ ...needed, response_types_supported: ['token'] }, 'response_types_supported invalid']
  ])('names what is wrong with %j: %s', (document, fault) => {
    expect(faultOf(() => readServer(document))).toBe(fault)
  })

  it('needs no authorization page for a grant without a user', () => {
    const { authorization_endpoint: _page, ...rest } = needed
    expect(faultOf(() => readServer(rest, false))).toBe('none')
  })
})

describe('the metadata of a protected server', () => {
  const resource = 'https://work.example/mcp'

  it.each<[unknown, readonly string[]]>([
    [[origin], [origin]],
    [origin, [origin]],
    [[origin, null, ''], [origin]],
    [{ 0: origin }, [origin]],
    [null, []],
    [[], []],
    ['', []],
    [undefined, []]
  ])('reads %j as the authorization servers %j', (value, servers) => {
    const document = { resource, authorization_servers: value }
    expect(readResourceMetadata(document).authorizationServers).toEqual(servers)
  })

  it('reads scopes from text, and required proofs from text', () => {
    expect(
      readResourceMetadata({
        resource,
        scopes_supported: 'read write',
        dpop_bound_access_tokens_required: 'true'
      })
    ).toMatchObject({ scopes: ['read', 'write'], wantsProof: true })
    expect(
      readResourceMetadata({ resource, scopes_supported: null, dpop_bound_access_tokens_required: null })
    ).toMatchObject({ scopes: null, wantsProof: false })
  })

  it.each<[unknown, string]>([
    [{}, 'resource missing'],
    [{ resource: null }, 'resource missing'],
    [{ resource: [resource] }, 'resource invalid'],
    [[], 'resource notObject']
  ])('names what is wrong with %j: %s', (document, fault) => {
    expect(faultOf(() => readResourceMetadata(document))).toBe(fault)
  })
})

describe('the answer of a token endpoint', () => {
  const tokensIn = (answer: unknown) => {
    const read = readTokenAnswer(typeof answer === 'string' ? answer : JSON.stringify(answer), true)
    return read.type === 'given' ? read.tokens : read.refusal
  }
  const plain = { access_token: 'secret', token_type: 'Bearer' }

  it.each(['expires_in', 'scope', 'refresh_token', 'id_token', 'token_type', 'issued_token_type', 'error'])(
    'reads %s as absent when it is null or empty',
    (name) => {
      for (const value of [null, '', []]) expect(tokensIn({ ...plain, [name]: value })).toEqual(plain)
    }
  )

  it.each<[string, unknown, object]>([
    ['with its lifetime as text', { ...plain, expires_in: '3600' }, { ...plain, expires_in: 3_600 }],
    ['with its lifetime in words', { ...plain, expires_in: 'soon' }, plain],
    ['with scopes in a list', { ...plain, scope: ['a', 'b'] }, { ...plain, scope: 'a b' }],
    ['with scopes separated by commas', { ...plain, scope: 'a,b' }, { ...plain, scope: 'a b' }],
    ['with spaces around its type', { ...plain, token_type: 'Bearer ' }, plain],
    ['with its type in a list', { ...plain, token_type: ['Bearer'] }, plain],
    ['after a byte order mark', `\uFEFF${JSON.stringify(plain)}`, plain],
    [
      'in a form body',
      'access_token=secret&scope=repo%2Cgist&token_type=bearer',
      {
        access_token: 'secret',
        scope: 'repo gist',
        token_type: 'bearer'
      }
    ],
    [
      'next to its user',
      { ok: true, authed_user: { id: 'U1', access_token: 'secret', token_type: 'user', scope: 'a,b' } },
      {
        access_token: 'secret',
        token_type: 'user',
        scope: 'a b'
      }
    ],
    ['one level deeper', { data: plain }, plain]
  ])('reads a token %s', (_what, answer, tokens) => {
    expect(tokensIn(answer)).toEqual(tokens)
  })

  it.each<[unknown, object]>([
    [
      { error: 'invalid_grant', error_description: null },
      { code: 'invalid_grant', words: '' }
    ],
    [
      { ok: false, error: 'invalid_code' },
      { code: 'invalid_code', words: '' }
    ],
    [{ error: { code: 401, message: 'No.' } }, { code: '401', words: 'No.' }],
    [{ errors: [{ detail: 'No.' }] }, { code: null, words: 'No.' }],
    [{ message: 'No.' }, { code: null, words: 'No.' }],
    [
      { errorCode: 'E0000011', errorSummary: 'Invalid token' },
      { code: 'E0000011', words: 'Invalid token' }
    ],
    [
      'error=bad_verification_code&error_description=The+code+is+wrong.',
      { code: 'bad_verification_code', words: 'The code is wrong.' }
    ],
    [
      { access_token: null, error: 'invalid_grant' },
      { code: 'invalid_grant', words: '' }
    ]
  ])('reads %j as a denial with any status', (answer, refusal) => {
    expect(tokensIn(answer)).toEqual(refusal)
  })

  it.each<[unknown, string]>([
    ['<html>', 'tokens notJson'],
    ['', 'tokens notJson'],
    [[], 'tokens notObject'],
    [{}, 'access_token missing'],
    [{ access_token: null }, 'access_token missing'],
    [{ access_token: {} }, 'access_token invalid']
  ])('names what is wrong with %j: %s', (answer, fault) => {
    expect(faultOf(() => tokensIn(answer))).toBe(fault)
  })
})

describe('the answer to a registration', () => {
  const clientIn = (answer: unknown) => {
    const read = readRegistrationAnswer(JSON.stringify(answer), true)
    return read.type === 'given' ? read.client : read.refusal
  }

  it.each([
    'client_secret',
    'client_secret_expires_at',
    'client_id_issued_at',
    'client_uri',
    'logo_uri',
    'redirect_uris',
    'grant_types',
    'scope',
    'token_endpoint_auth_method'
  ])('reads %s as absent when it is null, empty or of an invalid type', (name) => {
    for (const value of [null, '', [], {}])
      expect(clientIn({ client_id: 'a', [name]: value })).toEqual({ client_id: 'a' })
  })

  it.each<[object, object]>([
    [{ client_secret: '' }, {}],
    [{ client_secret: 'b' }, { client_secret: 'b' }],
    [{ client_secret_expires_at: 0 }, {}],
    [{ client_secret_expires_at: '0' }, {}],
    [{ client_secret_expires_at: '1798761600' }, { client_secret_expires_at: 1_798_761_600 }],
    [{ client_secret_expires_at: 1_798_761_600_000 }, { client_secret_expires_at: 1_798_761_600 }],
    [{ client_secret_expires_at: '2027-01-01T00:00:00Z' }, { client_secret_expires_at: 1_798_761_600 }],
    [{ token_endpoint_auth_method: 'NONE' }, { token_endpoint_auth_method: 'none' }],
    [{ redirect_uris: ['https://other.example'], x_vendor: 1 }, {}]
  ])('reads %j as %j', (given, read) => {
    expect(clientIn({ client_id: 'a', ...given })).toEqual({ client_id: 'a', ...read })
  })

  it('accepts a number as id, and reports an answer without an id', () => {
    expect(clientIn({ client_id: 7 })).toEqual({ client_id: '7' })
    expect(faultOf(() => clientIn({}))).toBe('client_id missing')
    expect(faultOf(() => clientIn({ client_id: {} }))).toBe('client_id invalid')
    expect(clientIn({ error: 'invalid_client_metadata' })).toMatchObject({ code: 'invalid_client_metadata' })
  })
})

it('finds no denial in other answers', () => {
  expect(readErrorAnswer({ ok: true })).toBeNull()
})
