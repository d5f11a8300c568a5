import { findRealPath } from '../../consent/grants/real-path'
import type { CallInput } from '../../contract/bridge/calls'
import { readWriteTarget } from '../areas/write-target-area'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import type { AreaHandlers } from './area-handlers'

export function consentHandlers(
  { mcp }: Pick<HostPorts, 'mcp'>,
  areas: Pick<Areas, 'consent' | 'networkAccess' | 'servers' | 'settings' | 'conversations'>
): AreaHandlers<'consent' | 'lock-file'> {
  const { consent } = areas
  return {
    'consent.read-target': ({ questionId }) => readWriteTarget(areas, questionId, findRealPath),
    'consent.check-content': async ({ questionId, content }) => {
      const asked = consent.questions().find(({ id }) => id === questionId)
      if (asked?.type !== 'elicitation') return []
      return await mcp.clients.checkArguments(asked.requestedSchema, content)
    },
    'consent.answer': ({ questionId, answer }) => consent.answer(questionId, answer),
    'consent.answer-suggestion': ({ suggestionId, isAccepted }) =>
      isAccepted ? consent.takeHabit(suggestionId) : consent.leaveHabit(suggestionId),
    'consent.stop': ({ questionId, what }) => consent.stop(questionId, what),
    'consent.revoke': (decision) => revoke(areas, decision),
    'lock-file.export': () => consent.exportPins(),
    'lock-file.import': () => consent.importPins()
  }
}

async function revoke(
  { consent, networkAccess, servers }: Pick<Areas, 'consent' | 'networkAccess' | 'servers'>,
  decision: CallInput<'consent.revoke'>
): Promise<void> {
  switch (decision.kind) {
    case 'permission':
      return consent.revokeGrant(decision.grantId)
    case 'server-permissions':
      return consent.revokeGrants(decision.serverName)
    case 'destination':
      return consent.destinations.revoke(decision.destination)
    case 'data-sharing':
      return consent.revokeFlow(decision.flowId)
    case 'allowed-host':
      return networkAccess.forgetLine(decision.serverName, decision.line)
    case 'blocked-host': {
      const { serverName, host, port } = decision
      return consent.forgetRefusedHost({ serverName, host, port })
    }
    case 'view-access': {
      const { serverName, subject } = decision
      return consent.forgetViewAccess({ serverName, subject })
    }
    case 'trust':
      await consent.revokeTrust(decision.serverName)
      // A server that is no longer trusted must not keep running.
      if (servers.list().some(({ name }) => name === decision.serverName))
        await servers.stop(decision.serverName)
  }
}
