/** How servers and their tools did over time: what is kept of it, what the window shows, and the user's limits. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { serverName } from '../servers'
import { healthExports, healthLimitNames, healthRanges } from './health-limits'

const count = z.number().int()
/** Null: nothing was measured. */
const measured = z.number().nullable()

/** Of a server or a tool in some time. */
export const healthFigures = z.strictObject({
  calls: count,
  /** Calls that failed, and results that the server marked as errors. */
  errors: count,
  /** Milliseconds of calls with a result, estimated within 5 percent. */
  p50Ms: measured,
  p95Ms: measured,
  restarts: count,
  /** Attempts that the sandbox blocked. */
  blockedFiles: count,
  /** Connections that the sandbox blocked. */
  blockedHosts: count,
  /** The most that its processes used together. */
  memoryBytes: measured,
  /** What its definitions cost in a request, at the end. */
  definitionTokens: measured
})
export type HealthFigures = z.infer<typeof healthFigures>

export const healthPoint = healthFigures.extend({ at: z.number() })
export type HealthPoint = z.infer<typeof healthPoint>

export const toolHealth = healthFigures
  .pick({ calls: true, errors: true, p50Ms: true, p95Ms: true })
  .extend({ toolName: z.string() })
export type ToolHealth = z.infer<typeof toolHealth>

export const healthView = z.strictObject({
  from: z.number(),
  to: z.number(),
  /** Time between two points. */
  stepMs: z.number(),
  /** Oldest first, only those in which something was counted. */
  points: z.array(healthPoint),
  total: healthFigures,
  /** Most calls first. */
  tools: z.array(toolHealth),
  /** The user's limits that the server exceeds now. */
  exceeded: z.array(z.enum(healthLimitNames))
})
export type HealthView = z.infer<typeof healthView>

export const healthCalls = {
  /** @throws SERVER_UNKNOWN, HISTORY_UNAVAILABLE */
  'health.read': {
    approval: null,
    input: z.strictObject({ serverName, range: z.enum(healthRanges) }),
    output: healthView
  },
  /** Asks where to save, and writes everything that is kept of a server. null if the user cancelled. @throws FILE_WRITE_FAILED */
  'health.export': {
    // The user chooses where in a system dialog. Without a press, a page could open one dialog after another.
    approval: needs('sends', 'press'),
    input: z.strictObject({ serverName, format: z.enum(healthExports) }),
    output: z.strictObject({ path: z.string().nullable() })
  }
} as const
