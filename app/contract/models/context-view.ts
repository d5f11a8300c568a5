/** How full the next request of a conversation makes the context window of its model, and the summaries that make room. */
import { z } from 'zod'

const id = z.string().min(1).max(64)

/** In characters. */
export const longestSummary = 100_000

export const contextView = z.strictObject({
  /** Of the next request as it stands, without the message that is being written. */
  tokens: z.number(),
  /** A figure of the provider went into it; else it is a plain estimate. */
  isCorrected: z.boolean(),
  /** What the model reads at once. */
  contextTokens: z.number(),
  /** Older results of tools that are left out of it. */
  leftOutResults: z.number(),
  /** More of it than the share that the person set is used. */
  isFull: z.boolean(),
  /** The last message that a summary would stand for; null: there is nothing older to be summed up. */
  summaryEnd: id.nullable()
})
export type ContextView = z.infer<typeof contextView>

export const contextCalls = {
  /** Null: what answers is no model. Nothing is sent anywhere. */
  'context.read': { input: z.strictObject({ conversationId: id }), output: contextView.nullable() },
  /**
   * Asks the conversation's model for a summary of all up to the message, on the branch that is shown. Nothing is changed by
   * it. Runs as a turn does: refused while one runs, ended by `conversation.stop`.
   */
  'context.summarize': {
    input: z.strictObject({ conversationId: id, messageId: id }),
    output: z.strictObject({ text: z.string() })
  },
  /**
   * From now on models are sent the text in place of the message and all before it; null: those again. Refused while a turn
   * runs. `goesOn`: the last answer, which did not come to its end, goes on with it.
   */
  'context.set-summary': {
    input: z.strictObject({
      conversationId: id,
      messageId: id,
      text: z.string().max(longestSummary).nullable(),
      goesOn: z.boolean().optional()
    }),
    output: z.null()
  }
} as const
