/** Messages that a person sent while an answer was being written: what waits, and what comes back to the composer. */
import { z } from 'zod'
import { conversationId, waitingFile } from '../conversations'
import { serverName } from '../servers'

export const queuedId = z.string().min(1).max(64)

/** Of one conversation at once. */
export const queueLimit = 50

export const queuedMessage = z.strictObject({
  id: queuedId,
  /** How it begins; empty where only something is attached. */
  text: z.string(),
  /** Names of what goes with it. */
  attached: z.array(z.string()),
  /**
   * It leaves only when the person sends it: the answer that it waited for did not come to its end, or Parley was
   * closed meanwhile.
   */
  isHeld: z.boolean(),
  /** It goes to the model with the results of the calls that run now, not only when the answer is complete. */
  isNext: z.boolean()
})
export type QueuedMessage = z.infer<typeof queuedMessage>

/** In the order in which they leave. */
export const messageQueue = z.strictObject({ conversationId, messages: z.array(queuedMessage) })
export type MessageQueue = z.infer<typeof messageQueue>

/** What was taken out of the queue, whole; its files wait for a message again. */
export const takenMessage = z.strictObject({
  text: z.string(),
  resources: z.array(z.strictObject({ serverName, uri: z.string(), name: z.string() })),
  prompt: z
    .strictObject({ serverName, name: z.string(), arguments: z.record(z.string(), z.string()) })
    .nullable(),
  files: z.array(waitingFile)
})
export type TakenMessage = z.infer<typeof takenMessage>
