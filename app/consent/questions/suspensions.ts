/** Which permissions are currently suspended, and why, for the list of permissions. `policy.ts` decides about calls. */
import type { ConsentView } from '../../contract/consent-view'
import type { Grant } from '../../contract/grants'
import type { FlowPermission } from '../../contract/flows'
import { areSameServers } from '../grants/flow-grants'
import type { StoredFlow } from '../grants/flow-grants'
import type { StoredGrant } from '../../history/interface'
import type { AnswerContext } from './answer-context'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

type Known = Pick<AnswerContext, 'remembered' | 'tools' | 'now' | 'forbiddenScopes' | 'habits'>

/** What is remembered, each permission with the reason why it is suspended, if any. */
export function viewWithSuspensions(known: Known): ConsentView {
  const stored = new Map(known.remembered.grants.list().map((grant) => [grant.id, grant]))
  const view = known.remembered.view()
  const flows = new Map(known.remembered.flows.list().map((flow) => [flow.id, flow]))
  const habits = known.habits.view()
  return {
    ...view,
    ...(habits.length > 0 && { habits }),
    grants: view.grants.map((grant) => withSuspension(grant, stored.get(grant.id), known)),
    flows: (view.flows ?? []).map((flow) => withFlowSuspension(flow, flows.get(flow.id), known))
  }
}

function withFlowSuspension(
  flow: FlowPermission,
  stored: StoredFlow | undefined,
  known: Known
): FlowPermission {
  const suspended = stored === undefined ? null : flowSuspensionOf(stored, known)
  return suspended === null ? flow : { ...flow, suspended }
}

function flowSuspensionOf(flow: StoredFlow, known: Known): LocalizedText | null {
  if (known.forbiddenScopes().includes(flow.scope)) return say('consent.forbiddenByPolicy')
  if (flow.endsAt !== null && flow.endsAt <= known.now()) return say('consent.expired')
  if (flow.usesLeft === 0) return say('consent.limitReached')
  const fingerprintOf = (name: string) => known.remembered.trust.of(name)?.fingerprint ?? null
  return areSameServers(flow, fingerprintOf) ? null : say('consent.serverDiffers')
}

function withSuspension(grant: Grant, stored: StoredGrant | undefined, known: Known): Grant {
  const suspended = stored === undefined ? null : suspensionOf(stored, known)
  return suspended === null ? grant : { ...grant, suspended }
}

function suspensionOf(grant: StoredGrant, known: Known): LocalizedText | null {
  const { scope, serverName, serverFingerprint, usesLeft, conditions } = grant
  if (known.forbiddenScopes().includes(scope)) return say('consent.forbiddenByPolicy')
  const trusted = known.remembered.trust.of(serverName)?.fingerprint ?? null
  if (trusted !== serverFingerprint) return say('consent.serverDiffers')
  const now = known.now()
  if (conditions.some((condition) => condition.type === 'until' && condition.at <= now))
    return say('consent.expired')
  if (usesLeft === 0) return say('consent.limitReached')
  return changedTools(grant, known)
}

/** As far as the tools are known, which requires a connected server. */
function changedTools(grant: StoredGrant, { tools }: Known): LocalizedText | null {
  const hashes =
    grant.toolName === null
      ? Object.entries(grant.coveredTools)
      : [[grant.toolName, grant.definitionHash] as const]
  const changed = hashes.filter(([name, hash]) => {
    const found = tools.find(grant.serverName, name)
    return found !== undefined && found.definitionHash !== hash
  })
  if (changed.length === 0) return null
  if (grant.toolName !== null) return say('consent.toolChanged')
  const names = changed.map(([name]) => name).slice(0, 5)
  return say('consent.toolsChanged', { names })
}
