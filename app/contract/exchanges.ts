/**
 * Input that a server requests before it answers a request other than a tool call: reading a resource or getting a
 * prompt. The rounds of a tool call are part of its conversation (`conversations.ts`).
 */
import { z } from 'zod'
import { exchange as callExchange } from './conversations'
import { serverName } from './servers'
import { localizedText } from './json'

/** The request to the server; `name` is the address of the resource or the name of the prompt. */
export const occasion = z.strictObject({ kind: z.enum(['resource', 'prompt']), name: z.string() })
export type Occasion = z.infer<typeof occasion>

export const exchangeId = z.string().min(1).max(300)

/** Exists from the first question until the exchange ends and is dismissed. */
export const openExchange = z.strictObject({
  id: exchangeId,
  serverName,
  occasion,
  /** In the order of the answers; a round may have several. */
  entries: callExchange.shape.entries,
  state: z.enum(['open', 'done', 'stopped', 'failed']),
  /** Why it failed; null for every other state. */
  failure: localizedText.nullable()
})
export type OpenExchange = z.infer<typeof openExchange>
