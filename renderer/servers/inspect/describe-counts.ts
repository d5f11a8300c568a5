/** A server's statistics since Parley started, in one line. Pure. */
import type { ServerCounts } from '../../../app/contract/servers'
import { formatDuration, formatMoment } from '../../ui/base/format'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

/** E.g. `12 calls, 1 failed · last Nov 21, 2026, 2:30 PM · usually 120 ms · restarted once`. */
export function describeCounts(counts: ServerCounts): string {
  const { calls, failedCalls, restarts, lastCallAt, medianMs } = counts
  return [
    failedCalls === 0
      ? texts.callCount({ count: calls })
      : texts.callCountFailed({ count: calls, failed: failedCalls }),
    lastCallAt === null ? null : texts.lastCall({ moment: formatMoment(lastCallAt) }),
    medianMs === null ? null : texts.usualDuration({ duration: formatDuration(medianMs) }),
    restarts === 0 ? null : texts.restarted({ count: restarts })
  ]
    .filter((fact) => fact !== null)
    .join(' · ')
}
