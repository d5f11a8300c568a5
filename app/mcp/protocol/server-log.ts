/**
 * Lines about a server on their way to its log. A server that floods us is cut to a rate, and the log says how
 * much was left out.
 */
import type { ServerLogLine } from '../../contract/servers'
import { createLeftOut } from './left-out'
import { createRateLimiter, unsolicitedLimits } from './rate-limiter'

export type LogServerLine = (
  source: ServerLogLine['source'],
  level: ServerLogLine['level'],
  text: string
) => void

const textLimit = 8_192

/** `now` in milliseconds since the epoch. */
export function createServerLog(write: (line: ServerLogLine) => void, now: () => number): LogServerLine {
  const isAllowed = createRateLimiter(unsolicitedLimits, now)
  const leftOut = createLeftOut((count) => {
    const text = `${count} lines left out: too many at once.`
    write({ at: now(), source: 'life', level: 'warning', text })
  })
  return (source, level, text) => {
    // Until the note stands there, so that it stands where they were.
    if (leftOut.isUntold() || !isAllowed()) return leftOut.add()
    const kept = text.length > textLimit ? `${text.slice(0, textLimit)}…` : text
    write({ at: now(), source, level, text: kept })
  }
}
