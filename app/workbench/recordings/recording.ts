/**
 * A recording: what one server, or the model and the servers of one conversation, said and were asked. As a file
 * (`.parleyrec`) it is JSON Lines: a header, then one entry a line.
 */
import type { JsonObject } from '../../contract/json'

export const recordingExtension = 'parleyrec'
export const recordingVersion = 1

export interface RecordingHeader {
  /** Version of the format. */
  readonly parleyRecording: number
  /** What was recorded. */
  readonly of: 'server' | 'conversation'
  /** Parley's version. */
  readonly parley: string
  /** ISO 8601. */
  readonly recordedAt: string
  /** The server's name in the settings, or the title of the conversation. */
  readonly title: string
  readonly servers: readonly RecordedServer[]
}

export interface RecordedServer {
  /** Its name in the settings. */
  readonly name: string
  /** What it calls itself, with its version; null: unknown. */
  readonly info: JsonObject | null
  /** The revision of the protocol; null: unknown. */
  readonly revision: string | null
  readonly transport: 'stdio' | 'http' | 'sse'
  /** In a recording of a conversation: its tools at that time, as in `tools/list`. Absent: unknown. */
  readonly tools?: readonly JsonObject[] | undefined
}

/** A JSON-RPC message. */
export interface RecordedMessage {
  readonly type: 'message'
  /** Milliseconds since the start of the recording; negative for what was sent before. */
  readonly at: number
  readonly server: string
  /** Counts the connections of the server, from 0. */
  readonly connection: number
  /** `out`: to the server. */
  readonly direction: 'in' | 'out'
  /** null: it was too long to be recorded. */
  readonly message: JsonObject | null
}

/** What you wrote. */
export interface RecordedTurn {
  readonly type: 'turn'
  readonly at: number
  readonly text: string
  /** Files, resources and prompts, which aren't in the recording. */
  readonly attachments: number
}

/** One reply of a model. */
export interface RecordedReply {
  readonly type: 'reply'
  readonly at: number
  readonly model: string
  readonly text: string
  readonly calls: readonly RecordedCall[]
}

export interface RecordedCall {
  readonly callId: string
  readonly server: string
  readonly tool: string
  /** The name under which the model called it. */
  readonly name: string
  readonly arguments: JsonObject
}

/** What a call of the reply before returned. */
export interface RecordedResult {
  readonly type: 'result'
  readonly at: number
  readonly callId: string
  readonly server: string
  /** `{ "result": … }` or `{ "error": … }` as in the answer of the server; null: it was denied or cancelled. */
  readonly answer: JsonObject | null
}

export type RecordingEntry = RecordedMessage | RecordedTurn | RecordedReply | RecordedResult

export interface Recording {
  readonly header: RecordingHeader
  readonly entries: readonly RecordingEntry[]
  /** Lines that this version can't read. */
  readonly unreadLines: number
  /** The last line is incomplete, because the file was cut. */
  readonly isCut: boolean
}
