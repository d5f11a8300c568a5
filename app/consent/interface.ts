/** The only place that asks the user. `approvals.ts` implements it. */
import type { Warning } from '../contract/localized-text'
import type {
  AnswerOf,
  QuestionAnswer,
  QuestionKind,
  QuestionOf,
  ServerRequestKind,
  Question,
  NetworkQuestion,
  ToolCallQuestion,
  ServerTrustQuestion,
  ViewHostsQuestion,
  ViewPermissionQuestion
} from '../contract/questions/questions'
import type { ToolDefinition } from '../contract/tool-definition'
import type { ConsentView } from '../contract/consent-view'
import type { LeftPermissions } from '../contract/server-trust'
import type { RefusedHostKey } from '../contract/consent/network-access'
import type { ViewAccessKey } from '../contract/consent/view-access'
import type { DestinationKey, SecretOwner } from '../contract/destination'
import type { ServerAct } from '../contract/server-act'
import type { ContentBlock } from '../contract/content-blocks'
import type { JsonObject } from '../contract/json'
import type { CallPeriod } from '../contract/limits'
import type { SamplingContent, SamplingRequest } from '../contract/requests'
import type { Destination } from '../net/destination'

/** The question was withdrawn because its subject was stopped or is gone. */
export interface Withdrawn {
  readonly type: 'withdrawn'
}

/** The user stopped this server's questions for a while or together with their cause, so Parley doesn't ask. */
export interface Refused {
  readonly type: 'refused'
  /** The server's questions for one minute, the call (or request) that it belongs to, or the whole server. */
  readonly stopped: 'questions' | 'call' | 'server'
  /** Whether this is the first refused request for this reason. */
  readonly isNews: boolean
}

/** `refused`: `stopped` says how much was stopped. Requests from other sources may still ask. */
export type AskAgainDecision = { readonly type: 'let-ask' } | { readonly type: 'refused' } | Withdrawn

/** The source of a server request, as far as it is known. */
export interface RequestOrigin {
  readonly serverName: string
  readonly conversationId: string | null
  readonly callId: string | null
  readonly exchange?: { readonly id: string } | undefined
  /** The view of the call asks, not the call. */
  readonly isFromView?: true | undefined
}

/** What the user stopped, and in which question. */
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
      /** The id, if it was a permission. */
      readonly grantId?: string
    }
  | { readonly type: 'denied' }
  /** The call limit for this period is used up, so Parley didn't ask. */
  | { readonly type: 'used-up'; readonly period: CallPeriod; readonly most: number }
  /** The tool changed so often during the question that an approval would have no clear meaning. */
  | { readonly type: 'restless' }
  | Withdrawn

export type TrustDecision = { readonly type: 'trusted' } | { readonly type: 'kept-stopped' } | Withdrawn

