/** Whether a sign-in still holds, without touching what runs. */
import { say } from '../../texts/said'
import { saidOf } from '../../base/host-error'
import type { AccountTest } from '../../contract/accounts'
import { expandRemote } from '../areas/accounts'
import type { Areas } from '../areas/areas'
import type { Ports } from '../areas/ports'

const testTimeoutMs = 20_000

/** A connection beside the one that may stand; nobody is asked to sign in for it. */
export async function testSignIn(
  { mcp, newId }: Pick<Ports, 'mcp' | 'newId'>,
  areas: Pick<Areas, 'accounts' | 'settings' | 'variables'>,
  serverName: string
): Promise<AccountTest> {
  const { accounts } = areas
  const connectionId = newId()
  accounts.keepQuiet(connectionId)
  try {
    const { transport, url, headers } = await expandRemote(areas, serverName)
    const info = await mcp.clients.connect({
      transport,
      url,
      headers,
      serverName,
      connectionId,
      access: await accounts.accessFor(serverName, url),
      connectTimeoutMs: testTimeoutMs,
      knownEra: null,
      logLevel: null,
      pingIntervalMs: 0
    })
    return { isOk: true, message: say('auth.accepted', { server: serverName, tools: info.tools.length }) }
  } catch (error) {
    return { isOk: false, message: saidOf(error) }
  } finally {
    await mcp.clients.disconnect(connectionId)
  }
}
