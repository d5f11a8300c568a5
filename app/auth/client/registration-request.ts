/**
 * Parley's registration request, and what it leaves out or changes when an authorization server rejects it: servers
 * support different members. Pure.
 *
 * @spec RFC 7591#section-2
 */
import type { Refusal } from '../documents/error-answer'

export interface RegistrationRequest {
  readonly client_name: string
  readonly redirect_uris: string[]
  readonly grant_types?: string[]
  readonly response_types?: string[]
  readonly application_type?: string
  readonly token_endpoint_auth_method?: string
  readonly scope?: string
}

export interface RefusedRegistration extends Refusal {
  readonly status: number
}

/** Maximum number of registration attempts. */
export const mostRegistrations = 4

const secretMethods = ['client_secret_post', 'client_secret_basic'] as const

/** `listed`: the client authentication methods that the server supports. */
export function firstRequest(
  redirectUri: string,
  scope: string | undefined,
  listed: readonly string[]
): RegistrationRequest {
  return {
    client_name: 'Parley',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'native',
    ...(listed.includes('none') ? { token_endpoint_auth_method: 'none' } : {}),
    ...(scope === undefined ? {} : { scope })
  }
}

/** Null: no remaining member can be the reason, or the rejection has a different cause. */
export function nextRequest(
  sent: readonly RegistrationRequest[],
  refused: RefusedRegistration,
  listed: readonly string[]
): RegistrationRequest | null {
  const last = sent.at(-1)
  if (last === undefined || sent.length >= mostRegistrations) return null
  const text = `${refused.code ?? ''} ${refused.words}`.toLowerCase()
  const changes = [
    { about: /auth(?:entication)?[ _-]?method|public client|client authentication/, change: changeMethod },
    { about: /application[ _-]?type/, change: without('application_type') },
    { about: /scope/, change: without('scope') },
    { about: /grant|refresh/, change: withoutRefresh },
    { about: /response[ _-]?type/, change: without('response_types') }
  ]
  const named = changes.filter(({ about }) => about.test(text)).map(({ change }) => change)
  // Without a stated reason, less is sent each time, but only when the request can be the reason.
  const others = mayBeOfRequest(refused) ? [changeMethod, withoutExtras, withoutRefresh] : []
  for (const change of [...named, ...others]) {
    const next = change(last, sent, listed)
    if (next !== null) return next
  }
  return null
}

type Change = (
  last: RegistrationRequest,
  sent: readonly RegistrationRequest[],
  listed: readonly string[]
) => RegistrationRequest | null

function mayBeOfRequest({ status, code }: RefusedRegistration): boolean {
  if (code === 'invalid_redirect_uri' || code === 'invalid_token') return false
  return status === 400 || status === 422 || status === 500
}

/** The next untried method: the listed ones, then the server's own choice, then none. */
const changeMethod: Change = (last, sent, listed) => {
  const tried = new Set(sent.map(({ token_endpoint_auth_method: method }) => method))
  const known = listed.filter((method) => (secretMethods as readonly string[]).includes(method))
  const next = [...known, undefined, 'none'].filter((method) => !tried.has(method))
  if (next.length === 0) return null
  const { token_endpoint_auth_method: _tried, ...rest } = last
  const [method] = next
  return method === undefined ? rest : { ...rest, token_endpoint_auth_method: method }
}

const withoutRefresh: Change = (last) =>
  last.grant_types?.includes('refresh_token') === true
    ? { ...last, grant_types: ['authorization_code'] }
    : null

const withoutExtras: Change = (last) => {
  const { application_type: type, scope, ...rest } = last
  return type === undefined && scope === undefined ? null : rest
}

function without(name: keyof RegistrationRequest): Change {
  return (last) => {
    if (last[name] === undefined) return null
    const { [name]: _left, ...rest } = last
    return rest as RegistrationRequest
  }
}
