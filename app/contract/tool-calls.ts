/** State of a tool call, from its question to answers after its cancellation. */
import { z } from 'zod'
import { callId, contentBlock, modelId } from './content-blocks'
import { jsonValue } from './json'
import { serverName } from './servers'

export const toolCallStates = [
  'preparing',
  'waiting-for-approval',
  'running',
  'done',
  'failed',
  'denied',
  'cancelled'
] as const
export type ToolCallState = (typeof toolCallStates)[number]

export const toolCallProgress = z.strictObject({
  progress: z.number(),
  total: z.number().nullable(),
  message: z.string().nullable()
})
export type CallProgress = z.infer<typeof toolCallProgress>

/** State of a call that became a task. @spec 2025-11-25 basic/utilities/tasks */
export const taskStatuses = ['working', 'input_required', 'completed', 'failed', 'cancelled'] as const
export const taskView = z.strictObject({
  taskId: z.string(),
  status: z.enum(taskStatuses),
  statusMessage: z.string().nullable(),
  /** Milliseconds between two questions for its state, as the server suggests. */
  pollIntervalMs: z.number().nullable(),
  /** How long the server keeps it from its creation on; null: without limit, or it does not say. */
  ttlMs: z.number().nullable()
})
export type TaskView = z.infer<typeof taskView>

/** A task that a server still has, started by any client. */
export const listedTask = taskView.extend({
  /** As the server writes it; null where it says nothing. */
  createdAt: z.string().nullable()
})
export type ListedTask = z.infer<typeof listedTask>

/** A server's answer to a call that was cancelled before. The model has not read it. */
export const lateAnswer = z.strictObject({
  at: z.number(),
  content: z.array(contentBlock),
  structuredContent: jsonValue.nullable(),
  isError: z.boolean()
})
export type LateCallAnswer = z.infer<typeof lateAnswer>

/** A running call comes near its limit: without `conversation.keep-waiting` it is cancelled at `endsAt`. */
export const callTimeLimit = z.strictObject({ reason: z.enum(['silence', 'total']), endsAt: z.number() })
export type TimeLimit = z.infer<typeof callTimeLimit>

/** A model that is asked for the server of a running call, until it has answered. `sampling.stop` ends it. */
export const callModel = z.strictObject({ requestId: z.string().min(1).max(200), model: modelId })
export type CallModel = z.infer<typeof callModel>

/** The part of a reviewed result that the user let the model read. */
export const resultReview = z.strictObject({
  decision: z.enum(['passed', 'changed', 'refused']),
  /** With `changed`: what the model reads, replacing the call's own content. */
  content: z.array(contentBlock).optional()
})
export type ResultReview = z.infer<typeof resultReview>

/** Length of the complete result text in the history, in UTF-16 units; the call has its beginning. */
export const shortenedText = z.strictObject({ length: z.number().int(), shown: z.number().int() })
export type ShortenedText = z.infer<typeof shortenedText>

/** The call continues reading the stored result of another one, from this character. */
export const readSourceSchema = z.strictObject({
  callId,
  serverName,
  toolName: z.string(),
  from: z.number().int(),
  /** Of the whole result. */
  length: z.number().int()
})
export type ReadOf = z.infer<typeof readSourceSchema>
