/**
 * An HTTP request to an untrusted address: no cookies, credentials or redirects and, if forbidden, no connection into
 * the user's own network. A name is looked up once, every address is checked, and the connection goes to the checked
 * address, so a changed DNS answer has no effect.
 */
import type { LookupAddress, LookupOptions } from 'node:dns'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { bareHost, locateAddress } from './address-location'

export interface GuardedRequest {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: Buffer | null
  /** Whether it may go to this computer or the local network. */
  readonly isPrivateAllowed: boolean
  readonly signal: AbortSignal
}

const connectTimeLimitMs = 10_000

/** Loaded when needed, because Node.js reads the system's resolvers when it loads them. */
async function loadNetwork() {
  const [{ default: dns }, http, https] = await Promise.all([
    import('node:dns'),
    import('node:http'),
    import('node:https')
  ])
  const opener = (url: URL) => (url.protocol === 'https:' ? https.request : http.request)
  return { dns, opener }
}
type Network = Awaited<ReturnType<typeof loadNetwork>>
type Dns = Network['dns']
type OpenRequest = ReturnType<Network['opener']>

/** Nothing was sent, because the address is on this computer or in the local network. */
export class InsideNetwork extends Error {
  override readonly name = 'InsideNetwork'
}

/** The caller reads the body with `readBounded`. @throws InsideNetwork, or the network's error */
export async function sendGuarded(url: URL, request: GuardedRequest): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, body = null, isPrivateAllowed, signal } = request
  const host = bareHost(url.hostname)
  // A number isn't looked up, so the lookup would not check it.
  if (!isPrivateAllowed && isIP(host) !== 0 && isPrivate(host)) throw new InsideNetwork(host)
  const { dns, opener } = await loadNetwork()
  return await new Promise((resolve, reject) => {
    const lookup = guardedLookup(dns, isPrivateAllowed)
    const sent = opener(url)(url, { method, headers, signal, agent: false, lookup }, resolve)
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}

/**
 * Whether an address is on this computer or in the local network, by its IP address or by the end of a connection to
 * its name. Anyone may control a name, so its records aren't enough: all of them must be local, and a connection must
 * succeed, with a valid certificate if encrypted. Sends nothing over it.
 */
export async function connectsInside(url: URL, signal: AbortSignal): Promise<boolean> {
  const host = bareHost(url.hostname)
  if (isIP(host) !== 0) return isPrivate(host)
  const { dns, opener } = await loadNetwork()
  const addresses = await dns.promises.lookup(host, { all: true }).catch(() => [])
  if (addresses.length === 0 || addresses.some(({ address }) => !isPrivate(address))) return false
  const address = await connectedAddress(opener(url), url, signal)
  return address !== null && isPrivate(address)
}

/** Null: no connection. */
function connectedAddress(open: OpenRequest, url: URL, signal: AbortSignal): Promise<string | null> {
  const isEncrypted = url.protocol === 'https:'
  return new Promise((resolve) => {
    const asked = open(url, { signal, agent: false, timeout: connectTimeLimitMs })
    asked.on('error', () => resolve(null))
    asked.on('close', () => resolve(null))
    asked.on('timeout', () => asked.destroy())
    asked.on('socket', (socket) => {
      socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
        resolve(socket.remoteAddress ?? null)
        asked.destroy()
      })
    })
  })
}

type LookupDone = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** One local address is enough to refuse, because the connection could choose it. */
function guardedLookup(dns: Dns, isPrivateAllowed: boolean) {
  return (hostname: string, options: LookupOptions, done: LookupDone): void => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0]
      if (error !== null || first === undefined) return done(error ?? new Error('no address'), [])
      if (!isPrivateAllowed && addresses.some(({ address }) => isPrivate(address)))
        return done(new InsideNetwork(hostname), [])
      if (options.all === true) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}

function isPrivate(address: string): boolean {
  return locateAddress(address) !== 'internet'
}
