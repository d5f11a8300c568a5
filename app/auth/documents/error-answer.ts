/**
 * Reads a service's reason for a denial in any format: as specified, with HTTP 200, as a form, or in the formats of
 * well-known services (`{"ok": false, "error": …}`, `{"error": {"code": …, "message": …}}`). Pure.
 *
 * @spec RFC 6749#section-5.2
 */
import { parseJson, readTextMember, toMembers } from './members'
import type { Members } from './members'

export interface Refusal {
  /** Null: it gives none. */
  readonly code: string | null
  readonly words: string
}

const wordMembers = [
  'error_description',
  'errorDescription',
  'message',
  'error_message',
  'errorMessage',
  'errorSummary',
  'detail',
  'details',
  'reason',
  'title',
  'msg'
] as const
const codeMembers = ['code', 'errorCode', 'error_code', 'type', 'status'] as const

/** The members of a body in JSON or as a form (`a=1&b=2`); null for other formats. */
export function readErrorMembers(body: string): Members | null {
  const document = parseJson(body)
  if (document !== undefined) return toMembers(document)
  return /^\s*[\w.-]+=[^\s<>]*\s*$/.test(body) ? Object.fromEntries(new URLSearchParams(body.trim())) : null
}

/** Null: it is not an error answer. */
export function readErrorAnswer(members: Members): Refusal | null {
  const nested = toMembers(members['error'])
  if (nested !== null) return readNested(nested)
  const code = readTextMember(members, 'error')
  const words = wordsIn(members)
  if (code !== null) return { code, words }
  const listed: unknown = Array.isArray(members['errors']) ? members['errors'][0] : undefined
  const first = toMembers(listed)
  if (first !== null) return readNested(first)
  if (typeof listed === 'string') return { code: null, words: listed }
  return words === '' ? null : { code: codeIn(members), words }
}

function readNested(members: Members): Refusal {
  return { code: readTextMember(members, 'error') ?? codeIn(members), words: wordsIn(members) }
}

function codeIn(members: Members): string | null {
  const code = codeMembers.map((name) => readTextMember(members, name)).find((text) => text !== null)
  return code ?? null
}

function wordsIn(members: Members): string {
  return wordMembers.map((name) => readTextMember(members, name)).find((text) => text !== null) ?? ''
}
