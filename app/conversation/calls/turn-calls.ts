/** The calls of all running turns by id, for code that knows only the id, such as server requests. */
import type { CallPlace } from '../calls/late-call-updates'
import type { LiveMessage } from '../messages/live-message'
import { findCall } from '../messages/transcript'

export interface RunningCall extends CallPlace {
  readonly toolName: string
  /** The permission that allowed the call, null if its id is unknown; absent: the user allowed it. */
  readonly grantId?: string | null | undefined
}

export class TurnCalls {
  readonly #messages = new Set<LiveMessage>()

  /** Counts the calls of the message as running until the returned function is called. */
  follow(message: LiveMessage): () => void {
    this.#messages.add(message)
    return () => this.#messages.delete(message)
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

  /** null if no running turn has it. */
  find(callId: string): RunningCall | null {
    for (const live of this.#messages) {
      const message = live.read()
      const call = findCall(message, callId)
      if (call === null) continue
      const { conversationId, id: messageId } = message
      return { conversationId, messageId, callId, toolName: call.toolName, grantId: call.grantId }
    }
    return null
  }
}
