/**
 * Forms of keys, tokens, passwords, and payment cards, so that they are noticed from any source. A form may match by
 * mistake. Each matches a limited length, so that no text makes it slow.
 */

export interface SecretFound {
  /** As a phrase: `an API key`. */
  readonly kind: string
  readonly start: number
  readonly end: number
}

/** A group named `secret` is the secret. Without it, the whole match is. */
const forms: readonly { readonly kind: string; readonly form: RegExp }[] = [
  { kind: 'an API key', form: /\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,300}/dg },
  { kind: 'an API key', form: /\bAIza[A-Za-z0-9_-]{35}/dg },
  { kind: 'an access key', form: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/dg },
  {
    kind: 'an access token',
    form: /\b(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{30,255}|glpat-[\w-]{20,255}|npm_[A-Za-z0-9]{36}|hf_[A-Za-z0-9]{30,255}|xox[abeoprs]-[A-Za-z0-9-]{10,255}|ya29\.[\w-]{20,255})/dg
  },
  { kind: 'an access token', form: /\b(?:bearer|basic)\s{1,3}(?<secret>[\w+/.=~-]{16,2000})/dgi },
  { kind: 'a signed token', form: /\beyJ[\w-]{8,4000}\.eyJ[\w-]{8,4000}\.[\w-]{8,4000}/dg },
  {
    kind: 'a password in an address',
    form: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,100}:(?<secret>[^\s/:@]{3,200})@/dgi
  },
  {
    kind: 'a password or key',
    form: /(?:^|[^a-z])(?:passwor[dt]|passwd|passphrase|pwd|(?:client|app)?[-_ ]?secret(?:[-_ ](?:access[-_ ])?key)?|(?:api|auth|access|private|session|secret)[-_ ]?(?:key|token))["']?\s{0,3}[:=]\s{0,3}["']?(?<secret>[^\s"',;{}]{8,200})/dgi
  }
]

const tellingName =
  /passwor[dt]|passwd|passphrase|secret|api[-_]?key|private[-_]?key|(?:access|auth)[-_]?token/i

/** Secrets in a text of the arguments. `name`: the argument whose value it is. */
export function findSecrets(text: string, name: string): readonly SecretFound[] {
  const found = forms.flatMap(({ kind, form }) =>
    Array.from(text.matchAll(form), ({ indices, index, 0: whole }) => {
      const [start, end] = indices?.groups?.['secret'] ?? [index, index + whole.length]
      return { kind, start, end }
    })
  )
  found.push(...findPrivateKeys(text), ...findCards(text))
  if (found.length > 0 || !tellingName.test(name) || text.trim().length < 6) return found
  return [{ kind: 'a password or key', start: 0, end: text.length }]
}

const longestKey = 20_000

/** Up to its last line, or to the end. */
function* findPrivateKeys(text: string): Generator<SecretFound> {
  let end = 0
  for (const { 0: first, index } of text.matchAll(/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/g)) {
    if (index < end) continue
    const body = text.slice(index, index + longestKey)
    const last = /-----END [A-Z ]{0,40}-----/.exec(body)
    end = index + (last === null ? body.length : last.index + last[0].length)
    yield { kind: 'a private key', start: index, end: Math.max(end, index + first.length) }
  }
}

/** Numbers as issuers print them, in groups or not. */
const cardForm = /(?<![\d.-])(?:\d[ -]?){12,18}\d(?![\d-])/g
const issuers =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6(?:011|5\d\d)\d{12}|35\d{14})$/

function* findCards(text: string): Generator<SecretFound> {
  for (const { 0: shown, index } of text.matchAll(cardForm)) {
    const digits = shown.replaceAll(/\D/g, '')
    if (issuers.test(digits) && hasCheckDigit(digits)) {
      yield { kind: 'a card number', start: index, end: index + shown.length }
    }
  }
}

/** The last digit is the check digit of the others, as on every card. */
function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
