/**
 * Checks one domain that a server declares for a view. The content policy is a header: a character that separates
 * sources or directives there would add one. An accepted domain is written again from its parts.
 */
import { readHostRule } from '../../net/hostname-rules'

/**
 * `characters`: it has characters that no address needs. `scheme`: not https. `web-socket`: Parley loads no WebSockets
 * for a view. `too-broad`: any host, or any host of a top-level domain.
 */
export type DomainRefusal = 'characters' | 'scheme' | 'web-socket' | 'too-broad' | 'malformed'

export type CheckedDomain =
  /** `cdn.example.com`, `*.example.com`, `localhost:3000`. Without a port it means 443. */
  | { readonly type: 'host'; readonly host: string }
  | { readonly type: 'refused'; readonly reason: DomainRefusal }

const longestDomain = 300
const allowedCharacters = /^[\p{L}\p{M}\p{N}.:/*[\]_~%-]+$/u
const httpsPort = 443

/** A scheme other than https is refused, a missing one means https. Only the origin counts: a path is left out. */
export function checkDomain(text: string): CheckedDomain {
  if (text === '' || text.length > longestDomain) return refuse('malformed')
  if (!allowedCharacters.test(text)) return refuse('characters')
  const [, scheme, rest = ''] = /^(?:([a-z][a-z\d+.-]*):(?:\/\/|\/?$))?(.*)$/iu.exec(text) ?? []
  const wrongScheme = scheme === undefined ? null : checkScheme(scheme.toLowerCase())
  if (wrongScheme !== null) return refuse(wrongScheme)
  return rest === '' ? refuse('too-broad') : checkHost(rest.replace(/\/.*$/u, ''))
}

function checkScheme(scheme: string): DomainRefusal | null {
  if (scheme === 'https') return null
  return scheme === 'wss' ? 'web-socket' : 'scheme'
}

function checkHost(text: string): CheckedDomain {
  const rule = readHostRule(text)
  if (rule === null) return refuse(text.startsWith('*') ? 'too-broad' : 'malformed')
  // The header can't name an address of IPv6.
  if (rule.host.includes(':')) return refuse('malformed')
  if (!/^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/u.test(rule.host)) return refuse('characters')
  const name = `${rule.isBelow ? '*.' : ''}${rule.host}`
  const isDefaultPort = rule.port === null || rule.port === httpsPort
  return { type: 'host', host: isDefaultPort ? name : `${name}:${rule.port}` }
}

function refuse(reason: DomainRefusal): CheckedDomain {
  return { type: 'refused', reason }
}
