import { describe, expect, it } from 'vitest'
import { checkAddress, isSameIssuer } from './address-rules'

describe('an address for a sign-in', () => {
  it.each(['https://sign-in.example/token', 'http://127.0.0.1:8080/token', 'http://localhost/'])(
    'is accepted: %s',
    (text) => {
      expect(checkAddress(text, 'tokens').href).toBe(text)
    }
  )

  it.each([
    ['a user name', 'https://me@sign-in.example/'],
    ['a password', 'https://:secret@sign-in.example/'],
    ['no encryption', 'http://sign-in.example/'],
    ['another scheme', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
    ['no valid address', 'sign in here'],
    ['a value that is not text', 7]
  ])('is rejected with %s', (_what, text) => {
    expect(() => checkAddress(text, 'tokens')).toThrow(expect.objectContaining({ code: 'SIGN_IN_FAILED' }))
  })
})

describe('an issuer', () => {
  it.each([
    ['https://one.example/', 'https://one.example'],
    ['https://one.example/tenant', 'https://one.example/tenant/'],
    ['HTTPS://ONE.example/tenant', 'https://one.example/tenant'],
    ['https://one.example:443/tenant', 'https://one.example/tenant']
  ])('is equal to %s and to %s', (one, other) => {
    expect(isSameIssuer(one, other)).toBe(true)
  })

  it.each([
    ['https://one.example/a', 'https://one.example'],
    ['https://one.example/A', 'https://one.example/a'],
    ['https://one.example/x/../a', 'https://one.example/a'],
    ['https://one.example?x', 'https://one.example'],
    ['https://me@one.example', 'https://one.example'],
    ['https://one.example\\@two.example', 'https://one.example'],
    ['http://one.example', 'https://one.example'],
    ['https://one.example:8443', 'https://one.example'],
    ['https://one.example//', 'https://one.example']
  ])('differs between %s and %s', (one, other) => {
    expect(isSameIssuer(one, other)).toBe(false)
  })
})
