/** Lines of all logs, filtered and as text. Pure. */
import { logLevels } from '../../../app/contract/limits'
import type { LogLine } from '../../../app/contract/bridge/logs'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export interface AllLogsFilter {
  /** `all`, `host`, or `server ` and its name. */
  readonly origin: string
  /** Lines of this level and above. */
  readonly level: LogLine['level']
  /** Words that a line must contain, all of them, in any order. */
  readonly words: string
}

export function filterAll(lines: readonly LogLine[], { origin, level, words }: AllLogsFilter): LogLine[] {
  const least = logLevels.indexOf(level)
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return lines.filter((line) => {
    if (origin !== 'all' && originOf(line) !== origin) return false
    if (logLevels.indexOf(line.level) < least) return false
    const text = `${line.serverName ?? ''} ${line.source} ${line.text}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

function originOf({ serverName }: LogLine): string {
  return serverName === null ? 'host' : `server ${serverName}`
}

/** The choices: everything, Parley itself, and each server with lines. */
export function listLogOrigins(
  lines: readonly LogLine[]
): { readonly value: string; readonly label: string }[] {
  const names = [...new Set(lines.flatMap(({ serverName }) => serverName ?? []))].sort()
  return [
    { value: 'all', label: texts.allLogs() },
    { value: 'host', label: texts.parleyMark() },
    ...names.map((name) => ({ value: `server ${name}`, label: plainWithMarks(name) }))
  ]
}

/** One line each: the shown lines as a file. */
export function formatLog(lines: readonly LogLine[]): string {
  return lines
    .map(({ at, level, serverName, source, text }) => {
      const origin = [serverName ?? texts.parleyMark(), source].filter(Boolean).join(' ')
      return `${new Date(at).toISOString()} ${level} ${origin} ${text.replaceAll('\n', '\\n')}`
    })
    .join('\n')
}
