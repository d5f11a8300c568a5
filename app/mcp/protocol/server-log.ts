/**
 * Lines about a server on their way to its log. A server that floods us is cut to a rate, and the log says how
 * much was left out.
 */
import type { ServerLogLine } from '../../contract/servers'
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
  let left = 0
  return (source, level, text) => {
    if (!isAllowed()) return void (left += 1)
    const at = now()
    if (left > 0)
      write({ at, source: 'life', level: 'warning', text: `${left} lines left out: too many at once.` })
    left = 0
    write({ at, source, level, text: text.length > textLimit ? `${text.slice(0, textLimit)}…` : text })
  }
}
