/** What host and servers ask of each other, and how it ends. */
import type { JsonObject, JsonValue } from '../contract/json'
import type { ContentBlock } from '../contract/content-blocks'
import type { TaskView } from '../contract/tool-calls'
import type { ResourceTemplateView, ResourceView } from '../contract/offers'
import type { SamplingRequest, SamplingResult } from '../contract/requests'
import type { ArgumentProblem } from '../contract/servers'
import type { Failure } from '../contract/failure'

/** Why a request of ours is not let through, as far as the server says it. Untrusted, cut to a bearable length. */
export interface Challenge {
  /** Null: the token is about to expire, and the server was not asked. */
  readonly status: 401 | 403 | null
  /** `dpop`: tokens must be bound to a key. `basic`: it wants a user name and a password, and nothing else. */
  readonly scheme: 'bearer' | 'dpop' | 'basic' | null
  /** Of `basic`: what the server calls the place that they are for. Untrusted; absent: it does not say. */
  readonly realm?: string
  readonly resourceMetadataUrl: string | null
  readonly scope: string | null
  readonly error: string | null
  readonly errorDescription: string | null
}

/** A request that waits until `answerChallenge` says how it goes on. `challengeId` is ours and unique. */
export interface ChallengedRequest {
  readonly challengeId: string
  readonly serverName: string
  readonly connectionId: string
  /** `connect`: the handshake; `call`: somebody waits for what was asked; `background`: nobody does. */
  readonly purpose: 'connect' | 'call' | 'background'
  readonly challenge: Challenge
  /** The token that was sent; null when none was. */
  readonly usedToken: string | null
  /** Whether the server has let something through with it on this connection. */
  readonly wasAccepted: boolean
}

/** A connection of a contained server that waits until `answerReach` says how it goes on. `requestId` is ours and unique. */
export interface NetworkAccessRequest {
  readonly requestId: string
  readonly serverName: string
  /** Of the calls of the server that run. */
  readonly callIds: readonly string[]
  /** As it is looked up. Nobody looked it up yet: that tells its owner. */
  readonly host: string
  readonly port: number
  /** Whether the server's handshake, or the reading of its tools, isn't over. */
  readonly isConnecting: boolean
}

export interface NetworkAccessReply {
  readonly isAllowed: boolean
  /** What the server's program hears of a no, an English clause. */
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
  /** Limit of the whole call, progress or not. */
  readonly maxTotalTimeoutMs: number
  /** The task that this call became on an earlier connection: it is followed, not started again. */
  readonly task: TaskView | null
}

/** How a call ended. `completed` includes the server's own `isError` results. */
export type ToolCallOutcome =
  | {
      readonly type: 'completed'
      readonly content: readonly ContentBlock[]
      readonly structuredContent: JsonValue | null
      readonly isError: boolean
      /** `_meta` as the server sent it. */
      readonly meta?: JsonObject
      /** Where `structuredContent` does not fit the tool's output schema. */
      readonly outputProblems: readonly ArgumentProblem[]
    }
  | { readonly type: 'failed'; readonly failure: Failure }
  | { readonly type: 'cancelled' }

export interface ResourceLists {
  readonly resources: readonly ResourceView[]
  readonly templates: readonly ResourceTemplateView[]
}

/** What a server asks of the host. `requestId` is ours and unique. */
export type ServerRequest = {
  readonly requestId: string
  readonly serverName: string
  readonly connectionId: string
  /** The call during which it asks; null when that can't be told. */
  readonly callId: string | null
  /** From 1, of a request that came inside a result; absent for the others. @spec 2026-07-28 basic/patterns/mrtr */
  readonly round?: number
  /** The exchange that the round is of, where it is none of a call. */
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
      /** Of an accepted form. */
      readonly content: JsonObject | null
    }
  /** A JSON-RPC error; -1: the person refused. */
  | { readonly type: 'error'; readonly code: number; readonly message: string }

/** A message between Parley and a server, as it went over the line. Holds what servers and persons wrote: untrusted. */
export interface TracedMessage {
  readonly serverName: string
  readonly connectionId: string
  /** Counts the messages of the connection, from 0. */
  readonly index: number
  readonly at: number
  readonly direction: 'in' | 'out'
  /** JSON; null where it is too long or nests too deeply. */
  readonly text: string | null
  /** Characters of all its JSON; null where it nests too deeply. */
  readonly size: number | null
  /** What is wrong with one that came, a clause after "The server"; null: nothing. */
  readonly oddity: string | null
}

/** An icon as it came: inside its address, or what was fetched from there. */
export type WireIcon = { readonly dataAddress: string } | { readonly bytes: Uint8Array }

export interface IconImage {
  /** What the bytes are, whatever the server says. */
  readonly mimeType: string
  /** base64 */
  readonly data: string
}
