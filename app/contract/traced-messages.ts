/** Messages between Parley and a server, for troubleshooting. Secrets are removed. */
import { z } from 'zod'
import { serverName } from './servers'

export const tracedMessage = z.strictObject({
  serverName,
  connectionId: z.string(),
  /** Counts the messages of the connection, from 0. */
  index: z.number().int(),
  at: z.number(),
  direction: z.enum(['in', 'out']),
  /** JSON; null where it is too long or nests too deeply. */
  text: z.string().nullable(),
  /** Characters of all its JSON; null where it nests too deeply, or was too long to be measured. */
  size: z.number().int().nullable(),
  /** The error in a received message, as a clause after "The server"; null: none. */
  oddity: z.string().nullable()
})

export const messageCalls = {
  /** Turns `server.traced` on or off, which reports every message to and from servers. */
  'server.trace': { approval: null, input: z.strictObject({ isFollowed: z.boolean() }), output: z.null() }
} as const
