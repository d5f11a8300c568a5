/** Where a server stands. What holds in one state only is known in that state only; a change is another object. */
import { assertNever } from '../../base/assert-never'
import type { ServerState, ToolView } from '../../contract/servers'
import type { ConnectionInfo } from '../../mcp/interface'
import type { RestCause } from './reconcile'
import type { EndReason } from './state-reasons'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

/** A connection from the first attempt until nothing of it is left. */
export interface ConnectionLink {
  readonly connectionId: string
  /** It ended without our doing. */
  readonly end: (ending: EndReason) => void
}

/** A connection that stands. `ended` fires with it. */
export interface LiveConnection {
  readonly info: ConnectionInfo
  readonly tools: readonly ToolView[]
  /** The server said that they are others, and has not listed them since. */
  readonly areToolsChanging: boolean
  readonly ended: AbortSignal
}

export type LifecycleState =
  | { readonly type: 'resting'; readonly cause: RestCause; readonly reason: LocalizedText | null }
  | { readonly type: 'asking-for-trust'; readonly reason: LocalizedText }
  | {
      readonly type: 'starting'
      readonly link: ConnectionLink
      readonly since: number
      /** The latest line of what fetches its package, '' for none; null: nothing is fetched. */
      readonly installing: string | null
    }
  | {
      readonly type: 'connected'
      readonly link: ConnectionLink
      readonly live: LiveConnection
      /** Why its calls wait for a sign-in; null: they do not. */
      readonly signInReason: LocalizedText | null
    }
  | {
      readonly type: 'restarting'
      /** Null while nothing of it is there. */
      readonly link: ConnectionLink | null
      /** When it is started; null: it ends, or starts now. */
      readonly at: number | null
      readonly reason: LocalizedText
      readonly errorOutput: readonly string[]
    }
  /** Its connection is being ended; what comes then the person or the settings have said already. */
  | { readonly type: 'stopping'; readonly link: ConnectionLink; readonly before: Status }
  | {
      readonly type: 'needs-sign-in'
      readonly reason: LocalizedText
      readonly errorOutput: readonly string[]
    }
  | {
      readonly type: 'failed'
      readonly reason: LocalizedText
      readonly errorOutput: readonly string[]
      /** A policy says no. */
      readonly isForbidden: boolean
    }

/** What the screen shows of it. */
export interface Status {
  readonly state: ServerState
  readonly reason: LocalizedText | null
  readonly errorOutput: readonly string[]
  readonly installing?: { readonly since: number; readonly line: string }
  readonly restartsAt?: number
}

const restingStates: Partial<Record<RestCause, ServerState>> = { broken: 'failed', 'on-use': 'on-use' }

export function toServerStatus(state: LifecycleState): Status {
  switch (state.type) {
    case 'resting': {
      const { cause, reason } = state
      return { state: restingStates[cause] ?? 'stopped', reason, errorOutput: [] }
    }
    case 'asking-for-trust':
      return { state: 'waiting-for-trust', reason: state.reason, errorOutput: [] }
    case 'starting':
      return statusOfStart(state)
    case 'connected': {
      const { signInReason: reason } = state
      return { state: reason === null ? 'connected' : 'needs-sign-in', reason, errorOutput: [] }
    }
    case 'restarting':
      return {
        state: 'restarting',
        reason: state.reason,
        errorOutput: state.errorOutput,
        ...(state.at === null ? {} : { restartsAt: state.at })
      }
    case 'stopping':
      return {
        state: state.before.state,
        errorOutput: state.before.errorOutput,
        reason: say('servers.stopping')
      }
    case 'needs-sign-in':
      return { state: 'needs-sign-in', reason: state.reason, errorOutput: state.errorOutput }
    case 'failed':
      return { state: 'failed', reason: state.reason, errorOutput: state.errorOutput }
    default:
      return assertNever(state)
  }
}

function statusOfStart({ since, installing }: Extract<LifecycleState, { type: 'starting' }>): Status {
  const status = { reason: null, errorOutput: [] }
  if (installing === null) return { state: 'starting', ...status }
  return { state: 'installing', ...status, installing: { since, line: installing } }
}

/** What there is of a connection, also of one that is only tried or just ends. */
export function findConnectionLink(state: LifecycleState): ConnectionLink | null {
  return 'link' in state ? state.link : null
}

/** Whether one that is meant to run has neither come about nor failed. */
export function isToCome(state: LifecycleState): boolean {
  return state.type === 'resting' || isOnTheWay(state)
}

/** Whether a connection may come about without the person: what waits for one goes on waiting. */
export function isOnTheWay({ type }: LifecycleState): boolean {
  return type === 'asking-for-trust' || type === 'starting' || type === 'restarting' || type === 'stopping'
}
