/**
 * The calls of all running turns by id: where each one is, and what ends it. Also for code that knows only the id, such
 * as server requests.
 */
import type { LiveMessage } from '../messages/live-message'
import { findCall } from '../messages/transcript'

/** Identifies a call. */
export interface CallPlace {
  readonly conversationId: string
  readonly messageId: string
  readonly callId: string
}

/** A call that a model or its script wants. */
export interface RequestedCall {
  readonly callId: string
  /** The model wrote no JSON object. The call only gets an error result. */
  readonly isInputBroken: boolean
}

/** `conversationId`, `messageId`: null for a call of a view outside of conversations. */
export interface RunningCall {
  readonly conversationId: string | null
  readonly messageId: string | null
  readonly callId: string
  readonly toolName: string
  /** The permission that allowed the call, null if its id is unknown; absent: the user allowed it. */
  readonly grantId?: string | null | undefined
}

interface BegunCall {
  readonly live: LiveMessage
  readonly controller: AbortController
  readonly signal: AbortSignal
}

/** In characters. A view gets longer arguments only when they are complete. */
const longestWritten = 200_000

export class TurnCalls {
  readonly #messages = new Set<LiveMessage>()
  readonly #ofViews = new Map<string, RunningCall>()
  /** The calls that a turn handles, until the turn ends. */
  readonly #begun = new Map<string, BegunCall>()
  /** The arguments that models still write, of calls with a view. */
  readonly #written = new Map<string, { readonly live: LiveMessage; text: string }>()

  /** Counts a call of a view as running until the returned function is called. It is in no message. */
  followView(call: RunningCall): () => void {
    this.#ofViews.set(call.callId, call)
    return () => void this.#ofViews.delete(call.callId)
  }

  /** Counts the calls of the message as running until the returned function is called. */
  follow(message: LiveMessage): () => void {
    this.#messages.add(message)
    return () => {
      this.#messages.delete(message)
      for (const calls of [this.#begun, this.#written])
        for (const [callId, { live }] of calls) if (live === message) calls.delete(callId)
    }
  }

  /** Must come before `signalOf`. The call ends with any of the signals, or when it is cancelled. */
  begin(callId: string, live: LiveMessage, endsWith: readonly AbortSignal[]): void {
    const controller = new AbortController()
    const signal = AbortSignal.any([...endsWith, controller.signal])
    this.#begun.set(callId, { live, controller, signal })
    this.#written.delete(callId)
  }

  addWritten(callId: string, { live, json }: { readonly live: LiveMessage; readonly json: string }): void {
    const written = this.#written.get(callId) ?? { live, text: '' }
    if (written.text.length < longestWritten) written.text += json
    this.#written.set(callId, written)
  }

  /** The beginning of a call's arguments as JSON, while a model writes them. Empty: there are none. */
  readWritten(callId: string): string {
    return this.#written.get(callId)?.text ?? ''
  }

  /** Fires when the call must end. */
  signalOf(callId: string): AbortSignal {
    const begun = this.#begun.get(callId)
    if (begun === undefined) throw new Error(`The call never began: ${callId}`)
    return begun.signal
  }

  /** Ends one call while its turn continues. Unknown calls are ignored. */
  cancel({ conversationId, callId }: Pick<CallPlace, 'conversationId' | 'callId'>): void {
    const begun = this.#begun.get(callId)
    if (begun?.live.read().conversationId === conversationId) begun.controller.abort()
  }

  /** Whether a call of the server is running. */
  hasAny(serverName: string): boolean {
    return [...this.#messages].some((live) =>
      live
        .read()
        .parts.some(
          (part) => part.type === 'tool-call' && part.serverName === serverName && part.state === 'running'
        )
    )
  }

  /** null if neither a running turn nor a view has it. */
  find(callId: string): RunningCall | null {
    for (const live of this.#messages) {
      const message = live.read()
      const call = findCall(message, callId)
      if (call === null) continue
      const { conversationId, id: messageId } = message
      return { conversationId, messageId, callId, toolName: call.toolName, grantId: call.grantId }
    }
    return this.#ofViews.get(callId) ?? null
  }

  /** As `find`, without calls outside of conversations. */
  findInConversation(callId: string): (RunningCall & CallPlace) | null {
    const { conversationId = null, messageId = null, ...call } = this.find(callId) ?? { callId, toolName: '' }
    return conversationId === null || messageId === null ? null : { ...call, conversationId, messageId }
  }

  /** The answer in progress with the call; null if its turn is over. */
  findLive({ messageId }: CallPlace): LiveMessage | null {
    return [...this.#messages].find((live) => live.read().id === messageId) ?? null
  }
}
