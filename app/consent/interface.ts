/** The only place that asks the person. `approvals.ts` implements it. */
import type { Warning } from '../contract/localized-text'
import type {
  QuestionAnswer,
  ElicitationQuestion,
  LinkQuestion,
  Question,
  NetworkQuestion,
  SamplingAnswerQuestion,
  SamplingQuestion,
  ScriptsQuestion,
  ToolCallQuestion,
  ToolResultQuestion,
  ToolDefinition
} from '../contract/consents'
import type { ConsentView } from '../contract/consent-view'
import type { ServerTrustQuestion, LeftPermissions } from '../contract/server-trust'
import type { SignInQuestion } from '../contract/accounts'
import type { RefusedHostKey } from '../contract/consent/network-access'
import type { DestinationKey, SecretOwner } from '../contract/destination'
import type { ServerAct } from '../contract/server-act'
import type { ContentBlock } from '../contract/content-blocks'
import type { JsonObject } from '../contract/json'
import type { CallPeriod } from '../contract/limits'
import type { SamplingContent, SamplingRequest } from '../contract/requests'
import type { Destination } from '../net/destination'

/** The question was withdrawn: what it was about was stopped or has gone. */
export interface Withdrawn {
  readonly type: 'withdrawn'
}

/** The person ended the asking of the server, for a while or with what led to it: nobody is asked. */
export interface Refused {
  readonly type: 'refused'
  /** Its questions for a minute, the call (or request) that it belongs to, or the whole server. */
  readonly stopped: 'questions' | 'call' | 'server'
  /** Whether it is the first that is refused for this reason. */
  readonly isNews: boolean
}

/** `refused`: what was stopped says how far; requests from elsewhere may ask all the same. */
export type AskAgainDecision = { readonly type: 'let-ask' } | { readonly type: 'refused' } | Withdrawn

/** Where a request of a server comes from, as far as it is known. */
export interface RequestOrigin {
  readonly serverName: string
  readonly conversationId: string | null
  readonly callId: string | null
  readonly exchange?: { readonly id: string } | undefined
}

/** What the person stopped, and in which question. */
export interface Stopped {
  readonly what: Refused['stopped']
  readonly origin: RequestOrigin
}

export type ToolCallDecision =
  | {
      readonly type: 'allowed'
      readonly arguments: JsonObject
      readonly isEdited: boolean
      readonly by: 'person' | 'grant'
      /** Which one, where it was a grant. */
      readonly grantId?: string
    }
  | { readonly type: 'denied' }
  /** It was called as often as the person allows it for that long: nobody was asked. */
  | { readonly type: 'used-up'; readonly period: CallPeriod; readonly most: number }
  /** The tool changed so often while the person was asked that nobody could say what the yes would be to. */
  | { readonly type: 'restless' }
  | Withdrawn

export type TrustDecision = 'trusted' | 'kept-stopped' | 'withdrawn'

/** `not-now`: nothing is remembered, and the next use asks again. */
export type DestinationDecision = 'trusted' | 'not-now' | 'withdrawn'

export type SamplingDecision =
  | {
      readonly type: 'approved'
      /** As the person left it. */
      readonly request: SamplingRequest
      readonly model: string
      /** Whether the text of `contextPreview` may go to the model too. */
      readonly sharesContext: boolean
      /** In its place, where the person changed it. */
      readonly context?: string
    }
  | { readonly type: 'answer-myself' }
  | { readonly type: 'declined' }
  | Refused
  | Withdrawn

export type SamplingAnswerDecision =
  | { readonly type: 'sent'; readonly content: readonly SamplingContent[]; readonly isEdited: boolean }
  | { readonly type: 'discarded' }
  | Refused
  | Withdrawn

export type ElicitationDecision =
  | { readonly type: 'submitted'; readonly content: JsonObject }
  | { readonly type: 'declined' }
  | { readonly type: 'cancelled' }
  | Refused
  | Withdrawn

export type LinkDecision =
  | { readonly type: 'agreed' }
  | { readonly type: 'declined' }
  | { readonly type: 'cancelled' }
  | Refused
  | Withdrawn

export type NetworkDecision =
  /** `always`: its line is to be kept in the entry. */
  | { readonly type: 'once' }
  | { readonly type: 'always' }
  /** `isRemembered`: the person said so before, and was not asked. */
  | { readonly type: 'never'; readonly isRemembered: boolean }
  | { readonly type: 'not-now' }
  | Refused
  | Withdrawn

