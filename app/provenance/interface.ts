/** Where the text of a conversation came from, as other areas ask for it. `provenance.ts` implements it. */
import type { Message } from '../contract/conversations'
import type { DataFlow } from '../contract/flows'
import type { JsonObject } from '../contract/json'

/** What a server says of itself or of a tool of its, as models are told it. */
export interface DefinitionText {
  readonly serverName: string
  /** null: its instructions. */
  readonly toolName: string | null
  readonly text: string
}

/** What a model can have read. */
export interface KnownTexts {
  /** The whole conversation, oldest first, the answer in progress last. */
  readonly messages: readonly Message[]
  readonly definitions: readonly DefinitionText[]
}

/** A call that waits for a decision. */
export interface WaitingCall extends KnownTexts {
  readonly conversationId: string
  readonly tool: {
    readonly serverName: string
    readonly name: string
    readonly title: string | null
    readonly description: string
    readonly inputSchema: JsonObject
  }
  readonly arguments: JsonObject
  /** Arguments of calls that the tool's server got earlier in this answer: a passage may be cut up over several. */
  readonly sentBefore?: readonly JsonObject[]
}

export interface Provenance {
  /** Reads ahead what is new in a conversation, a little at a time, so that `findFlows` need not. Never rejects. */
  learn(conversationId: string, known: KnownTexts): Promise<void>
  /**
   * Passages of 12 characters and more in the arguments that came into the conversation from another server (a tool
   * of it, a resource or prompt, a description), and what looks like a secret. What the person wrote, what the model
   * wrote first, and what the tool or its own server said first is no flow. In the order of the arguments; very many
   * that lie near each other are joined. What is too long to be compared comes as a flow of its own. Long work pauses, so that it holds up
   * nothing else.
   */
  findFlows(call: WaitingCall): Promise<DataFlow[]>
  forget(conversationId: string): void
}
