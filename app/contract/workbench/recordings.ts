/** Recordings of servers and conversations: made, read, saved and played. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { serverName } from '../servers'

const recordingId = z.string().min(1).max(64)

/** A recording that runs, or that has ended and is neither saved nor discarded. */
export const recordingView = z.strictObject({
  recordingId,
  /** A server's name, or the title of a conversation. */
  title: z.string(),
  of: z.enum(['server', 'conversation']),
  state: z.enum(['running', 'stopped']),
  messageCount: z.number().int(),
  /** Of the file. */
  characters: z.number().int(),
  removedSecrets: z.number().int(),
  /** Messages that are missing because they are too long, or because secrets couldn't be removed from them. */
  leftOut: z.number().int(),
  /** It reached its limit, so later messages are missing. */
  isFull: z.boolean()
})
export type RecordingView = z.infer<typeof recordingView>

/** Most lines in one answer. */
export const recordingLinesAtOnce = 100

export const recordingCalls = {
  /** Records every message of the server from now on, with the handshake and lists from before. */
  'recording.start': {
    // It replaces an ended recording of the server that wasn't saved.
    approval: needs('destroys', 'press'),
    input: z.strictObject({ serverName }),
    output: z.null()
  },
  /** The recording stays until it is saved or discarded. */
  'recording.stop': { approval: null, input: z.strictObject({ recordingId }), output: z.null() },
  /** Lines of the file as they would be saved. A very long line is shortened. */
  'recording.read': {
    approval: null,
    input: z.strictObject({ recordingId, from: z.number().int().min(0) }),
    output: z.strictObject({
      lineCount: z.number().int(),
      lines: z.array(z.string()).max(recordingLinesAtOnce)
    })
  },
  /** Asks where to save. null: the user cancelled. @throws FILE_WRITE_FAILED */
  'recording.save': {
    // The user chooses where in a system dialog.
    approval: needs('sends', 'press'),
    input: z.strictObject({ recordingId }),
    output: z.strictObject({ path: z.string().nullable() })
  },
  /**
   * Asks for a file and adds it as a server, which then needs trust and plays the recording. null: the user cancelled.
   * @throws RECORDING_INVALID
   */
  'recording.add': {
    // The user chooses the file in a system dialog.
    approval: needs('reveals', 'press'),
    input: z.strictObject({}),
    output: z.strictObject({ serverName: serverName.nullable() })
  },
  'recording.discard': {
    approval: needs('destroys', 'press'),
    input: z.strictObject({ recordingId }),
    output: z.null()
  }
} as const
