/** Tests whether a sign-in is still valid, without touching running connections. */
import { say } from '../../texts/render-localized'
import { toLocalizedText } from '../../base/host-error'
import type { AccountTest } from '../../contract/accounts'
import { toTrustedLaunch } from '../../servers/trust/trust-check'
import { enterRemote } from '../areas/accounts-area'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'

const testTimeoutMs = 20_000
const leastOf = { knownEra: null, logLevel: null, pingIntervalMs: 0 } as const

/** A second connection besides an existing one. It never asks the user to sign in. */
export async function testSignIn(
  { mcp, newId }: Pick<HostPorts, 'mcp' | 'newId'>,
  areas: Pick<Areas, 'accounts' | 'settings' | 'trustCheck'>,
  serverName: string
): Promise<AccountTest> {
  const { accounts } = areas
  const connectionId = newId()
  accounts.keepQuiet(connectionId)
  try {
    const trusted = await enterRemote(areas, serverName)
    const access = await accounts.accessFor(serverName, trusted.url)
    const circumstances = { connectionId, connectTimeoutMs: testTimeoutMs, access, ...leastOf }
    const info = await mcp.clients.connect(toTrustedLaunch(trusted, circumstances))
    return { isOk: true, message: say('auth.accepted', { server: serverName, tools: info.tools.length }) }
  } catch (error) {
    return { isOk: false, message: toLocalizedText(error) }
  } finally {
    await mcp.clients.disconnect(connectionId)
  }
}
