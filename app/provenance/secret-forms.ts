/** Forms that keys and passwords have, so that one is noticed wherever it came from. A form may be wrong about it. */

export interface SecretFound {
  /** In words: `an API key`. */
  readonly kind: string
  readonly start: number
  readonly end: number
}

const forms: readonly { readonly kind: string; readonly form: RegExp }[] = [
  {
    kind: 'a private key',
    form: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]{0,20000}?(?:-----END [A-Z ]*-----|$)/g
  },
  { kind: 'an API key', form: /\b(?:sk|pk|rk)[-_](?:[A-Za-z]+[-_])*[A-Za-z0-9_-]{16,}/g },
  { kind: 'an API key', form: /\bAIza[A-Za-z0-9_-]{35}/g },
  { kind: 'an access key', form: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  {
    kind: 'an access token',
    form: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{20,}|npm_[A-Za-z0-9]{36})/g
  },
  { kind: 'an access token', form: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { kind: 'a signed token', form: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g },
  {
    kind: 'a password or key',
    form: /(?<=(?:^|[^a-z])(?:passwor[dt]|passwd|passphrase|secret|api[-_ ]?key|access[-_ ]?token)["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"',;{}]{8,200}/gi
  }
]

const tellingName = /passwor[dt]|passwd|passphrase|secret|api[-_]?key|private[-_]?key/i

/** In a text of the arguments; `name`: of the argument that it is the value of. */
export function findSecrets(text: string, name: string): readonly SecretFound[] {
  const found = forms.flatMap(({ kind, form }) =>
    Array.from(text.matchAll(form), (match) => ({
      kind,
      start: match.index,
      end: match.index + match[0].length
    }))
  )
  if (found.length > 0 || !tellingName.test(name) || text.trim().length < 6) return found
  return [{ kind: 'a password or key', start: 0, end: text.length }]
}
