import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../contract/json'
import { refusalOf } from './secret-fields'

const form = (properties: JsonObject): JsonObject => ({ type: 'object', properties })

describe('ELIC-23: a form that asks for a secret', () => {
  it.each([
    'password',
    'userPassword',
    'API_KEY',
    'apiKey',
    'apikey',
    'access-token',
    'GitHubToken',
    'client_secret',
    'privateKey',
    'SSHKey',
    'cardNumber',
    'credit card number',
    'cvv',
    'pin',
    'passphrase',
    'recovery codes',
    'pass\u200bword'
  ])('by name or title: %s', (name) => {
    expect(refusalOf(form({ [name]: { type: 'string' } }))).toContain(`“${name}”`)
    expect(refusalOf(form({ field: { type: 'string', title: name } }))).toContain(`“${name}”`)
  })

  it('by format, and numbers that are secrets', () => {
    expect(refusalOf(form({ a: { type: 'string', format: 'password' } }))).not.toBeNull()
    expect(refusalOf(form({ pin: { type: 'integer' } }))).not.toBeNull()
    expect(
      refusalOf(form({ ok: { type: 'string' }, cvc: { type: 'number' }, pin: { type: 'string' } }))
    ).toMatch(/“cvc” and “pin”/)
  })

  it('is told from one that only sounds like it', () => {
    const harmless = form({
      name: { type: 'string' },
      issueKey: { type: 'string', title: 'Issue key' },
      keyboard: { type: 'string' },
      opinion: { type: 'string' },
      spinner: { type: 'string' },
      tokens: { type: 'integer', title: 'Tokens to generate' },
      pinned: { type: 'string' },
      rotatePassword: { type: 'boolean' },
      secretKind: { type: 'string', enum: ['password', 'token'] },
      integer: { type: 'integer', description: 'Do not give us your pin or password.' }
    })
    expect(refusalOf(harmless)).toBeNull()
    expect(refusalOf({})).toBeNull()
    expect(refusalOf({ properties: ['password'] })).toBeNull()
  })
})
