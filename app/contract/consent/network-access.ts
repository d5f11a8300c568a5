/**
 * Network access of sandboxed servers: answers to the question about a host that the entry doesn't name, hosts that the
 * user blocked permanently, and the results of connections.
 */
import { z } from 'zod'

const serverName = z.string().min(1).max(200)
/** In normalized form: lowercase ASCII, an IP address without brackets. */
export const reachedHost = z.string().min(1).max(253)
export const reachedPort = z.number().int().min(1).max(65_535)

/**
 * How a waiting connection continues. `silenced`: the server asked too often. `remembered`: the host was blocked
 * permanently before. `stopped`: the user stopped the server's questions. `forbidden`: the policy of this computer
 * blocks it.
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

/** Blocked permanently: Parley doesn't ask about it again. */
export const refusedHost = z.strictObject({
  serverName,
  host: reachedHost,
  port: reachedPort,
  createdAt: z.number()
})
export type RefusedHost = z.infer<typeof refusedHost>
export type RefusedHostKey = Pick<RefusedHost, 'serverName' | 'host' | 'port'>

export const networkOutcomes = ['ended', 'refused', 'failed'] as const

/** Connections of a server to one host with the same result at nearly the same time. */
export interface ServerConnection {
  readonly host: string
  readonly port: number
  readonly outcome: (typeof networkOutcomes)[number]
  /** Why they were blocked or failed, an English clause; null: they succeeded. */
  readonly reason: string | null
  readonly count: number
  /** Sent to the host, and received. */
  readonly bytesUp: number
  readonly bytesDown: number
  /** Time of the last one, milliseconds since the epoch. */
  readonly at: number
}

/** All connections to one host since Parley started. */
export const reachedHostSchema = z.strictObject({
  host: reachedHost,
  port: reachedPort,
  ended: z.number().int(),
  refused: z.number().int(),
  failed: z.number().int(),
  bytesUp: z.number(),
  bytesDown: z.number(),
  /** Absent: counted before this field existed. */
  firstAt: z.number().optional(),
  lastAt: z.number()
})
export type ReachedHost = z.infer<typeof reachedHostSchema>

/** What Parley itself knows about a requested host. */
export const knownHost = z.strictObject({
  /** Earlier connections of the same server; null: this is its first connection to the host. */
  before: reachedHostSchema.nullable(),
  /** Other servers that connected to it. */
  reachedBy: z.array(serverName),
  /** Whether the server's own entry names it, in an argument or a variable. */
  isInEntry: z.boolean()
})
export type KnownHost = z.infer<typeof knownHost>

export const networkView = z.strictObject({
  /** Hosts in its entry. Null: the server is not sandboxed, so its connections are unknown. */
  allowed: z.array(z.string()).nullable(),
  refused: z.array(refusedHost),
  /** Newest first. */
  reached: z.array(reachedHostSchema),
  /** Until when Parley asks no questions because the server asked too often; null: it may ask. */
  silentUntil: z.number().nullable()
})
export type NetworkView = z.infer<typeof networkView>
