/** The calls of all running turns by their ids, for those who know nothing else of a call: what its server asks the host. */
import type { CallPlace } from '../calls/late-call-updates'
import type { LiveMessage } from '../messages/live-message'
import { findCall } from '../messages/transcript'

export interface RunningCall extends CallPlace {
  readonly toolName: string
}

export class TurnCalls {
  readonly #messages = new Set<LiveMessage>()

  /** The calls of the message count as running until the returned function is called. */
  follow(message: LiveMessage): () => void {
    this.#messages.add(message)
    return () => this.#messages.delete(message)
  }

  /** Whether a call of the server runs. */
  hasAny(serverName: string): boolean {
    return [...this.#messages].some((live) =>
      live
        .read()
        .parts.some(
          (part) => part.type === 'tool-call' && part.serverName === serverName && part.state === 'running'
        )
    )
  }

  /** Null when no turn that runs knows it. */
  find(callId: string): RunningCall | null {
    for (const live of this.#messages) {
      const message = live.read()
      const call = findCall(message, callId)
      if (call === null) continue
      const { conversationId, id: messageId } = message
      return { conversationId, messageId, callId, toolName: call.toolName }
    }
    return null
  }
}
