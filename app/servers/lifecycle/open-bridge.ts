/** Shows a trusted server at an address on this computer, for another program that the user runs. */
import type { ServerDefinition } from '../../settings/definition'
import { isRemote, toTrustedLaunch } from '../trust/trust-check'
import type { ConnectContext } from './connect-server'

/** Until the signal fires. @throws HostError as `TrustCheck.enter` */
export async function openBridge(
  definition: ServerDefinition,
  {
    clients,
    trustCheck,
    accessFor,
    newId
  }: Pick<ConnectContext, 'clients' | 'trustCheck' | 'accessFor'> & { readonly newId: () => string },
  signal: AbortSignal
): Promise<{ readonly url: string }> {
  const trusted = await trustCheck.enter(definition)
  const { connectTimeoutMs, installTimeoutMs } = definition
  const access = isRemote(trusted) ? await accessFor(trusted.name, trusted.url) : null
  const connectionId = newId()
  const limits = { connectTimeoutMs, installTimeoutMs, pingIntervalMs: 0 }
  const launch = toTrustedLaunch(trusted, { connectionId, ...limits, knownEra: null, logLevel: null, access })
  const bridge = await clients.openBridge(launch)
  const close = () => void clients.closeBridge(connectionId).catch(() => {}) // it ends with its process
  if (signal.aborted) close()
  else signal.addEventListener('abort', close, { once: true })
  return bridge
}