export type ToolResultDecision =
  | { readonly type: 'passed' }
  /** The model reads this in place of what the server sent. */
  | { readonly type: 'changed'; readonly content: readonly ContentBlock[] }
  | { readonly type: 'refused' }
  | Withdrawn

export type MetadataDecision = 'let-through' | 'keep-back' | 'withdrawn'

/** Whether a model that asked for it may write scripts in its conversation. */
export type ScriptsDecision = 'allowed' | 'denied' | 'withdrawn'

export type SignInDecision =
  | {
      readonly type: 'agreed'
      /** Of the place that the person chose. */
      readonly issuer: string
      /** What the person entered, where the place registers nobody by itself. */
      readonly client: { readonly id: string; readonly secret?: string | undefined } | null
      readonly acceptsDoubt: boolean
    }
  | { readonly type: 'cancelled' }
  | Withdrawn

/** A question without what the gate itself adds. */
export type AskedQuestion<Q extends Question> = Omit<Q, 'type' | 'id' | 'askedAt'>

/** What the gate itself finds out about a tool call. */
export type ApprovalFindings =
  | 'effect'
  | 'note'
  | 'warnings'
  | 'previousDefinition'
  | 'suggestedConditions'
  | 'scopes'
  | 'widerScopes'
  | 'newFlows'

/** A usable tool of a connected server. */
export interface KnownTool extends ToolDefinition {
  readonly serverName: string
  readonly name: string
  readonly definitionHash: string
}

/** A definition with the hash that grants are bound to. */
export interface ApprovedTool {
  readonly hash: string
  readonly definition: ToolDefinition
}

/** The tools of all connected servers, as far as a decision about one of them needs to know the others. */
export interface KnownTools {
  ofServer(serverName: string): readonly KnownTool[]
  find(serverName: string, toolName: string): KnownTool | undefined
  /** The server announced other tools, and they are not known yet. */
  isChanging(serverName: string): boolean
  /** Other configured servers with names that look like this one. */
  likeServer(serverName: string): readonly string[]
  /** Tools whose names are or look like this one, those of the same server included. */
  likeTool(toolName: string): readonly KnownTool[]
  /** Servers that have a tool of exactly this name. */
  ownersOf(toolName: string): readonly string[]
}

/** A server as it is at this moment: the hash of its definition, and what would run or be contacted. */
/** How a yes to less than was asked about is kept: as a yes to the entry that says so, which is written then. */
export interface Narrowing {
  /** What it would be with no more than this; null: the entry is another one by now. */
  readonly candidate: (left: LeftPermissions) => TrustCandidate | null
  readonly write: (left: LeftPermissions) => Promise<void>
}

export interface TrustCandidate {
  readonly fingerprint: string
  readonly act: ServerAct
  /** Names of the secrets of the vault that it would get. */
  readonly secrets: readonly string[]
}

