/**
 * Permissions for data sharing between servers, in memory and as one fact of the history, because they are few and
 * small.
 */
import { z } from 'zod'
import { HostError } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import { grantScopes } from '../../contract/grants'
import { flowPermission } from '../../contract/flows'
import type { StoredFlow } from '../grants/flow-grants'
import type { HistoryStore } from '../../history/interface'
import { say } from '../../texts/render-localized'
import { readRows } from './read-rows'

export const flowsFact = 'consent.flows'

const storedFlow = flowPermission.omit({ suspended: true }).extend({
  scope: z.enum(grantScopes),
  fromFingerprint: z.string().nullable(),
  toFingerprint: z.string().nullable()
})

/** Data that can't be read permits nothing, so Parley asks again. */
export function readFlows(json: string | null, log: Logger): readonly StoredFlow[] {
  return readRows(json, { row: storedFlow, fact: flowsFact, log })
}

/** Beyond this number, Parley asks about the oldest again. */
const mostFlows = 1_000

export interface FlowKeeping {
  readonly history: Pick<HistoryStore, 'writeFact'>
  /** Waits for the save. If it fails, the permission applies until Parley quits. */
  readonly keep: (what: string, save: Promise<unknown>) => Promise<void>
  readonly announce: () => void
}

export function createFlows({ history, keep, announce }: FlowKeeping) {
  let flows: readonly StoredFlow[] = []
  const change = async (next: readonly StoredFlow[]): Promise<void> => {
    flows = next
    announce()
    await history.writeFact(flowsFact, JSON.stringify(next))
  }
  return {
    list: (): readonly StoredFlow[] => flows,
    replace: (stored: readonly StoredFlow[]): void => {
      flows = stored
    },
    /** A new permission replaces an earlier one with the same scope. */
    add: async (added: readonly StoredFlow[]): Promise<void> => {
      if (added.length === 0) return
      const reaches = new Set(added.map(reachOf))
      const others = flows.filter((flow) => !reaches.has(reachOf(flow)))
      await keep('A permitted flow', change([...others, ...added].slice(-mostFlows)))
    },
    /** Counts a call that used these permissions, where they count calls. Never rejects. */
    use: async (flowIds: readonly string[]): Promise<void> => {
      if (flowIds.length === 0) return
      const used = flows.map((flow) => (flowIds.includes(flow.id) ? withOneLess(flow) : flow))
      await keep('The count of a permitted flow', change(used))
    },
    /**
     * @throws HostError CONSENT_UNKNOWN_GRANT, HISTORY_UNAVAILABLE (even then the permission is revoked until Parley
     * quits)
     */
    revoke: async (flowId: string): Promise<void> => {
      const rest = flows.filter(({ id }) => id !== flowId)
      if (rest.length === flows.length)
        throw new HostError('CONSENT_UNKNOWN_GRANT', say('consent.permissionRevoked'))
      await change(rest)
    },
    /** @throws HostError HISTORY_UNAVAILABLE (even then they are revoked until Parley quits) */
    forgetWhere: async (isMeant: (flow: StoredFlow) => boolean): Promise<void> => {
      if (flows.some(isMeant)) await change(flows.filter((flow) => !isMeant(flow)))
    }
  }
}

function withOneLess(flow: StoredFlow): StoredFlow {
  return flow.usesLeft === undefined ? flow : { ...flow, usesLeft: flow.usesLeft - 1 }
}

function reachOf({ from, to, toolName, conversationId }: StoredFlow): string {
  return JSON.stringify([from, to, toolName, conversationId])
}
