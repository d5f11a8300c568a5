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

// The separator, then one parameter (`name="value"`, `name='value'`, `name=value`) or one bare word. A quote that is
// never closed ends with the header.
const part =
  /([\s,;]*)(?:([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)(?:"|$)|'([^']*)'|([^\s,;"]*))|([^\s,;="]+))/y

/** Names of schemes that count wherever they stand; other words are one at the start and after a comma only. */
const knownSchemes: ReadonlySet<string> = new Set(['bearer', 'dpop', 'basic', 'digest', 'negotiate', 'ntlm'])
/** What may hold several words. */
const wordy: ReadonlySet<string> = new Set(['scope', 'error_description'])

interface Scheme {
  readonly name: string
  readonly parameters: Map<string, string>
}

/**
 * Of the first scheme that tokens belong to; the one that says where to sign in counts before others, whatever it is
 * called. A password is sent where the server takes nothing else.
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
  /** A value without quotes: more words of it may follow. */
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
    // The first one counts: what comes later may have been put there by somebody else.
    if (scheme.parameters.has(key)) continue
    scheme.parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? single ?? plain ?? '')
    if (plain !== undefined && wordy.has(key)) open = { name: key, scheme }
  }
  return schemes
}

function append({ name, scheme }: { readonly name: string; readonly scheme: Scheme }, word: string): void {
  scheme.parameters.set(name, `${scheme.parameters.get(name) ?? ''} ${word}`)
}
