/**
 * Limits that the user set for calls of one tool. A call counts as soon as its decision starts, so that simultaneous
 * calls can't exceed the limit. The count is undone if the call isn't allowed. Above a limit Parley doesn't ask, and no
 * permission applies.
 */
import { callPeriods } from '../../contract/limits'
import type { CallLimits } from '../../contract/servers'
import type { CallCounts, CountedCall } from '../store/call-counts'
import type { ToolCallDecision } from '../interface'

export interface CallLimitOptions {
  readonly counts: CallCounts
  /** Current limits; null: none. */
  readonly limitsOf: (serverName: string, toolName: string) => CallLimits | null
  readonly now: () => number
}

/** Calls `decide` immediately if the call is within its limits. */
export async function withinLimits(
  call: CountedCall,
  { counts, limitsOf, now }: CallLimitOptions,
  decide: () => Promise<ToolCallDecision>
): Promise<ToolCallDecision> {
  const { serverName, toolName } = call
  const limits = limitsOf(serverName, toolName)
  if (limits === null) return decide()
  const at = now()
  for (const period of callPeriods) {
    const most = limits[period]
    if (most !== null && counts.of(call, period, at) >= most) return { type: 'used-up', period, most }
  }
  const counted = counts.count(call, at)
  let isAllowed = false
  try {
    const decision = await decide()
    isAllowed = decision.type === 'allowed'
    return decision
  } finally {
    await (isAllowed ? counted.saved : counted.takeBack())
  }
}