/** What decides for the person does so here; `signal` always withdraws the question. */
export interface Approvals {
  /** Limits first, then grants, then the person. `readFrom`: whose text the model had read; without a yes none of it goes elsewhere. */
  decideToolCall(
    request: Omit<AskedQuestion<ToolCallQuestion>, ApprovalFindings | 'readFrom'> & {
      readonly definitionHash: string
      readonly readFrom: readonly string[]
      /** The answer that the call belongs to, for limits by turn. */
      readonly turnId: string
    },
    signal: AbortSignal
  ): Promise<ToolCallDecision>
  /**
   * `trusted` without a question where `isTrusted`. A yes to a name that stood for nothing, or for another secret, is
   * none to what was typed for somebody else since then: such a secret is asked about however the server is trusted.
   */
  decideServerTrust(
    request: Omit<AskedQuestion<ServerTrustQuestion>, 'previous'> &
      TrustCandidate & { readonly narrowing?: Narrowing | undefined },
    signal: AbortSignal
  ): Promise<TrustDecision>
  decideSampling(request: AskedQuestion<SamplingQuestion>, signal: AbortSignal): Promise<SamplingDecision>
  decideSamplingAnswer(
    request: AskedQuestion<SamplingAnswerQuestion>,
    signal: AbortSignal
  ): Promise<SamplingAnswerDecision>
  decideElicitation(
    request: AskedQuestion<ElicitationQuestion>,
    signal: AbortSignal
  ): Promise<ElicitationDecision>
  decideLink(request: AskedQuestion<LinkQuestion>, signal: AbortSignal): Promise<LinkDecision>
  /** Asks every time: whether a result is to be reviewed is known before. */
  decideToolResult(
    request: AskedQuestion<ToolResultQuestion>,
    signal: AbortSignal
  ): Promise<ToolResultDecision>
  /** What was refused for good is not asked about. */
  decideReach(request: AskedQuestion<NetworkQuestion>, signal: AbortSignal): Promise<NetworkDecision>
  /**
   * The line joins what the person allowed a contained server, which they trust: it is no change to be asked about.
   * Nothing happens to one that is not trusted.
   */
  approveHost(serverName: string, line: string): Promise<void>
  /** The host is asked about again. @throws HostError HISTORY_UNAVAILABLE (it counts for this run even then) */
  forgetRefusedHost(key: RefusedHostKey): Promise<void>
  decideScripts(request: AskedQuestion<ScriptsQuestion>, signal: AbortSignal): Promise<ScriptsDecision>
  decideSignIn(request: AskedQuestion<SignInQuestion>, signal: AbortSignal): Promise<SignInDecision>
  /** Why nobody would be asked for this request; null: the person did not stop where it comes from. */
  refusalOf(origin: RequestOrigin): Refused | null
  readonly words: MetadataReview
  /** Exactly this was trusted before, and no secret that it would get belongs elsewhere. */
  isTrusted(serverName: string, candidate: TrustCandidate): boolean
  /**
   * Ends what the question came with and refuses all that is asked from there.
   * @throws HostError CONSENT_UNKNOWN_QUESTION, BRIDGE_INVALID_INPUT
   */
  stop(questionId: string, what: 'call' | 'server'): void
  /**
   * The person began something themselves: what was asked until now no longer counts. With this server, which may then
   * ask outside of calls again; null: with none of them, and it counts for all.
   */
  personBegan(serverName: string | null): void
  /** Nobody but the person starts a server that they stopped. */
  serverStarts(serverName: string): void
  /** Open questions, oldest first. The first is the one to show. */
  questions(): readonly Question[]
  /**
   * A refused answer leaves the question open. @throws HostError CONSENT_UNKNOWN_QUESTION, TOOL_INVALID_ARGUMENTS,
   * BRIDGE_INVALID_INPUT, MODEL_UNKNOWN, REQUEST_REFUSED, LINK_REFUSED
   */
  answer(questionId: string, answer: QuestionAnswer): Promise<void>
  view(): ConsentView
  /** @throws HostError CONSENT_UNKNOWN_GRANT */
  revokeGrant(grantId: string): Promise<void>
  /** All grants for tools of one server. */
  revokeGrants(serverName: string): Promise<void>
  /** @throws HostError CONSENT_UNKNOWN_GRANT */
  revokeFlow(flowId: string): Promise<void>
  revokeTrust(serverName: string): Promise<void>
  /** Questions about calls and requests of a server that is no longer connected: nobody is left to answer to. */
  withdrawOfServer(serverName: string): void
  /** Questions of a conversation that was deleted and grants bound to it go with it. */
  forgetConversation(conversationId: string): Promise<void>
}

/** What a server says of itself and its tools, as a model would be told of it. */
export interface OfferedMetadata {
  readonly serverName: string
  readonly instructions: string | null
  readonly tools: readonly KnownTool[]
}

/** What models may be told of servers whose words the person sees first. */
export interface MetadataReview {
  /**
   * Asks about all that is new in one question, which whoever waits for the same shares; what was kept back is not new.
   * Whether the person answered: what they were not shown may have come meanwhile.
   */
  show(offered: OfferedMetadata, signal: AbortSignal): Promise<boolean>
  /** As the person let it through last; null: never. */
  tool(serverName: string, toolName: string): ApprovedTool | null
  instructions(serverName: string): string | null
}

/** Destinations of Parley's own, and where the secrets of the vault belong. */
export interface DestinationApproval {
  /** Exactly this was trusted before, and no secret that goes there belongs elsewhere. */
  isTrusted(destination: Destination): boolean
  /**
   * `trusted` without a question where `isTrusted`. Who waits for the same question shares it. `warnings` go beyond
   * those about secrets, which the gate words itself.
   */
  decide(
    destination: Destination,
    warnings: readonly Warning[],
    signal: AbortSignal
  ): Promise<DestinationDecision>
  /** The person said yes elsewhere, by typing the key for it. */
  accept(destination: Destination): Promise<void>
  /** @throws HostError HISTORY_UNAVAILABLE (the trust has ended for this run even then) */
  revoke(key: DestinationKey): Promise<void>
  /** The person typed the secret for this owner: it belongs to it alone from now on. */
  typed(secretName: string, owner: SecretOwner): Promise<void>
  /** Whether the person typed the secret for it, or let it go there. */
  owns(owner: SecretOwner, secretName: string): boolean
}
