/** How a server has done since Parley started, in one line. Pure. */
import type { ServerCounts } from '../../../app/contract/servers'
import { formatDuration, formatMoment } from '../../ui/base/format'

/** E.g. `12 calls, 1 failed · last Nov 21, 2026, 2:30 PM · usually 120 ms · restarted once`. */
export function describeCounts(counts: ServerCounts): string {
  const { calls, failedCalls, restarts, lastCallAt, medianMs } = counts
  const failed = failedCalls === 0 ? '' : `, ${failedCalls} failed`
  return [
    calls === 0 ? 'No calls' : `${calls} ${calls === 1 ? 'call' : 'calls'}${failed}`,
    lastCallAt === null ? null : `last ${formatMoment(lastCallAt)}`,
    medianMs === null ? null : `usually ${formatDuration(medianMs)}`,
    restarts === 0 ? null : `restarted ${restarts === 1 ? 'once' : `${restarts} times`}`
  ]
    .filter((fact) => fact !== null)
    .join(' · ')
}
