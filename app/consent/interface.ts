/** The only place that asks the person. `gate.ts` implements it. */
import type {
  Answer,
  ConsentView,
  Question,
  ServerTrustQuestion,
  ToolCallQuestion
} from '../contract/consents'
import type { JsonObject } from '../contract/json'

export type ToolCallDecision =
  | {
      readonly type: 'allowed'
      readonly arguments: JsonObject
      readonly isEdited: boolean
      readonly by: 'person' | 'grant'
    }
  | { readonly type: 'denied' }
  /** The question was withdrawn: the turn was stopped or the server has gone. */
  | { readonly type: 'withdrawn' }

export type TrustDecision = 'trusted' | 'kept-stopped' | 'withdrawn'

export interface ConsentGate {
  /** Grants first, then the person. `signal` withdraws the question. */
  decideToolCall(
    request: Omit<ToolCallQuestion, 'type' | 'id' | 'askedAt' | 'note'> & { readonly definitionHash: string },
    signal: AbortSignal
  ): Promise<ToolCallDecision>
  /** `trusted` without a question when exactly this fingerprint was trusted before. */
  decideServerTrust(
    request: Omit<ServerTrustQuestion, 'type' | 'id' | 'askedAt' | 'previous'> & {
      readonly fingerprint: string
    },
    signal: AbortSignal
  ): Promise<TrustDecision>
  isTrusted(serverName: string, fingerprint: string): boolean
  /** Open questions, oldest first. The first is the one to show. */
  questions(): readonly Question[]
  /** @throws HostError CONSENT_UNKNOWN_QUESTION, TOOL_INVALID_ARGUMENTS (question stays open) */
  answer(questionId: string, answer: Answer): Promise<void>
  view(): ConsentView
  /** @throws HostError CONSENT_UNKNOWN_GRANT */
  revokeGrant(grantId: string): Promise<void>
  revokeTrust(serverName: string): Promise<void>
  /** Questions about tools of a server that is no longer connected: nobody is left to call. */
  withdrawToolCalls(serverName: string): void
  /** Questions of a conversation that was deleted and grants bound to it go with it. */
  forgetConversation(conversationId: string): Promise<void>
}
