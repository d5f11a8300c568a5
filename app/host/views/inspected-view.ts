/**
 * A view that the user inspects, outside of conversations: the user sends it the input and the result, or has its tool
 * called. It keeps the order of the specification, and refuses every other one.
 * @spec MCP Apps 2026-01-26 Data Passing
 */
import { HostError, toFailure } from '../../base/host-error'
import type { CallInput } from '../../contract/bridge/calls'
import type { ViewStep } from '../../contract/bridge/view-calls'
import type { JsonObject } from '../../contract/json'
import { say } from '../../texts/render-localized'
import type { ViewSession } from '../../views/interface'
import { readPartialInput } from '../../views/session/partial-input'
import type { ShownCall } from './shown-views'
import type { ViewCalls } from './view-calls'
import type { ViewPlace } from './view-requests'

export interface InspectedViewOptions {
  readonly calls: Pick<ViewCalls, 'callOwn'>
  /** Called when other steps are possible. */
  readonly onSteps: (steps: readonly ViewStep[]) => void
  readonly onEnd: () => void
}

type Step = CallInput<'view.send-step'>['step']
/** `loading`: the view can't get anything yet. */
type Phase = 'loading' | 'input' | 'result' | 'over'

const steps: Readonly<Record<Phase, readonly ViewStep[]>> = {
  loading: [],
  input: ['partial-input', 'input', 'cancelled', 'call'],
  result: ['result', 'cancelled', 'call'],
  over: []
}

export class InspectedView implements ShownCall {
  readonly place: ViewPlace
  /** There is no call that could be denied: the user gives the view all it gets. */
  readonly approved = Promise.resolve()
  readonly #options: InspectedViewOptions
  readonly #end = new AbortController()
  #session: ViewSession | null = null
  #phase: Phase = 'loading'
  #isCalling = false
  /** What it got. */
  #input: JsonObject | null = null

  constructor(place: ViewPlace, options: InspectedViewOptions) {
    this.place = place
    this.#options = options
  }

  show(session: ViewSession): Promise<void> {
    this.#session = session
    return Promise.resolve()
  }

  /** The view has completed the handshake. */
  begin(): void {
    this.#moveTo('input')
  }

  /** @throws HostError REQUEST_REFUSED, BRIDGE_INVALID_INPUT */
  async send(step: Step): Promise<void> {
    const session = this.#require(step.type)
    switch (step.type) {
      case 'partial-input': {
        const partial = readPartialInput(step.text)
        if (partial === null) throw new HostError('BRIDGE_INVALID_INPUT', say('views.badPartial'))
        session.sendPartialInput(partial)
        break
      }
      case 'input':
        this.#sendInput(session, step.arguments)
        break
      case 'result': {
        const { readToolResult } = await import('../../views/session/read-tool-result')
        const result = readToolResult(step.result)
        if (typeof result === 'string')
          throw new HostError('BRIDGE_INVALID_INPUT', say('views.badResult', { problem: result }))
        this.#require(step.type).sendResult(result)
        this.#moveTo('over')
        break
      }
      case 'cancelled':
        session.sendCancelled(step.reason)
        this.#moveTo('over')
    }
  }

  /** @throws HostError REQUEST_REFUSED, TOOL_INVALID_ARGUMENTS, and the failure of the call */
  async callTool(args: JsonObject): Promise<void> {
    const session = this.#require('call')
    this.#isCalling = true
    this.#tell()
    try {
      const result = await this.#options.calls.callOwn(
        this.#input ?? args,
        // As in a conversation: the view learns the arguments with their approval.
        (approved) => this.#input ?? this.#sendInput(session, approved),
        this.#end.signal
      )
      session.sendResult(result)
      this.#phase = 'over'
    } catch (error) {
      const { code } = toFailure(error)
      // Nothing has begun: the user can correct the arguments.
      if (code !== 'TOOL_INVALID_ARGUMENTS' && !this.#end.signal.aborted) {
        session.sendCancelled(code)
        this.#phase = 'over'
      }
      throw error
    } finally {
      this.#isCalling = false
      this.#tell()
    }
  }

  /** Ends its call. */
  end(): void {
    this.#phase = 'over'
    this.#end.abort()
    this.#options.onEnd()
  }

  #sendInput(session: ViewSession, input: JsonObject): void {
    this.#input = input
    session.sendInput(input)
    this.#moveTo('result')
  }

  #require(step: ViewStep): ViewSession {
    const isPossible = !this.#isCalling && steps[this.#phase].includes(step)
    if (this.#session === null || !isPossible) throw new HostError('REQUEST_REFUSED', say('views.notNow'))
    return this.#session
  }

  #moveTo(phase: Phase): void {
    this.#phase = phase
    this.#tell()
  }

  #tell(): void {
    this.#options.onSteps(this.#isCalling ? [] : steps[this.#phase])
  }
}
