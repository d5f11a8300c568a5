/** The newest lines of all logs for the log screen: Parley's own and all servers', numbered in order. */
import { cutText } from '../../base/cut-text'
import type { LogRecord } from '../../base/logger'
import { keptLogLines } from '../../contract/limits'
import type { LogLine } from '../../contract/bridge/logs'
import type { ServerLogLine } from '../../contract/servers'

const longestText = 10_000

const levels = { debug: 'debug', info: 'info', warn: 'warning', error: 'error' } as const

export interface LogCollector {
  readonly addHost: (record: LogRecord) => void
  readonly addServer: (serverName: string, line: ServerLogLine) => void
  /** Oldest first. */
  after(number: number): LogLine[]
}

/** Expects lines without secrets. */
export function createLogCollector(): LogCollector {
  let lines: LogLine[] = []
  let last = 0
  const add = (line: Omit<LogLine, 'number'>): void => {
    last += 1
    lines.push({ ...line, number: last, text: cutText(line.text, longestText) })
    // Cut in large steps: removing a line at a time is slow under a flood.
    if (lines.length >= keptLogLines * 2) lines = lines.slice(-keptLogLines)
  }
  return {
    addHost: ({ at, level, scope, message, fields }) => {
      const details = Object.keys(fields).length === 0 ? '' : ` ${JSON.stringify(fields)}`
      add({ at, level: levels[level], serverName: null, source: scope, text: message + details })
    },
    addServer: (serverName, { at, level, source, text }) => add({ at, level, serverName, source, text }),
    after: (number) => {
      const newest = lines.slice(-keptLogLines)
      const from = newest.findIndex((line) => line.number > number)
      return from < 0 ? [] : newest.slice(from)
    }
  }
}
