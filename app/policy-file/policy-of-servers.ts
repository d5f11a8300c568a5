/**
 * Applies the policy when servers start: before the trust question, and again when variables are filled in. Passed to
 * `app/servers`, which doesn't know policies.
 */
import type { LocalizedText } from '../contract/localized-text'
import { HostError } from '../base/host-error'
import type { ManagedPolicy, ServerIdentity } from './interface'

export interface ServersPolicy<D> {
  readonly refusalOf: (definition: D) => LocalizedText | null
  /** @throws HostError SERVER_NOT_ALLOWED and what `expand` throws */
  readonly expand: (definition: D) => Promise<D>
}

export function readServersPolicy<D extends ServerIdentity>(
  policy: Pick<ManagedPolicy, 'refusalOf' | 'refusalOfUncontained' | 'hostsLeft'>,
  expand: (definition: D) => Promise<D>
): ServersPolicy<D> {
  return {
    // A text with variables can't be judged yet.
    refusalOf: (definition) =>
      holdsVariables(definition) ? policy.refusalOfUncontained(definition) : policy.refusalOf(definition),
    expand: async (definition) => {
      const expanded = await expand(definition)
      const refusal = policy.refusalOf(expanded)
      if (refusal !== null) throw new HostError('SERVER_NOT_ALLOWED', refusal)
      return withHostsLeft(expanded, policy)
    }
  }
}

/** Forbidden hosts in an entry are ignored. The server asks for them, and Parley refuses. */
function withHostsLeft<D extends ServerIdentity>(definition: D, policy: Pick<ManagedPolicy, 'hostsLeft'>): D {
  if (definition.transport !== 'stdio' || definition.containment === undefined) return definition
  const { containment } = definition
  return { ...definition, containment: { ...containment, hosts: policy.hostsLeft(containment.hosts) } }
}

function holdsVariables(server: ServerIdentity): boolean {
  const texts = server.transport === 'stdio' ? [server.command, ...server.args] : [server.url]
  return texts.some((text) => text.includes('${'))
}
