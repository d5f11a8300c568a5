/** The permitted flows of text between servers, in memory and as one fact of the history: they are few and small. */
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

/** What can't be read permits nothing: it is asked about again. */
export function readFlows(json: string | null, log: Logger): readonly StoredFlow[] {
  return readRows(json, { row: storedFlow, fact: flowsFact, log })
}

/** Beyond, the oldest are asked about again. */
const mostFlows = 1_000

export interface FlowKeeping {
  readonly history: Pick<HistoryStore, 'writeFact'>
  /** Waits for what is saved; where that fails, it counts until the program ends. */
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
    /** One takes the place of an earlier one of the same reach. */
    add: async (added: readonly StoredFlow[]): Promise<void> => {
      if (added.length === 0) return
      const reaches = new Set(added.map(reachOf))
      const others = flows.filter((flow) => !reaches.has(reachOf(flow)))
      await keep('A permitted flow', change([...others, ...added].slice(-mostFlows)))
    },
    /** A call drew on them: they count calls. Never rejects. */
    use: async (flowIds: readonly string[]): Promise<void> => {
      if (flowIds.length === 0) return
      const used = flows.map((flow) => (flowIds.includes(flow.id) ? withOneLess(flow) : flow))
      await keep('The count of a permitted flow', change(used))
    },
    /** @throws HostError CONSENT_UNKNOWN_GRANT, HISTORY_UNAVAILABLE (the permission has ended for this run even then) */
    revoke: async (flowId: string): Promise<void> => {
      const rest = flows.filter(({ id }) => id !== flowId)
      if (rest.length === flows.length)
        throw new HostError('CONSENT_UNKNOWN_GRANT', say('consent.permissionRevoked'))
      await change(rest)
    },
    /** @throws HostError HISTORY_UNAVAILABLE (they have ended for this run even then) */
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
