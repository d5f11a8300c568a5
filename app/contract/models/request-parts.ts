/** The next request of a conversation in parts that the user can read and leave out. */
import { z } from 'zod'
import { needs } from '../approval/approval'

const id = z.string().min(1).max(64)
const key = z.string().min(1).max(1_000)

/** Per conversation. */
export const mostLeftOut = 1_000

export const partKinds = [
  'system',
  'summary',
  'instructions',
  'tools',
  'own-tools',
  'messages',
  'attachment'
] as const

/** Author of the text. For the model, also its calls and their results. */
export const speakers = ['person', 'model', 'call', 'result'] as const

export const partTextSchema = z.strictObject({
  /** Null: no author; Parley or a server tells the model. */
  by: z.enum(speakers).nullable(),
  text: z.string()
})
export type PartText = z.infer<typeof partTextSchema>

export const requestPart = z.strictObject({
  key,
  kind: z.enum(partKinds),
  /** Name of the server or the attachment, or the beginning of the message; empty when there is only one. */
  name: z.string(),
  /** Estimated from the characters. */
  tokens: z.number(),
  isLeftOut: z.boolean(),
  /** False: the request would be invalid without it. */
  canLeave: z.boolean()
})
export type RequestPart = z.infer<typeof requestPart>

export const partCalls = {
  /** The parts of the next request, in order. null: no model answers. Sends nothing. */
  'context.read-parts': {
    approval: null,
    input: z.strictObject({ conversationId: id }),
    output: z.array(requestPart).nullable()
  },
  /** What a part sends, in order. null: it no longer exists. */
  'context.read-part': {
    approval: null,
    input: z.strictObject({ conversationId: id, key }),
    output: z.array(partTextSchema).nullable()
  },
  /**
   * Leaves a part out of all requests of this conversation, or sends it again. Stored with the conversation.
   */
  'context.set-part': {
    // It can leave out instructions that the user gives to every model.
    approval: needs('sends', 'press'),
    input: z.strictObject({ conversationId: id, key, isLeftOut: z.boolean() }),
    output: z.null()
  }
} as const
