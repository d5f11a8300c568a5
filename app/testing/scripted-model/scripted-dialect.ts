/** The content of a script's replies, and how an API sends them. */
import type { IncomingHttpHeaders } from 'node:http'

/** How one vendor's API reads requests and streams a reply. Every function returns what is sent. */
export interface ScriptedDialect {
  readonly path: string
  readRequest(raw: Readonly<Record<string, unknown>>): ScriptedRequest['body']
  speak(about: DialectReply): Speech
}

export interface DialectReply {
  readonly model: string
  /** Counts the replies from 0. */
  readonly index: number
  readonly usage: NonNullable<ScriptedDialectReply['usage']>
  /** The body of the request. */
  readonly asked: Readonly<Record<string, unknown>>
}

export interface Speech {
  begin(): string
  /** A whole thought. */
  think(thought: ScriptedThought): string
  beginText(): string
  text(piece: string): string
  endText(): string
  /** `at`: index among the reply's blocks. */
  call(call: { readonly id: string; readonly name: string; readonly json: string }, at: number): string
  error(type: string, message: string): string
  /** `stopReason`: a word of the Messages API. */
  end(stopReason: string): string
}

export function textChunks(reply: ScriptedDialectReply): readonly string[] {
  if (reply.text === undefined) return []
  return typeof reply.text === 'string' ? [reply.text] : reply.text
}

/** APIs split the input anywhere, so a client that parses each piece separately must fail here. */
export function halves(json: string): readonly string[] {
  const middle = Math.ceil(json.length / 2)
  return ['', json.slice(0, middle), json.slice(middle)]
}

/** Blocks a reply until the test releases it. */
export interface Hold {
  readonly released: Promise<void>
  release(): void
}

export interface ScriptedToolUse {
  readonly name: string
  readonly input?: unknown
  /** Sent character by character instead of `input`: for input that isn't JSON. */
  readonly inputJson?: string
  /** Default: `toolu_<request>_<index>`. */
  readonly id?: string
  /** Awaited in the middle of the input. */
  readonly hold?: Hold
}

export interface ScriptedThought {
  /** One delta per item; none: the service doesn't show it. */
  readonly text?: readonly string[]
  /** The value that must be sent back; absent: the service expects none. */
  readonly seal?: string
}

export interface ScriptedDialectReply {
  /** Before everything else. */
  readonly thoughts?: readonly ScriptedThought[]
  /** One text block, one delta an item. */
  readonly text?: string | readonly string[]
  /** Between two of them, in milliseconds. Default: all at once. */
  readonly everyMs?: number
  /** One block each, after the text. */
  readonly toolUses?: readonly ScriptedToolUse[]
  /** Default: `tool_use` when there are tool uses, else `end_turn`. */
  readonly stopReason?: string
  readonly usage?: {
    readonly inputTokens: number
    readonly outputTokens: number
    /** Messages API only: what the service had kept; not among the others. */
    readonly cachedTokens?: number
  }
  /** Awaited before the status line is sent. */
  readonly holdBefore?: Hold
  /** Awaited after so many text deltas; 0: after the stream has begun. */
  readonly holdAfter?: { readonly deltas: number; readonly hold: Hold }
  /** Ends the stream after so many text deltas: `drop` cuts the connection, `end` closes it in good order. */
  readonly breakAfter?: { readonly deltas: number; readonly how: 'drop' | 'end' }
  /** Sends an `error` event after so many text deltas. */
  readonly errorAfter?: { readonly deltas: number; readonly type: string; readonly message: string }
  /** Answers with a status and an error body instead of a stream. */
  readonly failure?: {
    readonly status: number
    readonly type: string
    readonly message: string
    readonly headers?: Readonly<Record<string, string>>
  }
}

export interface ScriptedMessage {
  readonly role: string
  // The shape of the Messages API; a test looks into it as it likes.
  readonly content: readonly Readonly<Record<string, unknown>>[]
}

export interface ScriptedRequest {
  readonly headers: IncomingHttpHeaders
  /** Which API was asked. */
  readonly path: string
  /** Its unchanged body, and the parsed content. */
  readonly text: string
  readonly raw: Readonly<Record<string, unknown>>
  /** In the form of the Messages API, whichever was asked: a script needs to know one. */
  readonly body: {
    readonly model: string
    readonly system?: unknown
    readonly messages: readonly ScriptedMessage[]
    readonly tools?: readonly Readonly<Record<string, unknown>>[]
    readonly [key: string]: unknown
  }
  /** True once the client has gone before the reply was complete. */
  isAborted: boolean
}
