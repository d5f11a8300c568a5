/** Removes secrets from a message between Parley and a server, so that a user can read and share it. */
import { isSensitiveKey, type SecretRegistry } from '../../base/logger'
import { findSecrets } from '../../base/secret-forms'

/** Replaces each secret. */
export const placeholder = '[secret]'

/** Members whose whole text is a secret. `progressToken` and `nextCursor` aren't. */
const secretMember =
  /^(?:(?:proxy[-_]?)?authorization|(?:set[-_]?)?cookie|credentials?|(?:refresh|id|bearer|session|csrf)?[-_]?token)$/i

/** Card numbers stay: identifiers look like them too often. */
const ordinaryKind = /\bcard\b/

/** What every form and name of a secret has in JSON, or `\\u`, which can hide it. */
const signOfSecret =
  /(?:sk|pk|rk)[-_][\w-]{16}|AIza|AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|npm_|hf_|xox[abeoprs]-|ya29\.|(?:bearer|basic)[\s\\]|eyJ[\w-]{8}|:\/\/[^\s/@]{0,800}@|passw|passphrase|pwd|secret|PRIVATE KEY|cookie|credential|authorization|(?:["_ -]|refresh|id|bearer|session|csrf|api|auth|access|private)(?:key|token)|\\u/i

/** False if `redactMessage` removes nothing but known secrets from this JSON. Much faster, so true says little. */
export function mayHaveSecrets(text: string): boolean {
  return signOfSecret.test(text)
}

/**
 * Removes known secrets, and texts that look like a secret or have the name of one. Null: the result isn't JSON,
 * because a secret was outside a string.
 */
export function redactMessage(text: string, known: Pick<SecretRegistry, 'redact'>): string | null {
  const redacted = known.redact(text)
  let hasFound = false
  const withoutForms = (name: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value
    const shown = secretMember.test(name) ? placeholder : redactForms(value, name)
    hasFound ||= shown !== value
    return shown
  }
  try {
    const message: unknown = JSON.parse(redacted, withoutForms)
    return hasFound ? JSON.stringify(message) : redacted
  } catch {
    return null
  }
}

/** Removes secrets from a text that isn't JSON. */
export function redactText(text: string, known: Pick<SecretRegistry, 'redact'>): string {
  return redactForms(known.redact(text), '')
}

/** Parts of a path and values of a query that are long enough to be keys: many services take them there. */
const keyInPath = /(?<=\/)(?=[^/?#]*\d)[^/?#]{16,}/g
const keyInQuery = /(?<=[?&](?<name>[^=&#]*)=)[^&#]+/g
const longestHarmless = 11

/** Removes secrets from an address, also those with no form. */
export function redactUrl(url: string, known: Pick<SecretRegistry, 'redact'>): string {
  const {
    start = '',
    path = '',
    rest = ''
  } = /^(?<start>[a-z][a-z\d+.-]*:\/\/[^/?#]*)(?<path>[^?#]*)(?<rest>.*)$/is.exec(url)?.groups ?? {}
  if (start === '') return redactText(url, known)
  const query = rest.replaceAll(keyInQuery, (value, name: string) =>
    isSensitiveKey.test(name) || /key|sig/i.test(name) || value.length > longestHarmless ? placeholder : value
  )
  return redactText(`${start}${path.replaceAll(keyInPath, placeholder)}${query}`, known)
}

function redactForms(value: string, name: string): string {
  if (value === placeholder) return value
  const found = findSecrets(value, name)
    .filter(({ kind }) => !ordinaryKind.test(kind))
    .toSorted((one, other) => one.start - other.start)
  let shown = ''
  let end = 0
  for (const secret of found) {
    if (secret.start >= end) shown += `${value.slice(end, secret.start)}${placeholder}`
    end = Math.max(end, secret.end)
  }
  return shown + value.slice(end)
}
