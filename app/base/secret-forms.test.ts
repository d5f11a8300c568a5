import { describe, expect, it } from 'vitest'
import { findSecrets } from './secret-forms'

const found = (text: string, name = '') =>
  findSecrets(text, name).map(({ kind, start, end }) => [kind, text.slice(start, end)])
const letters = (count: number) => 'a1B2c3D4e5'.repeat(Math.ceil(count / 10)).slice(0, count)

/** Put together here, so that no file contains what looks like a secret. */
const forms: readonly [kind: string, secret: string, tooShort: string | null][] = [
  ['an API key', `sk-${letters(16)}`, `sk-${letters(15)}`],
  ['an API key', `sk-ant-api03-${letters(30)}`, null],
  ['an API key', `pk_live_${letters(20)}`, null],
  ['an API key', `rk-test_${letters(20)}`, null],
  ['an API key', `AIza${letters(35)}`, `AIza${letters(34)}`],
  ['an access key', `AKIA${'A1B2C3D4E5F6G7H8'}`, `AKIA${'A1B2C3D4E5F6G7H'}`],
  ['an access key', `ASIA${'A1B2C3D4E5F6G7H8'}`, null],
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_', 'hf_'].map((start): [string, string, string] => [
    'an access token',
    start + letters(30),
    start + letters(29)
  ]),
  ['an access token', `glpat-${letters(20)}`, `glpat-${letters(19)}`],
  ['an access token', `npm_${letters(36)}`, `npm_${letters(35)}`],
  ['an access token', `xoxb-${letters(10)}`, `xoxb-${letters(9)}`],
  ['an access token', `ya29.${letters(20)}`, `ya29.${letters(19)}`],
  [
    'a signed token',
    `eyJ${letters(8)}.eyJ${letters(8)}.${letters(8)}`,
    `eyJ${letters(8)}.eyJ${letters(8)}.${letters(7)}`
  ]
]

describe('text with the form of a secret', () => {
  it.each(forms)('recognizes %s: %s', (kind, secret, tooShort) => {
    expect(found(secret)).toContainEqual([kind, secret])
    expect(found(`use ${secret}, please`)).toContainEqual([kind, secret])
    expect(found(`x${secret}`)).not.toContainEqual([kind, secret])
    if (tooShort !== null) expect(found(tooShort)).toEqual([])
  })

  it('is found at each occurrence', () => {
    const [one, other] = [`sk-${letters(20)}`, `AKIA${'Z9Y8X7W6V5U4T3S2'}`]
    expect(found(`${one} ${other} ${one}`)).toEqual([
      ['an API key', one],
      ['an API key', one],
      ['an access key', other]
    ])
  })
})

describe('text at the usual place of a secret', () => {
  it.each([
    ['an access token', `Authorization: Bearer ${letters(16)}`, letters(16)],
    ['an access token', `authorization: basic   ${letters(20)}==`, `${letters(20)}==`],
    ['a password in an address', 'postgres://ann:tea4two@db.test/x', 'tea4two'],
    ['a password in an address', 'https://:abc@host.test', 'abc'],
    ...[
      'password',
      'Passwort',
      'passwd',
      'passphrase',
      'pwd',
      'client_secret',
      'app-secret',
      'secret access key'
    ].map((name): [string, string, string] => ['a password or key', `${name}: tea4twos`, 'tea4twos']),
    ...['api_key', 'apikey', 'auth-token', 'access token', 'private_key', 'session_token', 'secret_key'].map(
      (name): [string, string, string] => ['a password or key', `${name}=tea4twos`, 'tea4twos']
    ),
    ['a password or key', `{"password": "tea4twos"}`, 'tea4twos'],
    ['a password or key', `'password' = 'tea4twos'`, 'tea4twos'],
    ['a password or key', 'MY_PASSWORD=tea4twos', 'tea4twos']
  ])('is recognized as %s: %s', (kind, text, secret) => {
    expect(found(text)).toEqual([[kind, secret]])
  })

  it.each([
    ['too short for a token', `Bearer ${letters(15)}`],
    ['too short for a password', 'password: tea4two'],
    ['another word with the same ending', 'mypwd: tea4twos'],
    ['an address without a password', 'https://ann@host.test/x'],
    ['an address with a short one', 'https://ann:ab@host.test'],
    ['an address with a port', 'https://host.test:8080/x@y'],
    ['a text that only mentions it', 'The password is changed every month.'],
    ['nothing', '']
  ])('is not recognized: %s', (_what, text) => {
    expect(found(text)).toEqual([])
  })
})

