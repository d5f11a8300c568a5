/** Requests in both directions, and their outcomes. */
import type { JsonObject, JsonValue } from '../contract/json'
import type { ContentBlock } from '../contract/content-blocks'
import type { TaskView } from '../contract/tool-calls'
import type { ResourceTemplateView, ResourceView } from '../contract/offers'
import type { SamplingRequest, SamplingResult } from '../contract/requests'
import type { ArgumentProblem } from '../contract/servers'
import type { Failure } from '../contract/failure'
import type { MessageFault } from '../contract/workbench/messages'

/** Why a server denied a request, as far as it says so. Untrusted, limited in length. */
export interface Challenge {
  /** Null: the token is about to expire, and no request was sent. */
  readonly status: 401 | 403 | null
  /** `dpop`: tokens must be bound to a key. `basic`: the server accepts only a user name and a password. */
  readonly scheme: 'bearer' | 'dpop' | 'basic' | null
  /** For `basic`: the server's name for the protected area. Untrusted; absent if the server names none. */
  readonly realm?: string
  readonly resourceMetadataUrl: string | null
  readonly scope: string | null
  readonly error: string | null
  readonly errorDescription: string | null
}

/** A request that waits for `answerChallenge`. `challengeId` is unique and chosen by Parley. */
export interface ChallengedRequest {
  readonly challengeId: string
  readonly serverName: string
  readonly connectionId: string
  /** `connect`: the handshake; `call`: the user or a model waits for the result; `background`: neither waits. */
  readonly purpose: 'connect' | 'call' | 'background'
  readonly challenge: Challenge
  /** The token that was sent; null if none was. */
  readonly usedToken: string | null
  /** True if the server has accepted a request with it on this connection. */
  readonly wasAccepted: boolean
}

/**
 * A connection attempt of a sandboxed server that waits for `answerReach`. `requestId` is unique and chosen by Parley.
 */
export interface NetworkAccessRequest {
  readonly requestId: string
  readonly serverName: string
  /** Ids of the server's running calls. */
  readonly callIds: readonly string[]
  /** The hostname before any DNS lookup: a lookup would reveal the request to the owner of the host. */
  readonly host: string
  readonly port: number
  /** True while the handshake runs or the tools are listed. */
  readonly isConnecting: boolean
}

export interface NetworkAccessReply {
  readonly isAllowed: boolean
  /** The reason for a denial that the server's program gets, an English clause. */
  readonly reason: string
}

export interface ToolCallRequest {
  readonly callId: string
  readonly serverName: string
  readonly connectionId: string
  readonly toolName: string
  readonly arguments: JsonObject
  /** Silence limit; progress extends it. */
  readonly timeoutMs: number
  /** Limit of the whole call, regardless of progress. */
  readonly maxTotalTimeoutMs: number
  /** The task that this call became on an earlier connection. It is followed instead of started again. */
  readonly task: TaskView | null
  /** The trace that the call belongs to. Only connections of 2026-07-28 and later pass it on. Absent: none. */
  readonly traceparent?: string
  /** The call as the user wrote it, sent unchanged. Its outcome has no content. Absent: Parley writes it. */
  readonly written?: WrittenMessage
}

/** A message that the user wrote. */
export interface WrittenMessage {
  readonly method: string
  readonly params?: JsonValue | undefined
  /** null: a notification. */
  readonly id: string | number | null
  /** Whether Parley adds what every request of the newest revision has. */
  readonly isCompleted: boolean
}

export interface WrittenRequest {
  readonly callId: string
  readonly connectionId: string
  readonly message: WrittenMessage
  readonly timeoutMs: number
}

/** `sent`: it has no answer. */
export type WrittenOutcome =
  | { readonly type: 'answered'; readonly isError: boolean }
  | { readonly type: 'sent' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly failure: Failure }

/** A message that the user wrote, as it would be sent. */
export interface CheckedMessage {
  /** JSON. */
  readonly text: string
  readonly checkedAgainst: string | null
  readonly faults: readonly MessageFault[]
}

/** The outcome of a call. `completed` includes the server's own `isError` results. */
export type ToolCallOutcome =
  | {
      readonly type: 'completed'
      readonly content: readonly ContentBlock[]
      readonly structuredContent: JsonValue | null
      readonly isError: boolean
      /** `_meta` as the server sent it. */
      readonly meta?: JsonObject
      /** Places where `structuredContent` doesn't fit the tool's output schema. */
      readonly outputProblems: readonly ArgumentProblem[]
    }
  | { readonly type: 'failed'; readonly failure: Failure }
  | { readonly type: 'cancelled' }

export interface ResourceLists {
  readonly resources: readonly ResourceView[]
  readonly templates: readonly ResourceTemplateView[]
}

/** A request of a server to the host. `requestId` is unique and chosen by Parley. */
export type ServerRequest = {
  readonly requestId: string
  readonly serverName: string
  readonly connectionId: string
  /** The call during which it asks; null if unknown. */
  readonly callId: string | null
  /** Counts from 1 for a request inside a result; absent for others. @spec 2026-07-28 basic/patterns/mrtr */
  readonly round?: number
  /** The exchange to which the round belongs, if it isn't a call. */
  readonly exchangeId?: string
} & (
  | { readonly type: 'sampling'; readonly request: SamplingRequest }
  | { readonly type: 'elicitation-form'; readonly message: string; readonly requestedSchema: JsonObject }
  | {
      readonly type: 'elicitation-url'
      readonly message: string
      readonly url: string
      readonly elicitationId: string | null
    }
)

export type ServerReply =
  | { readonly type: 'sampling'; readonly result: SamplingResult }
  | {
      readonly type: 'elicitation'
      readonly action: 'accept' | 'decline' | 'cancel'
      /** For an accepted form. */
      readonly content: JsonObject | null
    }
  /** A JSON-RPC error; -1: the user denied. */
  | { readonly type: 'error'; readonly code: number; readonly message: string }

/** A message between Parley and a server as it was sent. Has texts of servers and users: untrusted. */
export interface TracedMessage {
  readonly serverName: string
  readonly connectionId: string
  /** Counts the messages of the connection, from 0. */
  readonly index: number
  readonly at: number
  readonly direction: 'in' | 'out'
  /** JSON; null if it is too long or nests too deeply. */
  readonly text: string | null
  /** Characters of its whole JSON; null if it nests too deeply. */
  readonly size: number | null
  /** What is wrong with a received message, a clause after "The server"; null if nothing. */
  readonly oddity: string | null
}

/** An icon before checks: its data URL, or the fetched bytes. */
export type WireIcon = { readonly dataAddress: string } | { readonly bytes: Uint8Array }

export interface IconImage {
  /** The detected type, which the server may declare differently. */
  readonly mimeType: string
  /** base64 */
  readonly data: string
}
