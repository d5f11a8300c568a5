/**
 * Model requests for an answer, as sent: the body of each, byte for byte. Headers, which contain keys, are never
 * stored.
 */
import { z } from 'zod'

const id = z.string().min(1).max(64)

export const sentRequest = z.strictObject({
  id,
  at: z.number(),
  model: z.string(),
  /** Without the query string. */
  address: z.string(),
  /** Of its body. */
  bytes: z.number(),
  /** False: it was too long to keep, or was removed for later ones. */
  isKept: z.boolean()
})
export type SentRequest = z.infer<typeof sentRequest>

export const sentCalls = {
  /** Requests of this run, oldest first, including retries. */
  'context.list-sent': {
    approval: null,
    input: z.strictObject({ messageId: id }),
    output: z.array(sentRequest).max(1_000)
  },
  /** null: no longer stored. */
  'context.read-sent': {
    approval: null,
    input: z.strictObject({ requestId: id }),
    output: z.strictObject({ body: z.string() }).nullable()
  }
} as const
