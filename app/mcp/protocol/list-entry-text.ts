/**
 * Texts in the lists of servers, for tools, resources and prompts. A description is only limited in length. An
 * identifier can't be cut, because requests use it, and must not have invisible characters.
 */
import { cutText } from '../../base/cut-text'
import { toTextOrNull } from './json-fields'

export type Oddity = { readonly type: 'long'; readonly limit: number } | { readonly type: 'unseen' }

/** In characters. */
export const listEntryLimits = { name: 256, label: 256, description: 16_384, uri: 8_192 }
/** Characters that are invisible or change the direction of text. In URIs they are escaped. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** A title, or another short description; null if there is none. */
export function toLabel(value: unknown): string | null {
  const words = toTextOrNull(value)
  return words === null ? null : cutText(words, listEntryLimits.label)
}

export function toDescription(value: unknown): string {
  return cutText(toTextOrNull(value) ?? '', listEntryLimits.description)
}

/** Why this name or URI can't be used in a request; null if it can. */
export function findOddity(identifier: string, limit: number): Oddity | null {
  if (identifier.length > limit) return { type: 'long', limit }
  return unseen.test(identifier) ? { type: 'unseen' } : null
}

/** For a log, after "its name". */
export function toClause(oddity: Oddity): string {
  return oddity.type === 'long'
    ? `has more than ${oddity.limit} characters`
    : 'contains invisible characters, so it could imitate another'
}
