/**
 * The limits that the person set for calls of one tool. A call counts from the moment that it is to be decided about, so
 * that of several at once no more are allowed than the limit says; one that is not allowed is taken back. Above a limit
 * nobody is asked, and no permission helps.
 */
import { callPeriods } from '../../contract/limits'
import type { CallLimits } from '../../contract/servers'
import type { CallCounts, CountedCall } from '../store/call-counts'
import type { ToolCallDecision } from '../interface'

export interface CallLimitOptions {
  readonly counts: CallCounts
  /** As they are now; null: none. */
  readonly limitsOf: (serverName: string, toolName: string) => CallLimits | null
  readonly now: () => number
}

/** `decide` is called at once, where the call is within its limits. */
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
