/**
 * Which limits of a contained server are told on, and for which calls. One that is slowed is so twice a second: that is told
 * the first time, and again for each call that it happens to, as a start may be slowed before any.
 */
import type { ReportedLimit } from '../../contract/consent/file-activity'
import type { McpEvents } from '../interface'

export interface ToldLimitsOptions {
  readonly serverName: string
  /** Those that run. */
  readonly callIds: () => readonly string[]
  readonly events: Pick<McpEvents, 'limitTold'>
}

export function createToldLimits({
  serverName,
  callIds,
  events
}: ToldLimitsOptions): (told: ReportedLimit) => void {
  let isFirst = true
  /** Calls that know of it; those that are over don't come again. */
  let knowing: readonly string[] = []
  return (told) => {
    const running = callIds()
    const isSlowed = told.course === 'slowed'
    if (isSlowed && !isFirst && running.every((id) => knowing.includes(id))) return
    events.limitTold({ ...told, serverName, callIds: running, isFirst: isFirst || !isSlowed })
    if (!isSlowed) return
    isFirst = false
    knowing = running
  }
}
