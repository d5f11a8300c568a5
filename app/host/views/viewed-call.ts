/**
 * What a view learns of its call, in the order of the specification: the arguments while a model writes them, all of
 * them after the approval, and how the call ended.
 * @spec MCP Apps 2026-01-26 Data Passing
 */
import { HostError } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import type { ToolCallPart } from '../../contract/conversations'
import type { TurnCalls } from '../../conversation/calls/turn-calls'
import { say } from '../../texts/render-localized'
import type { ViewSession } from '../../views/interface'
import { readPartialInput } from '../../views/session/partial-input'
import type { ShownCall } from './shown-views'
import { readWholeResult, type StoredCallPlace, type StoredCalls } from './stored-call'
import type { ViewPlace } from './view-requests'

export interface ViewedCallOptions extends Pick<StoredCalls, 'conversations'> {
  readonly runningCalls: Pick<TurnCalls, 'readWritten'>
  readonly log: Logger
}

const partialEveryMs = 100

export class ViewedCall implements ShownCall {
  readonly place: ViewPlace & StoredCallPlace
  /** Resolves when the call may reach its server. Rejects if it ends before. */
  readonly approved: Promise<void>
  readonly #options: ViewedCallOptions
  #allow = (): void => {}
  #refuse = (): void => {}
  #call: ToolCallPart
  #session: ViewSession | null = null
  #isSettled = false
  #partialTimer: NodeJS.Timeout | undefined

  constructor(place: ViewPlace & StoredCallPlace, call: ToolCallPart, options: ViewedCallOptions) {
    this.place = place
    this.#call = call
    this.#options = options
    this.approved = new Promise((resolve, reject) => {
      this.#allow = resolve
      this.#refuse = () => reject(new HostError('REQUEST_REFUSED', say('views.callRefused')))
    })
    // Most views wait for nothing.
    this.approved.catch(() => {})
  }

  /** It ended before it was approved. */
  get isRefused(): boolean {
    return hasEnded(this.#call) && !isApproved(this.#call)
  }

  /** Call it once. `call`: as it is stored. */
  show(session: ViewSession, call: ToolCallPart): Promise<void> {
    this.#session = session
    this.#partialTimer = setInterval(() => this.#sendWritten(session), partialEveryMs)
    return this.follow(call)
  }

  /** Call it with each new state of the call. Each step is sent once. */
  async follow(call: ToolCallPart): Promise<void> {
    // A stored state may be older than an event that has come since.
    if (progressOf(call) >= progressOf(this.#call)) this.#call = call
    const { state, failure } = this.#call
    if (isApproved(this.#call)) this.#approve(this.#call)
    if (state === 'done') await this.#sendResult()
    else if (hasEnded(this.#call)) this.end(failure?.code ?? state)
  }

  /** The call isn't followed any more. A view that still waits for its end learns why. */
  end(reason: string): void {
    clearInterval(this.#partialTimer)
    this.#refuse()
    if (this.#isSettled || this.#session === null) return
    this.#isSettled = true
    this.#session.sendCancelled(reason)
  }

  #approve(call: ToolCallPart): void {
    clearInterval(this.#partialTimer)
    this.#allow()
    this.#session?.sendInput(call.arguments)
  }

  #sendWritten(session: ViewSession): void {
    // Once the model has written it, the user may still change it.
    if (this.#call.state !== 'preparing') return
    const written = this.#options.runningCalls.readWritten(this.#call.callId)
    const partial = written === '' ? null : readPartialInput(written)
    if (partial !== null) session.sendPartialInput(partial)
  }

  async #sendResult(): Promise<void> {
    const session = this.#session
    if (this.#isSettled || session === null) return
    this.#isSettled = true
    try {
      session.sendResult(await readWholeResult(this.#call, this.place.conversationId, this.#options))
    } catch (error) {
      this.#options.log.warn('The result for a view could not be read', { error })
      session.sendCancelled('HISTORY_UNAVAILABLE')
    }
  }
}

/** Its server has the arguments, or gets them now. */
function isApproved({ state, startedAt }: ToolCallPart): boolean {
  return startedAt !== null || state === 'running' || state === 'done'
}

function hasEnded({ state }: ToolCallPart): boolean {
  return state === 'done' || state === 'denied' || state === 'failed' || state === 'cancelled'
}

function progressOf(call: ToolCallPart): number {
  return Number(isApproved(call)) + 2 * Number(hasEnded(call))
}
