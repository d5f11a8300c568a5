/** Log lines filtered and as text. Pure. */
import type { ServerLogLine } from '../../app/contract/servers'

export interface LogFilter {
  readonly source: ServerLogLine['source'] | 'all'
  /** Lines of this level and of graver ones. */
  readonly level: ServerLogLine['level']
}

const gravity: Readonly<Record<ServerLogLine['level'], number>> = {
  debug: 0,
  info: 1,
  notice: 2,
  warning: 3,
  error: 4,
  critical: 5,
  alert: 6,
  emergency: 7
}

export const sourceWords: Readonly<Record<ServerLogLine['source'], string>> = {
  stderr: 'stderr',
  log: 'server',
  life: 'Parley'
}

export function filterLog(lines: readonly ServerLogLine[], { source, level }: LogFilter): ServerLogLine[] {
  return lines.filter(
    (line) => (source === 'all' || line.source === source) && gravity[line.level] >= gravity[level]
  )
}

/** One line each, for the clipboard. */
export function logText(lines: readonly ServerLogLine[]): string {
  return lines
    .map(
      (line) => `${new Date(line.at).toISOString()} ${sourceWords[line.source]} ${line.level} ${line.text}`
    )
    .join('\n')
}

/** Time of day to the second, in the person's zone. */
export function formatTime(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB')
}
