/**
 * Decides which limits of a sandboxed server are reported, and for which calls. A slowed server is slowed twice a
 * second. That is reported the first time, and again for each affected call, because a start may be slowed before any
 * call.
 */
import type { ReportedLimit } from '../../contract/consent/file-activity'
import type { McpEvents } from '../interface'

export interface ReportedLimitsOptions {
  readonly serverName: string
  /** Ids of the running calls. */
  readonly callIds: () => readonly string[]
  readonly events: Pick<McpEvents, 'limitExceeded'>
}

export function createReportedLimits({
  serverName,
  callIds,
  events
}: ReportedLimitsOptions): (told: ReportedLimit) => void {
  let isFirst = true
  /** Running calls for which slowing was reported. Ended calls can be dropped, because ids don't repeat. */
  let knowing: readonly string[] = []
  return (told) => {
    const running = callIds()
    const isSlowed = told.course === 'slowed'
    if (isSlowed && !isFirst && running.every((id) => knowing.includes(id))) return
    events.limitExceeded({ ...told, serverName, callIds: running, isFirst: isFirst || !isSlowed })
    if (!isSlowed) return
    isFirst = false
    knowing = running
  }
}
