/**
 * Reads a `WWW-Authenticate` header in one pass, for any content. Decides nothing: the code that follows its addresses
 * checks them.
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

// The separator, then one parameter (`name="value"`, `name='value'`, `name=value`) or one bare word. An unclosed quote
// ends with the header.
const part =
  /([\s,;]*)(?:([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)(?:"|$)|'([^']*)'|([^\s,;"]*))|([^\s,;="]+))/y

/** Names of schemes that count in any position. Other words are schemes only at the start and after a comma. */
const knownSchemes: ReadonlySet<string> = new Set(['bearer', 'dpop', 'basic', 'digest', 'negotiate', 'ntlm'])
/** Parameters whose values may have several words. */
const wordy: ReadonlySet<string> = new Set(['scope', 'error_description'])

interface Scheme {
  readonly name: string
  readonly parameters: Map<string, string>
}

/**
 * Reads the first scheme that uses tokens. A scheme that names where to sign in has priority, even with another name. A
 * password is sent only if the server accepts nothing else.
 */
export function readChallenge(status: 401 | 403, header: string | null): Challenge {
  const all = readSchemes((header ?? '').slice(0, headerLimit))
  const schemes = all.filter(({ name }) => name === 'bearer' || name === 'dpop')
  const saysWhere = ({ parameters }: Scheme) => parameters.has('resource_metadata')
  const chosen = schemes.find(saysWhere) ?? schemes[0] ?? all.find(saysWhere)
  if (chosen === undefined) return { status, ...noChallenge, ...passwordIn(all) }
  const read = (name: string) => {
    const value = chosen.parameters.get(name)?.trim() ?? ''
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
  const addScheme = (name: string): Scheme => {
    const scheme = { name, parameters: new Map<string, string>() }
    schemes.push(scheme)
    return scheme
  }
  /** An unquoted value that may continue with further words. */
  let open: { readonly name: string; readonly scheme: Scheme } | null = null
  part.lastIndex = 0
  for (let place = 0; place < header.length; place = Math.max(part.lastIndex, place + 1)) {
    part.lastIndex = place
    const [, separator = '', name, quoted, single, plain, word] = part.exec(header) ?? []
    if (word !== undefined) {
      const isScheme = separator.includes(',') || place === 0 || knownSchemes.has(word.toLowerCase())
      if (isScheme) addScheme(word.replace(/:$/, '').toLowerCase())
      else if (open !== null) append(open, word)
      if (isScheme) open = null
    }
    if (name === undefined) continue
    // Some servers leave the scheme out.
    const scheme: Scheme = schemes.at(-1) ?? addScheme('')
    const key = name.toLowerCase()
    open = null
    // The first one counts: later ones may have been injected.
    if (scheme.parameters.has(key)) continue
    scheme.parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? single ?? plain ?? '')
    if (plain !== undefined && wordy.has(key)) open = { name: key, scheme }
  }
  return schemes
}

function append({ name, scheme }: { readonly name: string; readonly scheme: Scheme }, word: string): void {
  scheme.parameters.set(name, `${scheme.parameters.get(name) ?? ''} ${word}`)
}
