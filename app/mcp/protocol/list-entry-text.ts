/**
 * Words in the lists of servers, for tools, resources and prompts alike. What only describes is passed on as it is,
 * up to a length; what requests are made by can't be cut, and must be what it looks like.
 */
import { cutText } from '../../base/cut-text'
import { toTextOrNull } from './json-fields'

export type Oddity = { readonly type: 'long'; readonly limit: number } | { readonly type: 'unseen' }

/** In characters. */
export const listEntryLimits = { name: 256, label: 256, description: 16_384, uri: 8_192 }
/** What does not show, or turns round what does. URIs have such characters escaped. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** A title, or another short text that only describes; null when there is none. */
export function toLabel(value: unknown): string | null {
  const words = toTextOrNull(value)
  return words === null ? null : cutText(words, listEntryLimits.label)
}

export function toDescription(value: unknown): string {
  return cutText(toTextOrNull(value) ?? '', listEntryLimits.description)
}

/** Why the server can't be asked for something by this name or URI; null when it can. */
export function findOddity(identifier: string, limit: number): Oddity | null {
  if (identifier.length > limit) return { type: 'long', limit }
  return unseen.test(identifier) ? { type: 'unseen' } : null
}

/** For a log, after "its name". */
export function toClause(oddity: Oddity): string {
  return oddity.type === 'long'
    ? `has more than ${oddity.limit} characters`
    : 'holds characters that do not show, so it could pass for another'
}
