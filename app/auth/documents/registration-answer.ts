/**
 * An authorization server's answer to a registration: the members that Parley uses. Pure. @spec RFC 7591#section-3.2
 */
import { DocumentFault, parseJson, readNumberMember, readTextMember } from './members'
import { readErrorMembers, readErrorAnswer } from './error-answer'
import type { Refusal } from './error-answer'

export interface GivenClient {
  readonly client_id: string
  /** Absent: a public client. */
  readonly client_secret?: string
  /** Seconds since the epoch. */
  readonly client_secret_expires_at?: number
  readonly token_endpoint_auth_method?: string
}

export type RegistrationAnswer =
  | { readonly type: 'given'; readonly client: GivenClient }
  | { readonly type: 'refused'; readonly refusal: Refusal }

/** Larger numbers are milliseconds: as seconds they would be after the year 5000. */
const mostSeconds = 100_000_000_000

/** @throws DocumentFault for a success status with neither a client nor a reason */
export function readRegistrationAnswer(body: string, isOk: boolean): RegistrationAnswer {
  const members = readErrorMembers(body)
  const id = members === null ? null : readTextMember(members, 'client_id')
  if (isOk && members !== null && id !== null) {
    const secret = readTextMember(members, 'client_secret')
    const until =
      readMoment(members['client_secret_expires_at']) ?? readNumberMember(members, 'client_secret_expires_at')
    const method = readTextMember(members, 'token_endpoint_auth_method')?.toLowerCase()
    return {
      type: 'given',
      client: {
        client_id: id,
        ...(secret === null ? {} : { client_secret: secret }),
        ...(until === null || until <= 0 ? {} : { client_secret_expires_at: toSeconds(until) }),
        ...(method === undefined ? {} : { token_endpoint_auth_method: method })
      }
    }
  }
  const refusal = members === null ? null : readErrorAnswer(members)
  if (refusal !== null) return { type: 'refused', refusal }
  if (!isOk) return { type: 'refused', refusal: { code: null, words: '' } }
  if (members === null)
    throw new DocumentFault('registration', parseJson(body) === undefined ? 'notJson' : 'notObject')
  throw new DocumentFault('registration', members['client_id'] == null ? 'missing' : 'invalid', 'client_id')
}

/** A date as text (`2027-01-01T00:00:00Z`). */
function readMoment(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return null
  const moment = Date.parse(value)
  return Number.isNaN(moment) ? null : moment
}

function toSeconds(moment: number): number {
  return Math.floor(moment > mostSeconds ? moment / 1_000 : moment)
}
