import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../contract/json'
import { findSecretFieldRefusal } from './secret-fields'
import { renderEnglish } from '../testing/in-english'
import { measureProcessorMs } from '../testing/processor-time'

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
  ])('is refused for its name or title: %s', (name) => {
    expect(renderEnglish(findSecretFieldRefusal(form({ [name]: { type: 'string' } })))).toContain(`“${name}”`)
    expect(renderEnglish(findSecretFieldRefusal(form({ field: { type: 'string', title: name } })))).toContain(
      `“${name}”`
    )
  })

  it('is refused for its format, or for numbers that are secrets', () => {
    expect(findSecretFieldRefusal(form({ a: { type: 'string', format: 'password' } }))).not.toBeNull()
    expect(findSecretFieldRefusal(form({ pin: { type: 'integer' } }))).not.toBeNull()
    expect(
      renderEnglish(
        findSecretFieldRefusal(
          form({ ok: { type: 'string' }, cvc: { type: 'number' }, pin: { type: 'string' } })
        )
      )
    ).toMatch(/“cvc” and “pin”/)
  })

  it.each([
    'Passwort',
    'Benutzerpasswort',
    'Contraseña',
    'mot de passe',
    'パスワード',
    '暗証番号',
    '密码',
    '비밀번호',
    'пароль',
    'كلمة المرور',
    'hasło',
    'Senha do banco',
    'Clé API',
    'Clave secreta',
    'Kreditkartennummer',
    'Numéro de carte',
    'PIN-Code',
    'seed phrase',
    'Recovery phrase (12 words)',
    'Password (required)',
    'User ID / Password',
    'Input password',
    'mypassword1',
    'client secret',
    'Personal access token',
    'p\u0430ssw\u043erd',
    'P4ssw0rd',
    'p@$$word',
    'p a s s w o r d',
    'ｐａｓｓｗｏｒｄ',
    'One-time code',
    'CVC2'
  ])('is refused in other languages and spellings: %s', (name) => {
    expect(renderEnglish(findSecretFieldRefusal(form({ [name]: { type: 'string' } })))).toContain(
      'looks like a secret'
    )
    expect(renderEnglish(findSecretFieldRefusal(form({ field: { type: 'string', title: name } })))).toContain(
      `“${name}”`
    )
  })

  it.each([
    ['a description', { description: 'Enter your password.' }],
    ['a description that is a label', { description: 'Your GitHub password' }],
    ['a description of another kind', { description: 'Paste the API key of your account here' }],
    ['a description in another language', { description: 'ログインのパスワード' }],
    ['the form of a key', { pattern: '^sk-[a-z0-9]+$' }],
    ['a write-only field', { writeOnly: true }]
  ])('is refused for %s', (_what, field) => {
    expect(renderEnglish(findSecretFieldRefusal(form({ answer: { type: 'string', ...field } })))).toContain(
      '“answer”'
    )
  })

  it.each([
    'To go on, please enter your GitHub password below.',
    'Provide us with your password!',
    'Introduzca su contraseña',
    'We need your seed phrase to restore the wallet.'
  ])('is refused for its message: %s', (message) => {
    expect(renderEnglish(findSecretFieldRefusal(form({ answer: { type: 'string' } }), message))).toContain(
      "The server's message asks"
    )
    expect(findSecretFieldRefusal(form({ sure: { type: 'boolean' } }), message)).toBeNull()
  })

  it.each([
    'We will send a link to reset your password to this address.',
    'Do not enter your password here.',
    'Choose the project whose API key was rotated.',
    'Your password expired yesterday. Which account do you want to use?',
    'Enter the password policy.',
    'Never give anyone your PIN code.'
  ])('is not refused for a text that only mentions it: %s', (message) => {
    const field = { type: 'string', description: message }
    expect(findSecretFieldRefusal(form({ answer: { type: 'string' } }), message)).toBeNull()
    if (!message.startsWith('Your')) expect(findSecretFieldRefusal(form({ answer: field }))).toBeNull()
  })

  it.each([
    'token limit',
    'tokenLimit',
    'maxTokens',
    'keyboard',
    'passenger',
    'Passenger name',
    'passport number',
    'compass',
    'secretary',
    'issue key',
    'primary key',
    'public SSH key',
    'API key name',
    'next page token',
    'token symbol',
    'password policy',
    'secret santa',
    'map pin',
    'pin location',
    'pineapple',
    'spin',
    'discard',
    'card holder',
    'business card',
    'postal code',
    'promo code',
    'country code',
    'account',
    'author',
    'monkey',
    'Name of the secret',
    'design tokens',
    'Schlüsselwort',
    'palabra clave',
    'Parola chiave',
    'ブックマーク'
  ])('is not refused for a harmless name: %s', (name) => {
    expect(findSecretFieldRefusal(form({ [name]: { type: 'string' } }))).toBeNull()
    expect(
      findSecretFieldRefusal(form({ field: { type: 'string', title: name, description: `The ${name}` } }))
    ).toBeNull()
  })

  it('is distinguished from one that only sounds similar', () => {
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
    expect(findSecretFieldRefusal(harmless)).toBeNull()
    expect(findSecretFieldRefusal({})).toBeNull()
    expect(findSecretFieldRefusal({ properties: ['password'] })).toBeNull()
  })

  it('is checked without delay, for any text from a server', async () => {
    const long = { type: 'string', title: 'a b '.repeat(300), description: 'enter '.repeat(300) }
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field ${index}`, long]))
    const computed = await measureProcessorMs(() => {
      expect(findSecretFieldRefusal(form(many), 'password '.repeat(2_000))).toBeNull()
      expect(findSecretFieldRefusal(form({ answer: { type: 'string' } }), 'a'.repeat(20_000))).toBeNull()
    })
    expect(computed).toBeLessThan(10_000)
  })
})
