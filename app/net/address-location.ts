/**
 * Location of an address: the one list of what is on this computer and in the local network. Addresses from servers and
 * other untrusted sources are checked against it before anything is sent. Pure; looks up nothing.
 */
import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

export type AddressLocation = 'computer' | 'network' | 'internet'

/** The addresses assigned to the internet; the rest of IPv6 is reserved or for local networks. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * For a numeric address. Everything that is not clearly on the internet counts as local: also an embedded IPv4 address,
 * a tunnel with an unknown end, and text that isn't an address.
 */
export function locateAddress(address: string): AddressLocation {
  if (isIP(address) === 0) return 'network'
  const read = ipaddr.process(address) // an IPv4 address in IPv6 form is converted
  const range = read.range()
  if (range === 'loopback' || range === 'unspecified') return 'computer'
  const isGlobal = read.kind() === 'ipv4' || read.match(globalUnicast)
  return range === 'unicast' && isGlobal ? 'internet' : 'network'
}

/** Of the host of a URL, by its number or by a name that is not for the internet; null: that takes a look-up. */
export function locateHost(hostname: string): AddressLocation | null {
  const host = bareHost(hostname)
  if (isIP(host) !== 0) return locateAddress(host)
  if (isLocalhost(host)) return 'computer'
  return !host.includes('.') || /\.(?:local|internal|lan|home\.arpa)$/.test(host) ? 'network' : null
}

/** Stricter than a place: only what never leaves this computer, so that it needs no encryption. */
export function isLoopbackHost(hostname: string): boolean {
  const host = bareHost(hostname)
  return isIP(host) === 0 ? isLocalhost(host) : ipaddr.process(host).range() === 'loopback'
}

/** Without the brackets of an IPv6 address and the dot that ends a full name. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}
