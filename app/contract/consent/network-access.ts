/**
 * Hosts that contained servers reach: the answers to the question of one that its entry does not name, what the person
 * refused for good, and what came of the connections.
 */
import { z } from 'zod'

const serverName = z.string().min(1).max(200)
/** As it is looked up: ASCII in small letters, a number without brackets. */
export const reachedHost = z.string().min(1).max(253)
export const reachedPort = z.number().int().min(1).max(65_535)

export const networkDecisions = ['allow-once', 'allow-always', 'never', 'not-now'] as const

/**
 * How a connection that waited goes on. `silenced`: it asked on and on. `remembered`: refused for good before. `stopped`: the
 * person stopped its asking. `forbidden`: by the policy of this computer.
 */
export const connectionEnds = [
  'once',
  'always',
  'never',
  'not-now',
  'silenced',
  'remembered',
  'stopped',
  'forbidden'
] as const
export type ConnectionEnd = (typeof connectionEnds)[number]

export const networkAnswer = z.strictObject({ type: z.literal('reach'), decision: z.enum(networkDecisions) })

/** Refused for good: nobody is asked about it again. */
export const refusedHost = z.strictObject({
  serverName,
  host: reachedHost,
  port: reachedPort,
  createdAt: z.number()
})
export type RefusedHost = z.infer<typeof refusedHost>
export type RefusedHostKey = Pick<RefusedHost, 'serverName' | 'host' | 'port'>

export const networkOutcomes = ['ended', 'refused', 'failed'] as const

/** Connections of a server to one place that came to the same end at nearly the same time. */
export interface ServerConnection {
  readonly host: string
  readonly port: number
  readonly outcome: (typeof networkOutcomes)[number]
  /** Why they were refused or failed, an English clause; null: they were not. */
  readonly reason: string | null
  readonly count: number
  /** To the host, and from there. */
  readonly bytesUp: number
  readonly bytesDown: number
  /** Milliseconds since the epoch, of the last one. */
  readonly at: number
}

/** All that came of one place since Parley was started. */
export const reachedHostSchema = z.strictObject({
  host: reachedHost,
  port: reachedPort,
  ended: z.number().int(),
  refused: z.number().int(),
  failed: z.number().int(),
  bytesUp: z.number(),
  bytesDown: z.number(),
  /** Absent: it was counted before this was kept. */
  firstAt: z.number().optional(),
  lastAt: z.number()
})
export type ReachedHost = z.infer<typeof reachedHostSchema>

/** What Parley knows by itself of a host that is asked for. */
export const knownHost = z.strictObject({
  /** What came of earlier connections of the same server; null: it wants to reach it for the first time. */
  before: reachedHostSchema.nullable(),
  /** Other servers that reached it. */
  reachedBy: z.array(serverName),
  /** Whether the server's own entry speaks of it, in an argument or a variable. */
  isInEntry: z.boolean()
})
export type KnownHost = z.infer<typeof knownHost>

export const networkView = z.strictObject({
  /** Lines of its entry. Null: it is not contained, so nobody knows what it reaches. */
  allowed: z.array(z.string()).nullable(),
  refused: z.array(refusedHost),
  /** The last one first. */
  reached: z.array(reachedHostSchema),
  /** Until when nobody is asked, because it asked on and on; null: it may ask. */
  silentUntil: z.number().nullable()
})
export type NetworkView = z.infer<typeof networkView>

export const networkCalls = {
  /** @throws SERVER_UNKNOWN */
  'server.read-reach': { input: z.strictObject({ serverName }), output: networkView },
  /** Removes a host from the entry. Its next connection asks again. @throws SERVER_UNKNOWN */
  'server.forget-host': {
    input: z.strictObject({ serverName, line: z.string().min(1).max(300) }),
    output: z.null()
  },
  /** The host asks again. */
  'consent.forget-refused-host': { input: refusedHost.omit({ createdAt: true }), output: z.null() }
} as const
