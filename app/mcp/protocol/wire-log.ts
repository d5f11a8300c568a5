/** Writes lines about a server to its log. A flood is limited to a rate, and the log says how much was left out. */
import type { ServerLogLine } from '../../contract/servers'
import { createRateLimiter, unsolicitedLimits } from './rate-limiter'

export type LogServerLine = (
  source: ServerLogLine['source'],
  level: ServerLogLine['level'],
  text: string
) => void

const textLimit = 8_192

/** Once a line was left out, all lines are left out for this long: frequent notes would be a flood too. */
const pauseMs = 1_000
/** The number of Parley's own lines that wait for the end of a pause. Their content is reported nowhere else. */
const ownLinesLimit = 20

interface Pause {
  /** Lines that were left out. */
  left: number
  readonly own: ServerLogLine[]
}

/** `now` in milliseconds since the epoch. */
export function createWireLog(write: (line: ServerLogLine) => void, now: () => number): LogServerLine {
  const isAllowed = createRateLimiter(unsolicitedLimits, now)
  let pause: Pause | null = null
  const begin = () => {
    const begun: Pause = { left: 0, own: [] }
    // A timer ends the pause, because no further line may arrive.
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
