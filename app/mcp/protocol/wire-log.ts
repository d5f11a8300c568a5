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

interface Pause {
  /** Lines left out of it. */
  left: number
  readonly own: ServerLogLine[]
}

/** `now` in milliseconds since the epoch. */
export function createWireLog(write: (line: ServerLogLine) => void, now: () => number): LogServerLine {
  const isAllowed = createRateLimiter(unsolicitedLimits, now)
  let pause: Pause | null = null
  const begin = () => {
    const begun: Pause = { left: 0, own: [] }
    // Ends by itself, also where nothing comes any more.
    setTimeout(() => end(begun), pauseMs).unref()
    return begun
  }
  const end = ({ left, own }: Pause) => {
    pause = null
    const text = `${left} lines left out: too many at once.`
    if (left > 0) write({ at: now(), source: 'life', level: 'warning', text })
    own.forEach(write)
  }
  return (source, level, text) => {
    if (pause === null && !isAllowed()) pause = begin()
    if (pause !== null && (source !== 'life' || pause.own.length >= ownLinesLimit))
      return void (pause.left += 1)
    const kept = text.length > textLimit ? `${text.slice(0, textLimit)}…` : text
    const line = { at: now(), source, level, text: kept }
    if (pause === null) write(line)
    else pause.own.push(line)
  }
}
