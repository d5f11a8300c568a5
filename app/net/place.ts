/** Which hosts are this machine. */
import { isIP } from 'node:net'

/** By name or number, as far as it needs no look-up. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) === 4) return host.startsWith('127.')
  return host === '::1' || host === 'localhost' || host.endsWith('.localhost')
}
