/**
 * Where an address leads: the one list of what lies on this computer and in the network around it. What servers and
 * other strangers name is held against it before anything is sent there. Pure; nothing is looked up.
 */
import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

export type SignInLocation = 'computer' | 'network' | 'internet'

/** All that is given out to computers of the internet; the rest of IPv6 is set aside or for use inside of networks. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Of an address as numbers. Whatever is not plainly of the internet counts as the network around us: also what stands
 * for an IPv4 address or a tunnel to one, of which nobody knows where it comes out, and what isn't an address at all.
 */
export function placeOfAddress(address: string): SignInLocation {
  if (isIP(address) === 0) return 'network'
  const read = ipaddr.process(address) // an IPv4 address that is written as IPv6 becomes what it is
  const range = read.range()
  if (range === 'loopback' || range === 'unspecified') return 'computer'
  const isGlobal = read.kind() === 'ipv4' || read.match(globalUnicast)
  return range === 'unicast' && isGlobal ? 'internet' : 'network'
}

/** Of the host of a URL, by its number or by a name that is not for the internet; null: that takes a look-up. */
export function placeOfHost(hostname: string): SignInLocation | null {
  const host = bareHost(hostname)
  if (isIP(host) !== 0) return placeOfAddress(host)
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
