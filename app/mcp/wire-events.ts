/** Events that servers and their connections cause. */
import type { ReportedFile, ReportedLimit } from '../contract/consent/file-activity'
import type { TaskView, TimeLimit, CallProgress } from '../contract/tool-calls'
import type { LocalizedText } from '../contract/localized-text'
import type { ServerLogLine, ToolView } from '../contract/servers'
import type { Occasion } from '../contract/exchanges'
import type { Failure } from '../contract/failure'
import type { ServerConnection } from '../contract/consent/network-access'
import type {
  ChallengedRequest,
  NetworkAccessRequest,
  ServerRequest,
  ToolCallOutcome,
  TracedMessage
} from './wire-messages'

/** Listeners run in order of arrival. */
export interface McpEvents {
  /** A connection ended without `disconnect`. */
  connectionClosed(news: {
    readonly serverName: string
    readonly connectionId: string
    readonly exitCode: number | null
    readonly signal: string | null
    /** Last lines of stderr, oldest first. */
    readonly errorOutput: readonly string[]
    readonly reason: LocalizedText
  }): void
  /** While a package is fetched: its runner's latest line, '' for none yet. Null when the server runs. */
  installing(news: {
    readonly serverName: string
    readonly connectionId: string
    readonly line: string | null
  }): void
  /** The server announced a change. Its tools are unknown until `toolsChanged`. */
  toolsChanging(news: { readonly serverName: string; readonly connectionId: string }): void
  /** The server announced a change, and the list was read again. */
  toolsChanged(news: {
    readonly serverName: string
    readonly connectionId: string
    readonly tools: readonly ToolView[]
  }): void
  resourcesChanged(news: { readonly serverName: string; readonly connectionId: string }): void
  promptsChanged(news: { readonly serverName: string; readonly connectionId: string }): void
  resourceUpdated(news: {
    readonly serverName: string
    readonly connectionId: string
    readonly uri: string
  }): void
  /** A time limit of a running call is near; null when it no longer is. */
  limitNear(news: { readonly callId: string; readonly timeLimit: TimeLimit | null }): void
  /** A call became a task, or the state of its task changed. */
  taskChanged(news: { readonly callId: string; readonly task: TaskView }): void
  /** The answer to a call that was given up. */
  answeredLate(news: {
    readonly callId: string
    readonly outcome: Extract<ToolCallOutcome, { readonly type: 'completed' }>
  }): void
  requested(request: ServerRequest): void
  /** A server listed the roots inside a result, which needs no question to the user. */
  foldersTold(news: {
    readonly serverName: string
    readonly callId: string | null
    readonly exchangeId?: string
    readonly round: number
    readonly count: number
  }): void
  /** A request that can't be shown to the user was denied. The server gets the reason, without a full stop. */
  requestRefused(news: {
    readonly serverName: string
    readonly callId: string | null
    readonly type: 'sampling' | 'elicitation'
    readonly reason: string
  }): void
  /** A server answered a request other than a call with questions; later: the outcome of that request. */
  exchangeChanged(news: {
    readonly exchangeId: string
    readonly serverName: string
    readonly occasion: Occasion
    readonly state:
      | { readonly type: 'open' }
      | { readonly type: 'done' }
      /** TOOL_CANCELLED if the user stopped it. */
      | { readonly type: 'failed'; readonly failure: Failure }
  }): void
  /** Sent only for launches with `access`. */
  challenged(request: ChallengedRequest): void
  /** The clocks of the server's calls stop until it is answered. */
  networkAccessRequested(request: NetworkAccessRequest): void
  /** Connection attempts of a sandboxed server, with their results. */
  hostReached(news: ServerConnection & { readonly serverName: string }): void
  /** A file that a sandboxed server was denied, or wrote where it may. Reports by the server itself come once each. */
  fileAccessed(
    news: ReportedFile & { readonly serverName: string; readonly callIds: readonly string[] }
  ): void
  /**
   * A sandboxed server reached one of its limits. `isFirst`: since this start; slowing is reported again for each call.
   */
  limitExceeded(
    news: ReportedLimit & {
      readonly serverName: string
      readonly callIds: readonly string[]
      readonly isFirst: boolean
    }
  ): void
  /** The server withdrew the request, or the connection ended. */
  requestWithdrawn(news: { readonly requestId: string; readonly reason: LocalizedText }): void
  /** The server reports that a link is completed. @spec 2025-11-25 client/elicitation#url-mode */
  elicitationCompleted(news: {
    readonly serverName: string
    readonly connectionId: string
    readonly elicitationId: string
  }): void
  /** Every message in both directions, in order, while tracing is on. */
  traced(message: TracedMessage): void
  /** Comes once after `findMessages`, when the messages of its server have changed. */
  messagesChanged(news: { readonly serverName: string }): void
  progressed(news: { readonly callId: string; readonly progress: CallProgress }): void
  logged(news: { readonly serverName: string; readonly line: ServerLogLine }): void
}
