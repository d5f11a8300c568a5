/** What the host hears of servers without having asked. */
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

/** News from the clients. Listeners run in order of arrival. */
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
  /** While a package is fetched: the latest line of its runner, '' for none yet; null: it runs now. */
  installing(news: {
    readonly serverName: string
    readonly connectionId: string
    readonly line: string | null
  }): void
  /** The server announced a change; until `toolsChanged` nobody knows its tools. */
  toolsChanging(news: { readonly serverName: string; readonly connectionId: string }): void
  /** The server announced a change and the list was read again. */
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
  /** A running call comes near a time limit, or (null) no longer. */
  limitNear(news: { readonly callId: string; readonly timeLimit: TimeLimit | null }): void
  /** A call became a task, or its task stands otherwise. */
  taskChanged(news: { readonly callId: string; readonly task: TaskView }): void
  /** The answer to a call that was given up. */
  answeredLate(news: {
    readonly callId: string
    readonly outcome: Extract<ToolCallOutcome, { readonly type: 'completed' }>
  }): void
  requested(request: ServerRequest): void
  /** A server asked for the folders inside a result, which needs nobody's answer. */
  foldersTold(news: {
    readonly serverName: string
    readonly callId: string | null
    readonly exchangeId?: string
    readonly round: number
    readonly count: number
  }): void
  /** A server asked in a form that can't be brought before the person; the reason is what it hears, without a full stop. */
  requestRefused(news: {
    readonly serverName: string
    readonly callId: string | null
    readonly type: 'sampling' | 'elicitation'
    readonly reason: string
  }): void
  /** A server answered a request other than a call with questions; later: what became of that request. */
  exchangeChanged(news: {
    readonly exchangeId: string
    readonly serverName: string
    readonly occasion: Occasion
    readonly state:
      | { readonly type: 'open' }
      | { readonly type: 'done' }
      /** TOOL_CANCELLED: the person stopped it. */
      | { readonly type: 'failed'; readonly failure: Failure }
  }): void
  /** Only for launches with `access`. */
  challenged(request: ChallengedRequest): void
  /** The clocks of the server's calls stand still meanwhile. */
  reachAsked(request: NetworkAccessRequest): void
  /** What came of connections of a contained server. */
  reached(news: ServerConnection & { readonly serverName: string }): void
  /** A file that a contained server was refused, or wrote where it may; of its own words, once of each. */
  fileTold(news: ReportedFile & { readonly serverName: string; readonly callIds: readonly string[] }): void
  /** A contained server came to one of its limits. `isFirst`: of this start; being slowed is told again for each call. */
  limitTold(
    news: ReportedLimit & {
      readonly serverName: string
      readonly callIds: readonly string[]
      readonly isFirst: boolean
    }
  ): void
  /** The server or the end of the connection took the request back. */
  requestWithdrawn(news: { readonly requestId: string; readonly reason: LocalizedText }): void
  /** What a link was opened for is done. @spec 2025-11-25 client/elicitation#url-mode */
  elicitationCompleted(news: {
    readonly serverName: string
    readonly connectionId: string
    readonly elicitationId: string
  }): void
  /** Every message both ways, in their order, while tracing is on. */
  traced(message: TracedMessage): void
  progressed(news: { readonly callId: string; readonly progress: CallProgress }): void
  logged(news: { readonly serverName: string; readonly line: ServerLogLine }): void
}
