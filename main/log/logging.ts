/** Logging, set up before everything else so that everything else can be logged. */
import path from 'node:path'
import { createLogger, SecretRegistry, type Logger, type LogRecord } from '../../app/base/logger'
import { createLogFiles, type LogFiles } from './log-files'

/** Records that are kept until a listener is added. */
const mostEarly = 500

export interface Logging {
  readonly log: Logger
  readonly files: LogFiles
  /** Calls the listener with every record, beginning with the newest earlier ones. One listener at a time. */
  readonly onLogged: (listener: (record: LogRecord) => void) => void
  /** Values that are never written to a file. */
  readonly secrets: SecretRegistry
}

export function openLogging(dataFolder: string): Logging {
  const secrets = new SecretRegistry()
  const files = createLogFiles(path.join(dataFolder, 'logs'), secrets)
  const early: LogRecord[] = []
  let tell = (record: LogRecord): void => {
    if (early.length < mostEarly) early.push(record)
  }
  const write = (record: LogRecord): void => {
    files.writeHost(record)
    tell(record)
  }
  const onLogged: Logging['onLogged'] = (listener) => {
    early.splice(0).forEach(listener)
    tell = listener
  }
  return { log: createLogger(write, { secrets, now: Date.now }), files, onLogged, secrets }
}

/** Uncaught bugs are logged and Parley continues, because the user's work is worth more than a clean exit. */
export function logUncaught(log: Logger): void {
  process.on('uncaughtException', (error) => log.error('an exception was not caught', { error }))
  process.on('unhandledRejection', (error) => log.error('a rejection was not handled', { error }))
}
