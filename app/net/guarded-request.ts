/**
 * One HTTP request to an address from an untrusted source: no cookies, no credentials, no redirects and, where it is
 * forbidden, no connection into the user's own network. A name is looked up once, every answer is checked, and the
 * connection goes to the checked address, so that a changed DNS answer has no effect.
 */
import type { LookupAddress, LookupOptions } from 'node:dns'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { bareHost, locateAddress } from './address-location'

export interface GuardedRequest {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: Buffer | null
  /** Whether it may go to this computer or into the network around it. */
  readonly isPrivateAllowed: boolean
  readonly signal: AbortSignal
}

const connectTimeLimitMs = 10_000

/** Node reads the system's resolvers when it loads them, and a start sends no request. */
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

/** Nothing was sent: the address is on this computer or in the local network. */
export class InsideNetwork extends Error {
  override readonly name = 'InsideNetwork'
}

/** The caller reads the body: see `readBounded`. @throws InsideNetwork, or the network's error */
export async function sendGuarded(url: URL, request: GuardedRequest): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, body = null, isPrivateAllowed, signal } = request
  const host = bareHost(url.hostname)
  // A number is not looked up, so the check of the look-up would not see it.
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
 * Whether an address is on this computer or in the local network: by its IP address, or by where a connection to its
 * name ends. Anybody may control a name, so its records are not enough: all of them have to be inside, and a connection
 * has to succeed, with a certificate for the name if it is encrypted. Sends nothing over it.
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

/** Null: there is no connection. */
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

/** One answer that leads inside is enough: the connection would be free to choose it. */
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
