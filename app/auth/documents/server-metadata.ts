/**
 * Metadata of an authorization server, as OAuth metadata or as an OpenID configuration: only the members that Parley
 * uses, in the format of the specification. Addresses are made absolute here; the code that requests them checks them.
 *
 * @spec RFC 8414#section-2
 * @spec OpenID Connect Discovery 1.0#section-3
 */
import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client'
import { canParseUrl } from '../../base/can-parse-url'
import { DocumentFault, readFlag, readTextMember, readSpaceSeparated, toMembers } from './members'
import type { Members } from './members'

export interface MetadataOptions {
  readonly kind: 'server' | 'openid'
  /** Address of the document: relative addresses are resolved against it. */
  readonly address: URL
  /** Whether an authorization page is used: grants without a user need none. */
  readonly needsPage: boolean
}

/** @throws DocumentFault for a document without the members that a sign-in needs */
export function readServerMetadata(document: unknown, options: MetadataOptions): AuthorizationServerMetadata {
  const { kind, address, needsPage } = options
  const members = toMembers(document)
  if (members === null) throw new DocumentFault(kind, document === undefined ? 'notJson' : 'notObject')
  const need = (name: string): string => {
    const text = readTextMember(members, name)
    if (text !== null && !(name === 'issuer' && typeof members[name] !== 'string')) return text
    throw new DocumentFault(kind, members[name] == null || members[name] === '' ? 'missing' : 'invalid', name)
  }
  const addressIn = (name: string) => toAddress(readTextMember(members, name), address)
  const metadata = withoutGaps({
    issuer: need('issuer'),
    authorization_endpoint: needsPage
      ? toAddress(need('authorization_endpoint'), address)
      : addressIn('authorization_endpoint'),
    token_endpoint: toAddress(need('token_endpoint'), address),
    registration_endpoint: addressIn('registration_endpoint'),
    revocation_endpoint: addressIn('revocation_endpoint'),
    scopes_supported: readSpaceSeparated(members, 'scopes_supported'),
    response_types_supported: responseTypesIn(members, kind),
    grant_types_supported: readSpaceSeparated(members, 'grant_types_supported'),
    token_endpoint_auth_methods_supported: readSpaceSeparated(
      members,
      'token_endpoint_auth_methods_supported'
    ),
    code_challenge_methods_supported: readSpaceSeparated(members, 'code_challenge_methods_supported'),
    dpop_signing_alg_values_supported: readSpaceSeparated(members, 'dpop_signing_alg_values_supported'),
    client_id_metadata_document_supported: readFlag(members, 'client_id_metadata_document_supported'),
    authorization_response_iss_parameter_supported: readFlag(
      members,
      'authorization_response_iss_parameter_supported'
    )
  })
  // The page is missing only when `needsPage` says that it isn't used.
  return metadata as unknown as AuthorizationServerMetadata
}

/** Default when it is absent: a server with an authorization page issues codes. */
function responseTypesIn(members: Members, kind: 'server' | 'openid'): readonly string[] {
  const value = members['response_types_supported']
  const named = Array.isArray(value)
    ? value.filter((type): type is string => typeof type === 'string')
    : (readSpaceSeparated(members, 'response_types_supported') ?? [])
  if (named.length === 0) return ['code']
  if (named.some((type) => type.trim() === 'code')) return [...new Set(['code', ...named])]
  throw new DocumentFault(kind, 'invalid', 'response_types_supported')
}

/** `/authorize` is on the host of the document; everything else is unchanged. */
export function toAddress(text: string | null, base: URL): string | null {
  const isRelative = text !== null && /^\/(?![/\\])/.test(text)
  return isRelative && canParseUrl(text, base.href) ? new URL(text, base).href : text
}

function withoutGaps(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
}
