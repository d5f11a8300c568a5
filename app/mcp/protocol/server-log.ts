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

/** Once a line was left out, all are for so long: a note after every few lines would be as much of a flood. */
const pauseMs = 1_000
/** So many of Parley's own lines wait for the end of a pause; what they say is said nowhere else. */
const ownLinesLimit = 20

/** `now` in milliseconds since the epoch. */
export function createServerLog(write: (line: ServerLogLine) => void, now: () => number): LogServerLine {
  const isAllowed = createRateLimiter(unsolicitedLimits, now)
  let isPausing = false
  let left = 0
  let waiting: ServerLogLine[] = []
  // Also where nothing comes any more.
  const pause = () => {
    isPausing = true
    setTimeout(endPause, pauseMs).unref()
  }
  const endPause = () => {
    const text = `${left} lines left out: too many at once.`
    const own = waiting
    const count = left
    isPausing = false
    left = 0
    waiting = []
    if (count > 0) write({ at: now(), source: 'life', level: 'warning', text })
    own.forEach(write)
  }
  return (source, level, text) => {
    const kept = text.length > textLimit ? `${text.slice(0, textLimit)}…` : text
    const line = { at: now(), source, level, text: kept }
    if (!isPausing && isAllowed()) return write(line)
    if (!isPausing) pause()
    if (source === 'life' && waiting.length < ownLinesLimit) waiting.push(line)
    else left += 1
  }
}