export type SamplingDecision =
  | {
      readonly type: 'approved'
      /** As the user edited it. */
      readonly request: SamplingRequest
      readonly model: string
      /** Whether the text of `contextPreview` may also go to the model. */
      readonly sharesContext: boolean
      /** Replaces it if the user edited it. */
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
  /** `always`: its line is to be added to the entry. */
  | { readonly type: 'once' }
  | { readonly type: 'always' }
  /** `isRemembered`: denied earlier, so Parley didn't ask. */
  | { readonly type: 'never'; readonly isRemembered: boolean }
  | { readonly type: 'not-now' }
  | Refused
  | Withdrawn

export type ViewHostsDecision =
  | {
      readonly type: 'decided'
      /** By a permanent approval, or by this answer. */
      readonly allowed: readonly string[]
      /** Null: all hosts had a permanent answer. */
      readonly answer: {
        readonly hosts: readonly string[]
        readonly decision: AnswerOf<'view-hosts'>['decision']
      } | null
    }
  | Withdrawn

export type ViewPermissionDecision =
  | {
      readonly type: 'decided'
      readonly isAllowed: boolean
      /** Null: it had a permanent answer. */
      readonly decision: AnswerOf<'view-permission'>['decision'] | null
    }
  | Withdrawn

export type ToolResultDecision =
  | { readonly type: 'passed' }
  /** The model reads this instead of the server's result. */
  | { readonly type: 'changed'; readonly content: readonly ContentBlock[] }
  | { readonly type: 'refused' }
  | Withdrawn

export type SignInDecision =
  | {
      readonly type: 'agreed'
      /** The authorization server that the user selected. */
      readonly issuer: string
      /** The client that the user entered if the authorization server offers no registration. */
      readonly client: { readonly id: string; readonly secret?: string | undefined } | null
      readonly acceptsDoubt: boolean
    }
  | { readonly type: 'cancelled' }
  | Withdrawn

/** Kinds that end in more than the decision of their answer. */
export interface SpecialDecisions {
  readonly 'server-trust': TrustDecision
  readonly 'tool-call': ToolCallDecision
  readonly sampling: SamplingDecision
  readonly 'sampling-answer': SamplingAnswerDecision
  readonly elicitation: ElicitationDecision
  readonly link: LinkDecision
  readonly 'tool-result': ToolResultDecision
  readonly 'sign-in': SignInDecision
  readonly 'ask-again': AskAgainDecision
  readonly reach: NetworkDecision
}

/** What a question of each kind ends in. */
export type DecisionOf<K extends QuestionKind> =
  | (K extends keyof SpecialDecisions ? SpecialDecisions[K] : PlainDecision<K>)
  | Withdrawn

type PlainDecision<K extends QuestionKind> =
  | { readonly type: AnswerOf<K>['decision'] }
  | (K extends ServerRequestKind ? Refused : never)

/** `not-now`: nothing is saved, and the next use asks again. */
export type DestinationDecision = DecisionOf<'destination'>

/** Kinds that no saved permission can answer. The others have their own `decide…`, or are asked only in `app/consent`. */
export type AskableKind = Exclude<
  QuestionKind,
  | 'server-trust'
  | 'tool-call'
  | 'destination'
  | 'server-words'
  | 'reach'
  | 'ask-again'
  | 'view-hosts'
  | 'view-permission'
>

/** Asks the user, by the kind of the question. The third question of a server within a minute waits behind another. */
export type Ask = {
  readonly [K in AskableKind]: (
    request: AskedQuestion<QuestionOf<K>>,
    signal: AbortSignal
  ) => Promise<DecisionOf<K>>
}

/** A question without the fields that the approvals core adds. */
export type AskedQuestion<Q extends Question> = Omit<Q, 'type' | 'id' | 'askedAt'>

/** The fields that the approvals core adds to a question about a tool call. */
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

/** A definition with the hash that permissions are bound to. */
export interface ApprovedTool {
  readonly hash: string
  readonly definition: ToolDefinition
}

/** The tools of all connected servers, as far as a decision about one of them needs them. */
export interface KnownTools {
  ofServer(serverName: string): readonly KnownTool[]
  find(serverName: string, toolName: string): KnownTool | undefined
  /** The server announced tool changes that haven't been listed yet. */
  isChanging(serverName: string): boolean
  /** Other configured servers whose names look like this one. */
  likeServer(serverName: string): readonly string[]
  /** Tools whose names equal or look like this one, on this server or others. */
  likeTool(toolName: string): readonly KnownTool[]
  /** Servers that have a tool with exactly this name. */
  ownersOf(toolName: string): readonly string[]
}

/** How Parley stores an approval of less than was asked for: it writes the narrowed entry and trusts that one. */
export interface Narrowing {
  /** What the server would be with only these permissions; null: the entry has changed. */
  readonly candidate: (remaining: LeftPermissions) => TrustCandidate | null
  readonly write: (remaining: LeftPermissions) => Promise<void>
}

/** A server as it is now: the hash of its definition, and what would run or be contacted. */
export interface TrustCandidate {
  readonly fingerprint: string
  readonly act: ServerAct
  /** Names of the vault secrets that it would get. */
  readonly secrets: readonly string[]
}

/** Makes decisions for the user here. `signal` always withdraws the question. */
export interface Approvals {
  /**
   * Checks limits, then permissions, then asks the user. `readFrom`: the servers whose text the model has read, which
   * isn't shared with other servers without approval.
   */
  decideToolCall(
    request: Omit<AskedQuestion<ToolCallQuestion>, ApprovalFindings | 'readFrom'> & {
      readonly definitionHash: string
      readonly readFrom: readonly string[]
      /** The answer that the call belongs to, for limits per turn. */
      readonly turnId: string
    },
    signal: AbortSignal
  ): Promise<ToolCallDecision>
  /**
   * Resolves to `trusted` without a question if `isTrusted`. An approval of a secret's name doesn't cover a value typed
   * later for another owner: Parley asks about such a secret, however the server is trusted.
   */
  decideServerTrust(
    request: Omit<AskedQuestion<ServerTrustQuestion>, 'previous'> &
      TrustCandidate & { readonly narrowing?: Narrowing | undefined },
    signal: AbortSignal
  ): Promise<TrustDecision>
  /** Doesn't ask about a permanently denied host. */
  decideNetworkAccess(request: AskedQuestion<NetworkQuestion>, signal: AbortSignal): Promise<NetworkDecision>
  /**
   * Adds the host to what the user approved for a trusted sandboxed server, so that the changed entry needs no new
   * approval. Does nothing for a server that isn't trusted.
   */
  approveHost(serverName: string, line: string): Promise<void>
  /**
   * Makes Parley ask about the host again. @throws HostError HISTORY_UNAVAILABLE (it applies until Parley quits even
   * then)
   */
  forgetRefusedHost(key: RefusedHostKey): Promise<void>
  /** Asks in one question about all hosts that have no permanent answer. */
  decideViewHosts(request: AskedQuestion<ViewHostsQuestion>, signal: AbortSignal): Promise<ViewHostsDecision>
  /** Doesn't ask if there is a permanent answer. */
  decideViewPermission(
    request: AskedQuestion<ViewPermissionQuestion>,
    signal: AbortSignal
  ): Promise<ViewPermissionDecision>
  /**
   * Makes Parley ask again. @throws HostError HISTORY_UNAVAILABLE (it applies until Parley quits even then)
   */
  forgetViewAccess(key: ViewAccessKey): Promise<void>
  readonly ask: Ask
  /** The reason why Parley wouldn't ask for this request; null: the user didn't stop its source. */
  refusalOf(origin: RequestOrigin): Refused | null
  readonly words: MetadataReview
  /** Whether exactly this was trusted before and no secret that it would get belongs to another owner. */
  isTrusted(serverName: string, candidate: TrustCandidate): boolean
  /**
   * Ends the source of the question and refuses everything from it.
   * @throws HostError CONSENT_UNKNOWN_QUESTION, BRIDGE_INVALID_INPUT
   */
  stop(questionId: string, what: 'call' | 'server'): void
  /**
   * Call when the user starts something, which resets the count of questions: of this server, which may then ask
   * outside calls again, or of all servers for null.
   */
  userBegan(serverName: string | null): void
  /** Call when the user opens the view of a call again, which may then ask again. */
  viewOpenedAgain(view: { readonly serverName: string; readonly callId: string }): void
  /** Call when a server starts. Only the user can start a server that they stopped. */
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
  /** All permissions for tools of one server. */
  revokeGrants(serverName: string): Promise<void>
  /** @throws HostError CONSENT_UNKNOWN_GRANT */
  revokeFlow(flowId: string): Promise<void>
  revokeTrust(serverName: string): Promise<void>
  /** Withdraws questions about calls and requests of a server that has disconnected and can't receive the answer. */
  withdrawOfServer(serverName: string): void
  /** Removes the questions and permissions of a deleted conversation. */
  forgetConversation(conversationId: string): Promise<void>
}

/** What a server says about itself and its tools, as a model would read it. */
export interface OfferedMetadata {
  readonly serverName: string
  readonly instructions: string | null
  readonly tools: readonly KnownTool[]
}

/** What models may read of servers whose metadata the user reviews first. */
export interface MetadataReview {
  /**
   * Asks about everything new in one question, shared by all callers that wait for the same. What was kept back isn't
   * new. Resolves to whether the user answered: more may have arrived meanwhile.
   */
  show(offered: OfferedMetadata, signal: AbortSignal): Promise<boolean>
  /** The tool as the user last allowed it; null: never. */
  tool(serverName: string, toolName: string): ApprovedTool | null
  instructions(serverName: string): string | null
}

/** Parley's own destinations, and the owners of vault secrets. */
export interface DestinationApproval {
  /** Whether exactly this was trusted before and no secret that goes there belongs to another owner. */
  isTrusted(destination: Destination): boolean
  /**
   * Resolves to `trusted` without a question if `isTrusted`. Callers that wait for the same question share it.
   * `warnings` are in addition to those about secrets, which are added here.
   */
  decide(
    destination: Destination,
    warnings: readonly Warning[],
    signal: AbortSignal
  ): Promise<DestinationDecision>
  /** The user approved it elsewhere, by typing the key for it. */
  accept(destination: Destination): Promise<void>
  /** @throws HostError HISTORY_UNAVAILABLE (even then the trust is revoked until Parley quits) */
  revoke(key: DestinationKey): Promise<void>
  /** The user typed the secret for this owner, which from now on is its only owner. */
  typed(secretName: string, owner: SecretOwner): Promise<void>
  /** Whether the user typed the secret for this owner or allowed it to get the secret. */
  owns(owner: SecretOwner, secretName: string): boolean
}
