/**
 * An approval of less than a server asks for: the server with only that, and its entry written accordingly. `Consent`
 * as servers see it, with the settings behind it.
 */
import type { Approvals, Narrowing } from '../../consent/interface'
import type { Logger } from '../../base/logger'
import type { LeftPermissions } from '../../contract/server-trust'
import type { ServerTrustQuestion } from '../../contract/questions/questions'
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
  /** Filters host lines by the policy. */
  readonly hostsLeft: (lines: readonly string[]) => readonly string[]
  /** For an entry that changed without its server noticing. */
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

/** Leaves out what the policy of this computer forbids. */
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
  /** The entry in the settings; null: it has changed since. */
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
      // Hosts aren't part of a server's identity.
      const report = (error: unknown) => ports.log.warn('Work on a server failed', { serverName, error })
      // Its start may wait for another answer of the user, who has already answered here.
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