describe('the value of an argument named like a secret', () => {
  it.each([
    'password',
    'dbPasswort',
    'PASSWD',
    'passphrase',
    'client_secret',
    'apiKey',
    'api_key',
    'my-api-key',
    'private-key',
    'private_key',
    'privateKey',
    'access_token',
    'access-token',
    'accesstoken',
    'authToken',
    'auth_token'
  ])('is a secret as a whole: %s', (name) => {
    expect(found('tea for two', name)).toEqual([['a password or key', 'tea for two']])
  })

  it('is not a secret if it is too short or the name differs', () => {
    expect(found('four ', 'password')).toEqual([])
    expect(found('  four5  ', 'password')).toEqual([])
    expect(found('  four56  ', 'password')).toEqual([['a password or key', '  four56  ']])
    expect(found('tea for two', 'path')).toEqual([])
    expect(found('tea for two', '')).toEqual([])
  })

  it('is reported once if its form is also known', () => {
    expect(found(`sk-${letters(20)}`, 'apiKey')).toEqual([['an API key', `sk-${letters(20)}`]])
  })
})

describe('a private key', () => {
  const begin = (kind = '') => `-----BEGIN ${kind}PRIVATE KEY-----`
  const end = (kind = '') => `-----END ${kind}PRIVATE KEY-----`

  it('extends to its last line', () => {
    for (const kind of ['', 'RSA ', 'OPENSSH ', 'ENCRYPTED ']) {
      const key = `${begin(kind)}\nMIIE\n${end(kind)}`
      expect(found(`key:\n${key}\nbye`)).toEqual([['a private key', key]])
    }
  })

  it('extends to the end without a last line, up to a limit', () => {
    expect(found(`${begin()}\nMIIE`)).toEqual([['a private key', `${begin()}\nMIIE`]])
    const [[, key] = []] = found(`${begin()}${'\nMIIE'.repeat(10_000)}`)
    expect(key).toHaveLength(20_000)
  })

  it('is reported once, also with another one beginning inside, and twice for two in a row', () => {
    expect(found(`${begin()}\n${begin('RSA ')}\nMIIE\n${end()}`)).toHaveLength(1)
    expect(found(`${begin()}\nA\n${end()}\n${begin()}\nB\n${end()}`)).toHaveLength(2)
  })

  it('is distinguished from a public key', () => {
    expect(found('-----BEGIN PUBLIC KEY-----\nMIIE\n-----END PUBLIC KEY-----')).toEqual([])
  })
})

describe('a card number', () => {
  /** Numbers that issuers publish for tests. */
  const cards = [
    '4111111111111111',
    '4222222222222',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '341111111111111',
    '6011111111111117',
    '6500000000000002',
    '3530111333300000'
  ]

  it.each(cards)('is recognized: %s', (card) => {
    expect(found(`pay with ${card}.`)).toEqual([['a card number', card]])
    expect(found(card.replaceAll(/\d{4}(?=\d)/g, '$& '))).toHaveLength(1)
    expect(found(card.replaceAll(/\d{4}(?=\d)/g, '$&-'))).toHaveLength(1)
    const last = (Number(card.at(-1)) + 1) % 10
    expect(found(card.slice(0, -1) + last)).toEqual([])
  })

  it.each([
    ['of no issuer', '9111111111111111'],
    ['of another length', '41111111111111'],
    ['inside a longer number', '41111111111111110'],
    ['after a digit and a dot', '1.4111111111111111'],
    ['after a dash', '-4111111111111111'],
    ['before another digit', '4111111111111111-2'],
    ['with two blanks between', '4111  1111 1111 1111']
  ])('is not recognized: %s', (_what, text) => {
    expect(found(text)).toEqual([])
  })
})
