/** Metadata of a protected server: the members that Parley uses. @spec RFC 9728#section-2 */
import {
  DocumentFault,
  readAddresses,
  readFlag,
  readTextMember,
  readSpaceSeparated,
  toMembers
} from './members'

export interface ResourceMetadata {
  /** Verbatim: servers compare it as text. */
  readonly resource: string
  /** Empty: none is named. */
  readonly authorizationServers: readonly string[]
  readonly scopes: readonly string[] | null
  /** Whether tokens must be bound to a key. */
  readonly wantsProof: boolean
}

/** @throws DocumentFault for a document that names no resource */
export function readResourceMetadata(document: unknown): ResourceMetadata {
  const members = toMembers(document)
  if (members === null) throw new DocumentFault('resource', document === undefined ? 'notJson' : 'notObject')
  const { resource } = members
  if (resource === undefined || resource === null || resource === '')
    throw new DocumentFault('resource', 'missing', 'resource')
  const text = readTextMember(members, 'resource')
  if (text === null || typeof resource !== 'string')
    throw new DocumentFault('resource', 'invalid', 'resource')
  return {
    resource: text,
    authorizationServers: readAddresses(members, 'authorization_servers') ?? [],
    scopes: readSpaceSeparated(members, 'scopes_supported'),
    wantsProof:
      readFlag(members, 'dpop_bound_access_tokens_required') ||
      readSpaceSeparated(members, 'dpop_signing_alg_values_supported')?.includes('ES256') === true
  }
}
