/** Shows a trusted server at an address on this computer, for another program that the user runs. */
import type { ServerDefinition } from '../../settings/definition'
import { isRemote, toTrustedLaunch } from '../trust/trust-check'
import type { ConnectContext } from './connect-server'

export interface OpenBridge {
  readonly url: string
  /** No process of the server is left afterwards. */
  readonly close: () => Promise<void>
}

/** `isDirect`: a remote server at its own address. @throws HostError as `TrustCheck.enter` */
export async function openBridge(
  definition: ServerDefinition,
  isDirect: boolean,
  {
    clients,
    trustCheck,
    accessFor,
    newId
  }: Pick<ConnectContext, 'clients' | 'trustCheck' | 'accessFor'> & { readonly newId: () => string }
): Promise<OpenBridge> {
  const trusted = await trustCheck.enter(definition)
  if (isDirect && isRemote(trusted)) return { url: trusted.url, close: async () => {} }
  const { connectTimeoutMs, installTimeoutMs } = definition
  const access = isRemote(trusted) ? await accessFor(trusted.name, trusted.url) : null
  const connectionId = newId()
  const limits = { connectTimeoutMs, installTimeoutMs, pingIntervalMs: 0 }
  const launch = toTrustedLaunch(trusted, { connectionId, ...limits, knownEra: null, logLevel: null, access })
  const { url } = await clients.openBridge(launch)
  // A failure means that the process of the bridge has ended, and the bridge with it.
  return { url, close: () => clients.closeBridge(connectionId).catch(() => {}) }
}
