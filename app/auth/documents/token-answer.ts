/**
 * The answer of a token endpoint, converted from any format to that in the specification. Pure. @spec RFC
 * 6749#section-5
 */
import {
  DocumentFault,
  parseJson,
  readNumberMember,
  readTextMember,
  readSpaceSeparated,
  toMembers
} from './members'
import type { Members } from './members'
import { readErrorMembers, readErrorAnswer } from './error-answer'
import type { Refusal } from './error-answer'

export type TokenAnswer =
  | { readonly type: 'given'; readonly tokens: Members }
  | { readonly type: 'refused'; readonly refusal: Refusal }

/** Where services put the token when it isn't at the top level. */
const nests = ['authed_user', 'data', 'token', 'result'] as const

/** @throws DocumentFault for a success status with neither a token nor a reason */
export function readTokenAnswer(body: string, isOk: boolean): TokenAnswer {
  const members = readErrorMembers(body)
  const holder = members === null ? null : getHolder(members)
  if (isOk && holder !== null) return { type: 'given', tokens: toTokens(holder) }
  const refusal = members === null ? null : readErrorAnswer(members)
  if (refusal !== null) return { type: 'refused', refusal }
  if (!isOk) return { type: 'refused', refusal: { code: null, words: '' } }
  if (members === null)
    throw new DocumentFault('tokens', parseJson(body) === undefined ? 'notJson' : 'notObject')
  const token = members['access_token']
  throw new DocumentFault('tokens', token == null || token === '' ? 'missing' : 'invalid', 'access_token')
}

/** The object that contains the token; null when there is none. */
function getHolder(members: Members): Members | null {
  if (hasToken(members)) return members
  const nested = nests.map((name) => toMembers(members[name])).find((each) => each !== null && hasToken(each))
  return nested ?? null
}

function hasToken(members: Members): boolean {
  return typeof members['access_token'] === 'string' && members['access_token'] !== ''
}

function toTokens(members: Members): Members {
  const tokens: Record<string, unknown> = {
    // Unchanged: spaces in it make it unusable.
    access_token: members['access_token'],
    token_type: readTextMember(members, 'token_type') ?? 'Bearer'
  }
  const put = (name: string, value: unknown) => {
    if (value !== null) tokens[name] = value
  }
  put('expires_in', readNumberMember(members, 'expires_in'))
  put('scope', readSpaceSeparated(members, 'scope')?.join(' ') ?? null)
  for (const name of ['refresh_token', 'id_token', 'issued_token_type'])
    put(name, readTextMember(members, name))
  return tokens
}
