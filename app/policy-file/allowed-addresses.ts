/** Whether a policy allows an address, by scheme, host, port and path. Pure. */
import { canParseUrl } from '../base/can-parse-url'
import { say, toEnglish } from '../texts/render-localized'

/** `https://*.example.com/mcp/`: any host below and, with a final `/`, any path below. */
export function isAddressAllowed(address: string, pattern: string): boolean {
  if (!canParseUrl(address)) return false
  const wanted = parsePattern(pattern)
  const { protocol, hostname, port, pathname, username, password } = new URL(address)
  if (wanted === null || username !== '' || password !== '') return false
  if (protocol !== wanted.url.protocol || port !== wanted.url.port) return false
  const isHost = wanted.isAnyBelow
    ? hostname.endsWith(`.${wanted.url.hostname}`)
    : hostname === wanted.url.hostname
  if (!wanted.url.pathname.endsWith('/')) return isHost && pathname === wanted.url.pathname
  // Some servers decode a slash, which would leave the allowed path.
  return isHost && pathname.startsWith(wanted.url.pathname) && !/%(?:2f|5c)/i.test(pathname)
}

interface Pattern {
  readonly url: URL
  readonly isAnyBelow: boolean
}

function parsePattern(pattern: string): Pattern | null {
  const plain = pattern.replace(/^(https?:\/\/)\*\./i, '$1')
  if (!/^https?:\/\//i.test(plain) || plain.includes('*') || !canParseUrl(plain)) return null
  return { url: new URL(plain), isAnyBelow: plain !== pattern }
}

/** For the file's schema. */
export function checkRule(context: { readonly value: string; readonly issues: unknown[] }): void {
  if (parsePattern(context.value) !== null) return
  const said = say('policy.addressPattern')
  context.issues.push({ code: 'custom', message: toEnglish(said), params: { said }, input: context.value })
}

/** A model provider by type, address or both. Absent fields match everything. */
export interface ProviderRule {
  readonly type?: string | undefined
  readonly url?: string | undefined
}

export interface ProviderIdentity {
  readonly type: string
  readonly url: string
}

export function isProviderAllowed({ type, url }: ProviderIdentity, rules: readonly ProviderRule[]): boolean {
  return rules.some(
    (rule) =>
      (rule.type === undefined || rule.type === type) &&
      (rule.url === undefined || isAddressAllowed(url, rule.url))
  )
}

/** For the screen, on one line. */
export function describeProviderRule({ type, url }: ProviderRule): string {
  return [type, url].filter((part) => part !== undefined).join(' ')
}
