/** How much of the model's context window the next request uses, and the summaries that free space. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { defineCall } from '../approval/call-row'

const id = z.string().min(1).max(64)

/** In characters. */
export const longestSummary = 100_000

export const contextView = z.strictObject({
  /** Of the next request in its current form, without the message that is being written. */
  tokens: z.number(),
  /** Includes a count from the provider; otherwise it is only an estimate. */
  isCorrected: z.boolean(),
  /** The model's context size. */
  contextTokens: z.number(),
  /** Older tool results that are left out. */
  leftOutResults: z.number(),
  /** More of it is used than the share that the user set. */
  isFull: z.boolean(),
  /** The last message that a summary would replace; null: there is nothing older to summarize. */
  summaryEnd: id.nullable()
})
export type ContextView = z.infer<typeof contextView>

export const contextCalls = {
  /** How full the context is. null: no model answers. Sends nothing. */
  'context.read': {
    approval: null,
    input: z.strictObject({ conversationId: id }),
    output: contextView.nullable()
  },
  /**
   * Asks the model to summarize the visible branch up to the message. Changes nothing. Runs like a turn:
   * refused while one runs, ended by `conversation.stop`.
   */
  'context.summarize': {
    approval: needs('sends', 'press'),
    input: z.strictObject({ conversationId: id, messageId: id }),
    output: z.strictObject({ text: z.string() })
  },
  /**
   * Models get this text instead of the messages up to this one. null: the messages again. Refused while a
   * turn runs. `goesOn`: continue the interrupted last answer with it.
   */
  'context.set-summary': defineCall({
    // The model gets this text instead of the summarized messages.
    approval: ({ text }) => (text === null ? null : needs('sends', 'press')),
    input: z.strictObject({
      conversationId: id,
      messageId: id,
      text: z.string().max(longestSummary).nullable(),
      goesOn: z.boolean().optional()
    }),
    output: z.null()
  })
} as const
