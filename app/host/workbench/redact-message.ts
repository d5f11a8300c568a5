/** Removes secrets from a message between Parley and a server, so that a user can read and share it. */
import type { SecretRegistry } from '../../base/logger'
import { findSecrets } from '../../provenance/secret-forms'

/** Replaces each secret. */
const placeholder = '[secret]'

/** Members whose whole text is a secret. `progressToken` and `nextCursor` aren't. */
const secretMember =
  /^(?:(?:proxy[-_]?)?authorization|(?:set[-_]?)?cookie|credentials?|(?:refresh|id|bearer|session|csrf)?[-_]?token)$/i

/** Card numbers stay: identifiers look like them too often. */
const ordinaryKind = /\bcard\b/

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
