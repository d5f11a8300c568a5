import { findRealPath } from '../../consent/grants/real-path'
import { readWriteTarget } from '../areas/write-target-area'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import type { AreaHandlers } from './area-handlers'

export function consentHandlers(
  { mcp }: Pick<HostPorts, 'mcp'>,
  areas: Pick<Areas, 'consent' | 'servers' | 'settings' | 'conversations'>
): AreaHandlers<'consent'> {
  const { consent, servers } = areas
  return {
    'consent.read-target': ({ questionId }) => readWriteTarget(areas, questionId, findRealPath),
    'consent.check-content': async ({ questionId, content }) => {
      const asked = consent.questions().find(({ id }) => id === questionId)
      if (asked?.type !== 'elicitation') return []
      return await mcp.clients.checkArguments(asked.requestedSchema, content)
    },
    'consent.answer': ({ questionId, answer }) => consent.answer(questionId, answer),
    'consent.take-habit': ({ habitId }) => consent.takeHabit(habitId),
    'consent.leave-habit': ({ habitId }) => consent.leaveHabit(habitId),
    'consent.stop': ({ questionId, what }) => consent.stop(questionId, what),
    'consent.revoke-grant': ({ grantId }) => consent.revokeGrant(grantId),
    'consent.revoke-grants': ({ serverName }) => consent.revokeGrants(serverName),
    'consent.revoke-flow': ({ flowId }) => consent.revokeFlow(flowId),
    'consent.export-pins': () => consent.exportPins(),
    'consent.import-pins': () => consent.importPins(),
    'consent.forget-refused-host': (key) => consent.forgetRefusedHost(key),
    'consent.revoke-destination': (key) => consent.destinations.revoke(key),
    'consent.revoke-trust': async ({ serverName }) => {
      await consent.revokeTrust(serverName)
      // A server that is no longer trusted must not keep running.
      if (servers.list().some(({ name }) => name === serverName)) await servers.stop(serverName)
    }
  }
}
