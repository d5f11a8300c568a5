import { describe, expect, it } from 'vitest'
import { checkAddress, isSameIssuer } from './address-rules'

describe('an address to sign in at', () => {
  it.each(['https://sign-in.example/token', 'http://127.0.0.1:8080/token', 'http://localhost/'])(
    '%s is taken',
    (text) => {
      expect(checkAddress(text, 'tokens').href).toBe(text)
    }
  )

  it.each([
    ['a name in it', 'https://me@sign-in.example/'],
    ['a password in it', 'https://:secret@sign-in.example/'],
    ['no encryption', 'http://sign-in.example/'],
    ['another kind', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
    ['nothing of an address', 'sign in here'],
    ['no text', 7]
  ])('one with %s is refused', (_what, text) => {
    expect(() => checkAddress(text, 'tokens')).toThrow(expect.objectContaining({ code: 'SIGN_IN_FAILED' }))
  })
})

it('a slash at its end makes no other issuer, anything else does', () => {
  expect(isSameIssuer('https://one.example/', 'https://one.example')).toBe(true)
  expect(isSameIssuer('https://one.example/a', 'https://one.example')).toBe(false)
})
