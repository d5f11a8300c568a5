/** Downloads the package of a sandboxed server again on request. The new version is asked about before it runs. */
import { HostError } from '../../base/host-error'
import type { PackageUpdate } from '../../contract/entries/package-update'
import { toTrustedLaunch } from '../../servers/trust/trust-check'
import { say } from '../../texts/render-localized'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import { unknownServer } from '../areas/background-work'

/**
 * `restart`: called if the new version is different. @throws HostError SERVER_UNKNOWN, SERVER_NOT_TRUSTED and the codes
 * of `McpClients.updatePackage`
 */
export async function updatePackage(
  { mcp, newId }: Pick<HostPorts, 'mcp' | 'newId'>,
  { settings, trustCheck }: Pick<Areas, 'settings' | 'trustCheck'>,
  { serverName, restart }: { readonly serverName: string; readonly restart: (name: string) => void }
): Promise<PackageUpdate> {
  const definition = settings.current().servers.find(({ name }) => name === serverName)
  if (definition === undefined) throw unknownServer(serverName)
  const trusted = await trustCheck.enter(definition)
  if (trusted.transport !== 'stdio' || trusted.containment === undefined)
    throw new HostError('SERVER_NOT_CONTAINED', say('containment.noPackage', { server: serverName }))
  const { connectTimeoutMs, installTimeoutMs, packagePins: before } = trusted
  const limits = { connectTimeoutMs, installTimeoutMs, pingIntervalMs: 0 }
  const launch = toTrustedLaunch(trusted, {
    connectionId: newId(),
    ...limits,
    knownEra: null,
    logLevel: null,
    access: null
  })
  const came = await mcp.clients.updatePackage(launch)
  const isOther = came.some(({ name, version, integrity }) => {
    const known = before.find((each) => each.name === name)
    return known?.version !== version || known.integrity !== integrity
  })
  if (isOther) restart(serverName)
  const versionBefore = (name: string) => before.find((each) => each.name === name)?.version ?? null
  return {
    packages: came.map(({ name, version }) => ({ name, version, before: versionBefore(name) })),
    isOther
  }
}
