/** Where the text of a conversation came from, as other areas ask for it. `provenance.ts` implements it. */
import type { Message } from '../contract/conversations'
import type { DataFlow } from '../contract/flows'
import type { JsonObject } from '../contract/json'

/** A call that waits for a decision. */
export interface WaitingCall {
  readonly conversationId: string
  /** The whole conversation, oldest first, the answer in progress last. */
  readonly messages: readonly Message[]
  readonly tool: {
    readonly serverName: string
    readonly name: string
    readonly title: string | null
    readonly description: string
    readonly inputSchema: JsonObject
  }
  readonly arguments: JsonObject
}

export interface Provenance {
  /** Reads ahead what is new in a conversation, a little at a time, so that `findFlows` need not. Never rejects. */
  learn(conversationId: string, messages: readonly Message[]): Promise<void>
  /**
   * Passages of 12 characters and more in the arguments that came into the conversation from another server, or from
   * a resource or prompt of one, and what looks like a secret. What the person wrote, what the model wrote first, and
   * what the tool or its own server said first is no flow. In the order of the arguments; of very many the
   * longest.
   */
  findFlows(call: WaitingCall): DataFlow[]
  forget(conversationId: string): void
}
