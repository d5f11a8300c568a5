/** Which addresses lie on this machine or in the network around it: servers must not make Parley look there. */
import { BlockList, isIP } from 'node:net'

// Two lists: one alone would take every IPv4 address for its form in IPv6.
const ranges = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3]
] as const) {
  ranges.ipv4.addSubnet(network, prefix, 'ipv4')
}
// With them the forms of IPv6 that stand for an IPv4 address or a tunnel to one.
for (const [network, prefix] of [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['2001::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8]
] as const) {
  ranges.ipv6.addSubnet(network, prefix, 'ipv6')
}

/** Of an address as numbers; what is none counts as private. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return true
  return family === 4 ? ranges.ipv4.check(address, 'ipv4') : ranges.ipv6.check(address, 'ipv6')
}

/** Of the host of a URL, as far as it can be told without looking it up. */
export function isPrivateHost(hostname: string): boolean {
  const plain = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(plain) !== 0) return isPrivateAddress(plain)
  return plain === 'localhost' || plain.endsWith('.localhost') || !plain.includes('.')
}
