/** Log lines, filtered and as text. Pure. */
import { logLevels } from '../../../app/contract/limits'
import type { ServerLogLine } from '../../../app/contract/servers'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export interface LogFilter {
  readonly source: ServerLogLine['source'] | 'all'
  /** Lines of this level and above. */
  readonly level: ServerLogLine['level']
  /** Words that a line must contain, all of them, in any order. */
  readonly words: string
}

const gravity = Object.fromEntries(logLevels.map((level, index) => [level, index])) as Readonly<
  Record<ServerLogLine['level'], number>
>

export const describeLogSource: Readonly<Record<ServerLogLine['source'], () => string>> = {
  stderr: texts.errorOutputMark,
  log: texts.serverMark,
  life: texts.parleyMark
}

export function filterLog(lines: readonly ServerLogLine[], filter: LogFilter): ServerLogLine[] {
  const { source, level } = filter
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean)
  return lines.filter(
    (line) =>
      (source === 'all' || line.source === source) &&
      gravity[line.level] >= gravity[level] &&
      words.every((word) => line.text.toLowerCase().includes(word))
  )
}

/** One line each, for the clipboard. */
export function logText(lines: readonly ServerLogLine[]): string {
  return lines
    .map(
      (line) =>
        `${new Date(line.at).toISOString()} ${describeLogSource[line.source]()} ${line.level} ${line.text}`
    )
    .join('\n')
}
