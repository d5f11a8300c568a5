/**
 * Links with the address of a bundle: `parley://install?bundle=https://…&sha256=…`. Parsed as text; nothing is
 * requested.
 */
import { canParseUrl } from '../../base/can-parse-url'
import { say } from '../../texts/render-localized'
import { longestLink, refuseLink } from './link-forms'

export interface BundleAddress {
  /** https, without a user name or a password. */
  readonly url: string
  /** Lower case; null: unknown. */
  readonly sha256: string | null
}

const form = /^parley:(?:\/\/)?install\/?\?(.*)$/is
const longestAddress = 4_000

/**
 * Null: the link contains something else, or nothing. @throws HostError SETTINGS_INVALID: it names a bundle that can't
 * be accepted
 */
export function readBundleLink(text: string): BundleAddress | null {
  const query = form.exec(text.trim())?.[1]
  if (query === undefined) return null
  const given = new URLSearchParams(query.replace(/#.*$/s, ''))
  if (!given.has('bundle')) return null
  if (text.length > longestLink) throw refuseLink(say('adding.linkLong', { most: longestLink }))
  const twice = ['bundle', 'sha256'].find((key) => given.getAll(key).length > 1)
  if (twice !== undefined) throw refuseLink(say('adding.linkTwice', { part: twice }))
  // Two servers in one link: it is unclear which is meant.
  if (given.has('config')) throw refuseLink(say('adding.linkTwice', { part: 'config' }))
  const found = bundleAddress(given.get('bundle') ?? '', given.get('sha256'))
  if (found === null) throw refuseLink(say('adding.linkBundleAddress'))
  return found
}

/** Null if Parley doesn't fetch from it. */
export function bundleAddress(address: string, sum: string | null): BundleAddress | null {
  const sha256 = sum === null || sum === '' ? null : sum.toLowerCase()
  if (sha256 !== null && !/^[0-9a-f]{64}$/.test(sha256)) return null
  if (address.length > longestAddress || !canParseUrl(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  url.hash = ''
  return { url: url.href, sha256 }
}
