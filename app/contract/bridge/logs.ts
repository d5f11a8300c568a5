/** Parley's own log and the logs of its servers, merged: lines in order of arrival, and the files that contain them. */
import { z } from 'zod'
import { logLevel, serverName } from '../servers'

export const logLine = z.strictObject({
  /** Larger than the numbers of all lines before it. */
  number: z.int(),
  at: z.number(),
  level: logLevel,
  /** Null: Parley's own. */
  serverName: serverName.nullable(),
  /** `stderr`, `log` and `life` of a server, an area of Parley; '' for none. */
  source: z.string(),
  /** Without secrets; untrusted if a server wrote it. */
  text: z.string()
})
export type LogLine = z.infer<typeof logLine>

const nothing = z.strictObject({})

export const logCalls = {
  /** Lines after the number `after`, at most the newest 5,000, oldest first. */
  'log.read': { approval: null, input: z.strictObject({ after: z.int() }), output: z.array(logLine) },
  /** Folder, number and size in bytes of the log files. */
  'log.measure': {
    approval: null,
    input: nothing,
    output: z.strictObject({ folder: z.string(), count: z.int(), bytes: z.number() })
  }
} as const
