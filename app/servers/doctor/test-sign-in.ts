/** Tests whether a sign-in is still valid, without touching running connections. */
import { say } from '../../texts/render-localized'
import { toLocalizedText } from '../../base/host-error'
import type { AccountTest } from '../../contract/accounts'
import type { McpClients } from '../../mcp/interface'
import { toTrustedLaunch, type TrustedRemote } from '../trust/trust-check'
import type { DoctorOptions } from './doctor'

export interface SignInTestOptions {
  readonly clients: Pick<McpClients, 'connect' | 'disconnect'>
  readonly accounts: Pick<DoctorOptions, 'accessFor' | 'keepQuiet'>
  readonly newId: () => string
  /** The server's entry, if it is trusted. */
  readonly enter: (serverName: string) => Promise<TrustedRemote>
}

const testTimeoutMs = 20_000
const leastOf = { knownEra: null, logLevel: null, pingIntervalMs: 0 } as const

/** A second connection besides an existing one. It never asks the user to sign in. */
export async function testSignIn(
  { clients, accounts, newId, enter }: SignInTestOptions,
  serverName: string
): Promise<AccountTest> {
  const connectionId = newId()
  accounts.keepQuiet(connectionId)
  try {
    const trusted = await enter(serverName)
    const access = await accounts.accessFor(serverName, trusted.url)
    const circumstances = { connectionId, connectTimeoutMs: testTimeoutMs, access, ...leastOf }
    const info = await clients.connect(toTrustedLaunch(trusted, circumstances))
    return { isOk: true, message: say('auth.accepted', { server: serverName, tools: info.tools.length }) }
  } catch (error) {
    return { isOk: false, message: toLocalizedText(error) }
  } finally {
    await clients.disconnect(connectionId)
  }
}
