/** The last lines of each server's log, for the screen. Every line is also forwarded to the log file. */
import type { ServerLogLine } from '../../contract/servers'

const keptLines = 1_000
/** A server that writes without line ends must not fill the memory. */
const longestLine = 10_000

export interface ServerLogReader {
  add(line: ServerLogLine): void
  /** Oldest first. */
  lines(): readonly ServerLogLine[]
}

/** `redact` removes secrets from the text; `forward` gets every line. */
export function createServerLogReader(
  redact: (text: string) => string,
  forward: (line: ServerLogLine) => void
): ServerLogReader {
  let kept: ServerLogLine[] = []
  return {
    add: (line) => {
      const text = redact(line.text)
      const clean = { ...line, text: text.length > longestLine ? `${text.slice(0, longestLine)}…` : text }
      kept.push(clean)
      // Cut in large steps, because removing one line per new line would be slow in a flood.
      if (kept.length >= keptLines * 2) kept = kept.slice(-keptLines)
      forward(clean)
    },
    lines: () => kept.slice(-keptLines)
  }
}
