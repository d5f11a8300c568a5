/** A recorded conversation again, or again with something changed. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { modelId } from '../content-blocks'
import { localizedText } from '../json'
import { serverName } from '../servers'

const replayId = z.string().min(1).max(64)
const toolName = z.string().min(1).max(500)
/** Recordings whose servers can answer, beside the replayed one. Each can have 25 MB. */
export const mostReplayRecordings = 5
const recordingNumber = z
  .int()
  .min(0)
  .max(mostReplayRecordings - 1)
const mostServers = 200

/** A recorded conversation that is open. Only one is. */
export const replayView = z.strictObject({
  replayId,
  title: z.string(),
  /** Messages of yours. */
  turns: z.int(),
  /** The models that replied. */
  models: z.array(z.string()),
  servers: z.array(
    z.strictObject({
      serverName,
      /** The names and descriptions of its tools; empty descriptions: the recording has none. */
      tools: z.array(z.strictObject({ toolName, description: z.string() }))
    })
  )
})
export type ReplayView = z.infer<typeof replayView>

/** Answers for a recorded server: as recorded, from a server of the settings, or from another recording. */
export const replayedBy = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('recorded') }),
  z.strictObject({ type: z.literal('server'), serverName }),
  z.strictObject({ type: z.literal('recording'), number: recordingNumber, serverName })
])
export type ReplayedBy = z.infer<typeof replayedBy>

/** A step of the conversation, before and now. */
export const replayStep = z.strictObject({
  /** Of your message, from 1. */
  turn: z.int(),
  kind: z.enum(['text', 'call', 'result']),
  /** The server and tool of a call or result. */
  name: z.string(),
  /** Null: there is no such step. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  isSame: z.boolean()
})
export type ReplayStep = z.infer<typeof replayStep>

export const replayCalls = {
  /**
   * Opens a conversation of the history, or a file that the user chooses. Ends the replay that was open. null: the user
   * cancelled. @throws RECORDING_INVALID, CONVERSATION_UNKNOWN
   */
  'replay.open': {
    // The user chooses the file in a system dialog.
    approval: needs('reveals', 'press'),
    input: z.strictObject({ conversationId: z.string().min(1).max(64).nullable() }),
    output: replayView.nullable()
  },
  /** Asks for a file whose servers can answer. null: the user cancelled. @throws RECORDING_INVALID */
  'replay.add-recording': {
    // The user chooses the file in a system dialog.
    approval: needs('reveals', 'press'),
    input: z.strictObject({ replayId }),
    output: z
      .strictObject({ number: recordingNumber, title: z.string(), serverNames: z.array(serverName) })
      .nullable()
  },
  /**
   * Runs the turns again, and returns when they have ended. Calls of real servers and requests to models ask as in a
   * conversation. The conversation of the run is deleted afterwards.
   */
  'replay.run': {
    // A model gets the recorded messages. Its destination and the calls ask for approval on their own.
    approval: needs('sends', 'press'),
    input: z.strictObject({
      replayId,
      /** Null: the recorded replies, which are sent nowhere. */
      model: modelId.nullable(),
      /** By the name of a recorded server; absent: as recorded. */
      servers: z
        .record(serverName, replayedBy)
        .refine((servers) => Object.keys(servers).length <= mostServers),
      /** Replaces the description of a tool; null: none. */
      description: z.strictObject({ serverName, toolName, text: z.string().max(100_000) }).nullable()
    }),
    output: z.strictObject({
      steps: z.array(replayStep),
      /** Why it ended early; null: it didn't. */
      failure: localizedText.nullable()
    })
  },
  'replay.stop': { approval: null, input: z.strictObject({ replayId }), output: z.null() },
  /** Forgets the recording. */
  'replay.close': { approval: null, input: z.strictObject({ replayId }), output: z.null() }
} as const
