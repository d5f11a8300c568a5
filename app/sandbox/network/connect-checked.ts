/**
 * The connection to an admitted host: this computer resolves its name once and checks every address. The connection
 * uses a checked address, so that the name can't resolve differently a moment later.
 */
import dns from 'node:dns'
import net from 'node:net'
import { locateAddress } from '../../net/address-location'
import type { HostTarget } from '../../net/hostname-rules'

export type LookUp = (
  host: string
) => Promise<readonly { readonly address: string; readonly family: number }[]>

export interface ConnectOptions {
  readonly mayLeadInside: boolean
  readonly lookUp: LookUp
  /** Addresses to which connections are forbidden: where the proxy itself listens. */
  readonly isOwn: (address: string, port: number) => boolean
  readonly signal: AbortSignal
}

/** No connection was made. The message is for the body of the response, a clause. */
export class InternalAddressError extends Error {
  override readonly name = 'LeadsInside'
}

const connectTimeLimitMs = 30_000

export const lookUpAll: LookUp = async (host) => await dns.promises.lookup(host, { all: true })

/** @throws LeadsInside, or the error of the network */
export async function connectChecked(
  { host, port }: HostTarget,
  options: ConnectOptions
): Promise<net.Socket> {
  const { mayLeadInside, lookUp, isOwn, signal } = options
  const found = net.isIP(host) === 0 ? await lookUp(host) : [{ address: host, family: net.isIP(host) }]
  if (found.length === 0) throw new Error('its name is not known')
  if (!mayLeadInside && found.some(({ address }) => locateAddress(address) !== 'internet'))
    throw new InternalAddressError(
      'it leads to this computer or into the network around it, and is not listed with its port'
    )
  if (found.some(({ address }) => isOwn(address, port)))
    throw new InternalAddressError('it leads to Parley itself')
  return await connected(found, port, signal)
}

function connected(
  found: Awaited<ReturnType<LookUp>>,
  port: number,
  signal: AbortSignal
): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({
      // Never resolved: the addresses are known already.
      host: 'checked.invalid',
      port,
      allowHalfOpen: true,
      autoSelectFamily: true,
      lookup: (_host, _options, done) => done(null, [...found])
    })
    const end = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    const stop = () => end(new Error('nothing waits for it any longer'))
    socket.setTimeout(connectTimeLimitMs, () => end(new Error('it did not answer')))
    socket.once('error', end)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.removeAllListeners('timeout')
      socket.off('error', end)
      signal.removeEventListener('abort', stop)
      resolve(socket)
    })
  })
}
