import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SecretRegistry } from '../../base/logger'
import { mayHaveSecrets, redactMessage, redactUrl } from './redact-message'

const githubToken = `ghp_${'a1B2'.repeat(9)}`

function shown(value: unknown, known = new SecretRegistry()): unknown {
  return JSON.parse(redactMessage(JSON.stringify(value), known) ?? 'null')
}

describe('redactMessage', () => {
  it.each([
    ['an Authorization header', { headers: { Authorization: 'Bearer abc' } }],
    ['a header given as name and value', { name: 'Authorization', value: 'Bearer CANARY-0123456789' }],
    ['a cookie', { 'Set-Cookie': 'sid=CANARY' }],
    ['an access token', { access_token: 'CANARY' }],
    ['a refresh token', { refreshToken: 'CANARY' }],
    ['an API key', { 'x-api-key': 'CANARY' }],
    ['a password that a user filled in', { content: { password: 'CANARY' } }],
    ['a key with a known form in prose', { text: `Use ${githubToken} for it.` }],
    ['a key in JSON inside a text', { text: '{"api_key": "CANARY-0123456789"}' }],
    ['a password in an address', { uri: 'https://user:CANARY@example.com/' }],
    ['a private key', { text: '-----BEGIN PRIVATE KEY-----\nCANARY\n-----END PRIVATE KEY-----' }]
  ])('removes %s', (_what, params) => {
    const text = JSON.stringify(shown({ jsonrpc: '2.0', method: 'x', params }))
    expect(text).toContain('[secret]')
    expect(text).not.toMatch(/CANARY|Bearer abc|ghp_/u)
  })

  it('removes values that Parley keeps as secrets, in any form', () => {
    const known = new SecretRegistry()
    known.add('plain words')
    expect(shown({ text: 'It said plain words.' }, known)).toEqual({ text: 'It said [secret].' })
  })

  it('keeps tokens and keys of the protocol and of schemas', () => {
    const message = {
      _meta: { progressToken: 'p-1' },
      nextCursor: 'abc',
      inputSchema: { properties: { apiKey: { type: 'string' } }, required: ['apiKey', 'token'] },
      text: 'Order 4111 1111 1111 1111'
    }
    expect(shown(message)).toEqual(message)
  })

  it('returns null if a secret was outside a string', () => {
    const known = new SecretRegistry()
    known.add('123456789')
    expect(redactMessage('{"pin":123456789}', known)).toBeNull()
  })

  it('leaves a message without secrets unchanged', () => {
    expect(redactMessage('{ "a": 1.0 }', new SecretRegistry())).toBe('{ "a": 1.0 }')
  })
})

describe('mayHaveSecrets', () => {
  const letters = (count: number) => 'a1B2c3D4e5'.repeat(Math.ceil(count / 10)).slice(0, count)
  const starts = [
    'sk-',
    'pk_live_',
    'rk-',
    'AIza',
    'AKIA',
    'ASIA',
    'ghp_',
    'ghs_',
    'github_pat_',
    'glpat-',
    'npm_'
  ]
  const names = [
    'hf_',
    'xoxb-',
    'ya29.',
    'Bearer ',
    'basic\n',
    'https://me:',
    'apiKey',
    'session_key',
    'auth token'
  ]
  const members = [
    'Authorization',
    'proxy-authorization',
    'set_cookie',
    'credentials',
    'idToken',
    '_token',
    'token'
  ]
  const more = [
    '-----BEGIN RSA PRIVATE KEY-----',
    'passphrase',
    'pwd',
    'client secret',
    'progressToken',
    'key'
  ]
  const ends = [
    ': ',
    '=',
    '@',
    '"',
    '\\',
    '/',
    '.',
    '\n',
    '\u0007',
    'é',
    ' ',
    `eyJ${letters(8)}.`,
    letters(8)
  ]
  const piece = fc.constantFrom(...starts, ...names, ...members, ...more, ...ends, letters(16), letters(40))
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))

  it('is true for everything that redactMessage changes', () => {
    fc.assert(
      fc.property(text, text, (name, value) => {
        const message = JSON.stringify({ params: { [name]: value } })
        if (redactMessage(message, new SecretRegistry()) !== message)
          expect(mayHaveSecrets(message)).toBe(true)
      }),
      { numRuns: 1_000 }
    )
  })

  it('is false for ordinary messages', () => {
    const params = { progressToken: 'p-1', message: 'Working on the next task-list', inputSchema: {} }
    expect(mayHaveSecrets(JSON.stringify({ method: 'notifications/progress', params }))).toBe(false)
  })
})

describe('redactUrl', () => {
  it.each([
    ['https://example.com/mcp', 'https://example.com/mcp'],
    ['https://example.com/mcp?key=abc&team=notes', 'https://example.com/mcp?key=[secret]&team=notes'],
    ['https://example.com/mcp?profile=q8Zt4LmX2vRb', 'https://example.com/mcp?profile=[secret]'],
    [
      'https://example.com/s/0f3c7a52-90d1-4b7e-8a11-1f0a2b3c4d5e/mcp?a',
      'https://example.com/s/[secret]/mcp?a'
    ],
    ['https://me:password@example.com/', 'https://me:[secret]@example.com/']
  ])('shows %s as %s', (url, shownUrl) => {
    expect(redactUrl(url, new SecretRegistry())).toBe(shownUrl)
  })
})
