/**
 * A yes to less than a server asks for: what it would be with no more than that, and its entry written so. The gate as
 * servers see it, with the settings behind it.
 */
import type { Approvals, Narrowing } from '../../consent/interface'
import type { Logger } from '../../base/logger'
import type { LeftPermissions, ServerTrustQuestion } from '../../contract/server-trust'
import type { ServerAct } from '../../contract/server-act'
import { namedSecrets, type StdioDefinition } from '../../settings/definition'
import { hashServerDefinition } from '../../settings/server-definition-hash'
import { writeSandbox } from '../../settings/edit/entry-sandbox'
import { removeIfEmpty, removeValue } from '../../settings/document/text-edits'
import type { Settings } from '../../settings/store/settings-store'
import { proposeHosts } from './known-hosts'

type Asking = Pick<Approvals, 'isTrusted' | 'decideServerTrust'>

interface NarrowingParts {
  readonly settings: Settings
  readonly ports: { readonly log: Logger }
  /** Of lines of hosts those that the policy lets be. */
  readonly hostsLeft: (lines: readonly string[]) => readonly string[]
  /** For what is another entry by now, where its server doesn't notice by itself. */
  readonly restart: (serverName: string) => Promise<void>
}

export function withNarrowing(consent: Asking, parts: NarrowingParts): Asking {
  return {
    isTrusted: consent.isTrusted,
    decideServerTrust: (request, signal) =>
      consent.decideServerTrust(
        { ...request, ...proposalOf(request, parts), narrowing: narrowingOf(request, parts) },
        signal
      )
  }
}

/** Nothing is proposed that the policy of this computer refuses. */
function proposalOf(
  { act }: Asked,
  { hostsLeft }: NarrowingParts
): Pick<ServerTrustQuestion, 'proposedHosts'> {
  const proposedHosts = hostsLeft(proposeHosts(act))
  return proposedHosts.length === 0 ? {} : { proposedHosts: [...proposedHosts] }
}

interface Asked {
  readonly serverName: string
  readonly fingerprint: string
  readonly act: ServerAct
}

function narrowingOf(
  { serverName, fingerprint, act }: Asked,
  { settings, ports, restart }: NarrowingParts
): Narrowing {
  /** As it is in the settings; null: it is another one by now. */
  const current = () => {
    const found = settings.current().servers.find(({ name }) => name === serverName)
    return found?.transport === 'stdio' && hashServerDefinition(found) === fingerprint ? found : null
  }
  return {
    candidate: (left) => {
      const definition = current()
      if (definition === null) return null
      const narrowed = narrow(definition, left)
      return {
        fingerprint: hashServerDefinition(narrowed),
        act: narrowAct(act, left),
        secrets: namedSecrets(narrowed)
      }
    },
    write: async (left) => {
      const before = await settings.readServerEntry(serverName)
      await settings.saveServerEntry(serverName, serverName, narrowText(before, left))
      // Hosts are no part of what the server stands on.
      const report = (error: unknown) => ports.log.warn('Work on a server failed', { serverName, error })
      // Its start may wait for the person again, who has answered here.
      if (current() !== null) void restart(serverName).catch(report)
    }
  }
}

function narrow(
  definition: StdioDefinition,
  { containment, withoutVariables }: LeftPermissions
): StdioDefinition {
  const kept = Object.entries(definition.env).filter(([name]) => !withoutVariables.includes(name))
  const env = Object.fromEntries(kept)
  return containment === undefined ? { ...definition, env } : { ...definition, env, containment }
}

function narrowAct(act: ServerAct, { containment, withoutVariables }: LeftPermissions): ServerAct {
  const isKept = (name: string) => !withoutVariables.includes(name)
  return {
    ...act,
    environmentNames: act.environmentNames.filter(isKept),
    ...(act.environment !== undefined && {
      environment: act.environment.filter(({ name }) => isKept(name))
    }),
    ...(containment !== undefined && { containment })
  }
}

function narrowText(json: string, { containment, withoutVariables }: LeftPermissions): string {
  const without = withoutVariables.reduce((text, name) => removeValue(text, ['env', name]), json)
  const left = withoutVariables.length > 0 ? removeIfEmpty(without, ['env']) : without
  return containment === undefined ? left : writeSandbox(left, containment)
}
