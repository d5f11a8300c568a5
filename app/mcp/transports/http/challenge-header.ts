/**
 * What a `WWW-Authenticate` header asks for, read in one pass whatever stands in it. Decides nothing: addresses in it
 * are checked by whoever follows them.
 *
 * @spec 2025-11-25 basic/authorization#authorization-server-location
 */
import { cutText } from '../../../base/cut-text'
import type { Challenge } from '../../interface'

const headerLimit = 16_384
const valueLimit = 2_048
const realmLimit = 200

const noChallenge = {
  scheme: null,
  resourceMetadataUrl: null,
  scope: null,
  error: null,
  errorDescription: null
}

// One parameter (`name="value"` or `name=value`) or the name of a scheme, with the comma before it.
const part = /[\s,]*(?:([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))|([\w!#$%&'*+.^`|~-]+))/y

interface Scheme {
  readonly name: string
  readonly parameters: Map<string, string>
}

/**
 * Of the first scheme that tokens belong to; the one that says where to sign in counts before others. A password is sent
 * where the server takes nothing else.
 */
export function readChallenge(status: 401 | 403, header: string | null): Challenge {
  const all = readSchemes((header ?? '').slice(0, headerLimit))
  const schemes = all.filter(({ name }) => name === 'bearer' || name === 'dpop')
  const chosen = schemes.find(({ parameters }) => parameters.has('resource_metadata')) ?? schemes[0]
  if (chosen === undefined) return { status, ...noChallenge, ...passwordIn(all) }
  const read = (name: string) => {
    const value = chosen.parameters.get(name) ?? ''
    return value === '' ? null : cutText(value, valueLimit)
  }
  return {
    status,
    scheme: chosen.name === 'dpop' ? 'dpop' : 'bearer',
    resourceMetadataUrl: read('resource_metadata'),
    scope: read('scope'),
    error: read('error'),
    errorDescription: read('error_description')
  }
}

/** @spec RFC 7617 */
function passwordIn(schemes: readonly Scheme[]): Partial<Challenge> {
  const basic = schemes.find(({ name }) => name === 'basic')
  if (basic === undefined) return {}
  const realm = basic.parameters.get('realm') ?? ''
  return { scheme: 'basic', ...(realm !== '' && { realm: cutText(realm, realmLimit) }) }
}

function readSchemes(header: string): readonly Scheme[] {
  const schemes: Scheme[] = []
  part.lastIndex = 0
  for (let place = 0; place < header.length; place = Math.max(part.lastIndex, place + 1)) {
    part.lastIndex = place
    const [, name, quoted, plain, scheme] = part.exec(header) ?? []
    if (scheme !== undefined) schemes.push({ name: scheme.toLowerCase(), parameters: new Map() })
    const parameters = schemes.at(-1)?.parameters
    // The first one counts: what comes later may have been put there by somebody else.
    if (name === undefined || parameters?.has(name.toLowerCase()) !== false) continue
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '')
  }
  return schemes
}
