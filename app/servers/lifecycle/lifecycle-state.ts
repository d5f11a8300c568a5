/** The state of a server. What is valid in one state only is a member of that state only. States are immutable. */
import { assertNever } from '../../base/assert-never'
import type { ServerState, ToolView } from '../../contract/servers'
import type { ConnectionInfo } from '../../mcp/interface'
import type { StopCause } from './reconcile'
import type { EndReason } from './state-reasons'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

/** A connection from the first attempt until its last process has ended. */
export interface ConnectionLink {
  readonly connectionId: string
  /** The server ended the connection. */
  readonly end: (ending: EndReason) => void
}

/** An open connection. `ended` fires at its end. */
export interface LiveConnection {
  readonly info: ConnectionInfo
  readonly tools: readonly ToolView[]
  /** The server announced that its tools have changed, and hasn't listed them since. */
  readonly areToolsChanging: boolean
  readonly ended: AbortSignal
}

export type LifecycleState =
  | { readonly type: 'resting'; readonly cause: StopCause; readonly reason: LocalizedText | null }
  | { readonly type: 'asking-for-trust'; readonly reason: LocalizedText }
  | {
      readonly type: 'starting'
      readonly link: ConnectionLink
      readonly since: number
      /** The latest line of fetching its package, '' for none; null if nothing is fetched. */
      readonly installing: string | null
    }
  | {
      readonly type: 'connected'
      readonly link: ConnectionLink
      readonly live: LiveConnection
      /** Why its calls wait for a sign-in; null if they don't. */
      readonly signInReason: LocalizedText | null
    }
  | {
      readonly type: 'restarting'
      /** Null when it has ended completely. */
      readonly link: ConnectionLink | null
      /** When it will start; null while it ends or starts. */
      readonly at: number | null
      readonly reason: LocalizedText
      readonly errorOutput: readonly string[]
    }
  /** Its connection is ending. The status for after that is already set. */
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
      /** True if a policy forbids it. */
      readonly isForbidden: boolean
    }

/** The part of a status that the screen shows. */
export interface Status {
  readonly state: ServerState
  readonly reason: LocalizedText | null
  readonly errorOutput: readonly string[]
  readonly installing?: { readonly since: number; readonly line: string }
  readonly restartsAt?: number
}

const restingStates: Partial<Record<StopCause, ServerState>> = { broken: 'failed', 'on-use': 'on-use' }

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

/** The connection in any state, including one that is opening or ending. */
export function findConnectionLink(state: LifecycleState): ConnectionLink | null {
  return 'link' in state ? state.link : null
}

/** True for a server that should run and has neither connected nor failed. */
export function isToCome(state: LifecycleState): boolean {
  return state.type === 'resting' || isOnTheWay(state)
}

/** True if it may connect without the user, so that waiting code keeps waiting. */
export function isOnTheWay({ type }: LifecycleState): boolean {
  return type === 'asking-for-trust' || type === 'starting' || type === 'restarting' || type === 'stopping'
}
