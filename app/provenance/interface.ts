/** The origin of text in a conversation, for other areas. `provenance.ts` implements it. */
import type { Message } from '../contract/conversations'
import type { DataFlow } from '../contract/flows'
import type { JsonObject } from '../contract/json'

/** What a server says about itself or about one of its tools, as models read it. */
export interface DefinitionText {
  readonly serverName: string
  /** null: the server's instructions. */
  readonly toolName: string | null
  readonly text: string
}

/** What a model may have read. */
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
  /** Arguments of earlier calls in this answer to the same server, because a passage may be split over several. */
  readonly sentBefore?: readonly JsonObject[]
}

export interface Provenance {
  /** Reads new messages ahead in small steps, so that `findFlows` doesn't have to. Never rejects. */
  learn(conversationId: string, known: KnownTexts): Promise<void>
  /**
   * Finds passages of 12 characters and more in the arguments that came from another server (a tool of it, a resource
   * or prompt, a description), and text that looks like a secret. Text of the user, text that the model wrote first,
   * and text that the tool or its own server sent first isn't reported. In the order of the arguments. Many nearby
   * passages are joined. Text that is too long to compare is reported separately. Long work pauses, so that it doesn't
   * block anything.
   */
  findFlows(call: WaitingCall): Promise<DataFlow[]>
  forget(conversationId: string): void
}
