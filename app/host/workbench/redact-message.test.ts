import { describe, expect, it } from 'vitest'
import { SecretRegistry } from '../../base/logger'
import { redactMessage } from './redact-message'

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
