/**
 * Whether an address is on this computer, in the local network or on the internet. Addresses from servers and other
 * untrusted sources are checked before anything is sent. Pure; looks up nothing.
 */
import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

export type AddressLocation = 'computer' | 'network' | 'internet'

/** The internet's addresses. The rest of IPv6 is reserved or local. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * For a numeric address. Everything that isn't clearly on the internet counts as local, such as an embedded IPv4
 * address, a tunnel with an unknown end, and text that isn't an address.
 */
export function locateAddress(address: string): AddressLocation {
  if (isIP(address) === 0) return 'network'
  const read = ipaddr.process(address) // an IPv4 address in IPv6 form is converted
  const range = read.range()
  if (range === 'loopback' || range === 'unspecified') return 'computer'
  const isGlobal = read.kind() === 'ipv4' || read.match(globalUnicast)
  return range === 'unicast' && isGlobal ? 'internet' : 'network'
}

/** For the host of a URL, by its number or by a special name; null: needs a lookup. */
export function locateHost(hostname: string): AddressLocation | null {
  const host = bareHost(hostname)
  if (isIP(host) !== 0) return locateAddress(host)
  if (isLocalhost(host)) return 'computer'
  return !host.includes('.') || /\.(?:local|internal|lan|home\.arpa)$/.test(host) ? 'network' : null
}

/** Only addresses that never leave this computer, so they need no encryption. */
export function isLoopbackHost(hostname: string): boolean {
  const host = bareHost(hostname)
  return isIP(host) === 0 ? isLocalhost(host) : ipaddr.process(host).range() === 'loopback'
}

/** Without the brackets of an IPv6 address and a final dot. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}
