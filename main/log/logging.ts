/** Logging as it is set up before everything else, so that all the rest can be logged. */
import path from 'node:path'
import { createLogger, SecretRegistry, type Logger } from '../../app/base/logger'
import { createLogFiles, type LogFiles } from './log-files'

export interface Logging {
  readonly log: Logger
  readonly files: LogFiles
  /** Values that never reach a file. */
  readonly secrets: SecretRegistry
}

export function openLogging(dataFolder: string): Logging {
  const secrets = new SecretRegistry()
  const files = createLogFiles(path.join(dataFolder, 'logs'), secrets)
  return { log: createLogger(files.writeHost, { secrets, now: Date.now }), files, secrets }
}

/** Bugs that nobody caught: logged, and the program goes on, for the person's work is worth more than tidiness. */
export function logUncaught(log: Logger): void {
  process.on('uncaughtException', (error) => log.error('an exception was not caught', { error }))
  process.on('unhandledRejection', (error) => log.error('a rejection was not handled', { error }))
}
