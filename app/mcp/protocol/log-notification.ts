/** Writes log messages that a server sends over the protocol to its log. */
import { logLevels } from '../../contract/limits'
import type { LogLevel } from '../../contract/servers'
import { isDeeperThan } from './json-depth'
import { isJsonFields } from './json-fields'
import type { LogServerLine } from './wire-log'

/** The deepest nesting of a message that is written as JSON. */
const depthLimit = 100

/**
 * Writes the parameters of `notifications/message` as a line. A malformed one is written too, with a level that Parley
 * chooses.
 * @spec 2025-11-25 server/utilities/logging
 */
export function logMessage(params: unknown, log: LogServerLine): void {
  if (!isJsonFields(params)) return log('log', 'notice', 'The server sent a log message without content.')
  const { level, logger, data } = params
  const said = typeof data === 'string' ? data : toText(data)
  log('log', toLevel(level), typeof logger === 'string' ? `${logger}: ${said}` : said)
}

/** Names of levels in common logging libraries. */
const levelAliases: Readonly<Record<string, LogLevel>> = {
  trace: 'debug',
  verbose: 'debug',
  information: 'info',
  log: 'info',
  warn: 'warning',
  err: 'error',
  severe: 'error',
  fatal: 'critical',
  panic: 'emergency'
}

function toLevel(level: unknown): LogLevel {
  const name = typeof level === 'string' ? level.toLowerCase() : ''
  const alias = Object.hasOwn(levelAliases, name) ? levelAliases[name] : undefined
  return alias ?? logLevels.find((known) => known === name) ?? 'notice'
}

function toText(data: unknown): string {
  if (data === undefined) return '(nothing)'
  return isDeeperThan(data, depthLimit) ? '[left out: nests too deeply]' : JSON.stringify(data)
}
