/** What handling a server request needs, and its outcome. `server-requests.ts` provides it. */
import type { Logger } from '../base/logger'
import type { Approvals, Refused } from '../consent/interface'
import type { Occasion } from '../contract/exchanges'
import type { Message, Usage } from '../contract/conversations'
import type { ModelView } from '../contract/settings'
import type { ServerReply, ServerRequest } from '../mcp/interface'
import type { ResolvedModel } from '../models/model'
import type { SamplingBudgets } from './budgets'
import type { LocalizedText } from '../contract/localized-text'
import { say } from '../texts/render-localized'

export interface ServerRequestContext {
  readonly consent: Pick<Approvals, 'ask' | 'refusalOf'>
  readonly listModels: () => readonly ModelView[]
  /** Model of the conversation, or of new conversations (null): `<provider>/<model>` or `direct`. */
  readonly readModel: (conversationId: string | null) => string
  /** `isAutomatic`: the user hasn't reviewed the request. @throws HostError MODEL_UNKNOWN */
  readonly resolveModel: (
    modelId: string,
    origin: ServerRequestOrigin & { readonly isAutomatic: boolean }
  ) => ResolvedModel
  readonly budgets: Pick<SamplingBudgets, 'admit'>
  /** In the currency of the settings; null: the model has no price. */
  readonly costOf: (modelId: string, usage: Usage) => number | null
  /** An amount in the currency of the settings, as text. */
  readonly describeMoney: (amount: number) => string
  /** Called when a rule, and not the user, answered a request. */
  readonly decidedByRule: (requestId: string, rule: string) => void
  /** The newest messages of a conversation, oldest first. */
  readonly readMessages: (conversationId: string) => Promise<readonly Message[]>
  /** @throws HostError LINK_REFUSED */
  readonly openLink: (url: string) => Promise<void>
  /** Shows the user an error. */
  readonly alert: (text: LocalizedText) => void
  /** Removes secrets from server text, because a server may repeat what it was started with. */
  readonly redact: <T>(value: T) => T
  readonly log: Logger
}

/** An open request: which server sent it, from where, and until when it is open. */
export interface ServerRequestCase<T extends ServerRequest['type']> {
  readonly request: Extract<ServerRequest, { readonly type: T }>
  readonly origin: ServerRequestOrigin
  /** Fires when the request is withdrawn. */
  readonly signal: AbortSignal
}

export interface SamplingRequestCase extends ServerRequestCase<'sampling'> {
  readonly modelWatch: ModelWatch
}

/** The time during which a model is called. The user sees it and may stop it. */
export interface ModelWatch {
  /** null: the model is no longer being called. */
  readonly show: (modelId: string | null) => void
  /** Fires when the user stops the model. The request itself stays open. */
  readonly stopped: AbortSignal
}

/** What every question about a request contains. */
export interface ServerRequestOrigin {
  readonly serverName: string
  readonly conversationId: string | null
  readonly callId: string | null
  readonly toolName: string | null
  /** Number of the round, from 1, for a request inside a result. */
  readonly round?: number
  /** The exchange, for a request inside a result that doesn't belong to a call. */
  readonly exchange?: { readonly id: string; readonly occasion: Occasion }
  /** A view of the server asks. */
  readonly isFromView?: true
}

export interface Outcome {
  readonly reply: ServerReply
  /** The outcome of the request, as the end of a sentence: `you declined.` */
  readonly end: LocalizedText
  /** The user already knows it, so no note is added. */
  readonly isKnown?: boolean
}

/** @spec 2025-11-25 client/sampling#error-handling */
export const refusedCode = -1
const internalErrorCode = -32603

export function toRefusedRequest(message: string, end: LocalizedText): Outcome {
  return { reply: { type: 'error', code: refusedCode, message }, end }
}

/** Servers learn that it failed, but not why: the reason may contain private information. */
export function failed(message: string, end: LocalizedText): Outcome {
  return { reply: { type: 'error', code: internalErrorCode, message }, end }
}

/** Delay before an automatic denial, so that a server in a loop doesn't spin. */
const refuseAfterMs = 1_000

/** Refuses a request without asking the user. */
export async function refuseUnasked(outcome: Outcome, signal: AbortSignal): Promise<Outcome> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, refuseAfterMs)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
  return outcome
}

const stops: Readonly<Record<Refused['stopped'], { readonly message: string; readonly end: LocalizedText }>> =
  {
    questions: {
      message: 'The user refuses all requests for a minute',
      end: say('requests.questionsRefused')
    },
    call: { message: 'The user stopped what this request belongs to', end: say('requests.occasionStopped') },
    server: { message: 'The user stopped this server', end: say('requests.serverStopped') }
  }

/**
 * Refuses a request of a source that the user stopped. The user is notified once, however often the server continues.
 */
export async function refuseStopped(
  { stopped, isNews }: Refused,
  { signal }: Pick<ServerRequestCase<ServerRequest['type']>, 'signal'>
): Promise<Outcome> {
  const { message, end } = stops[stopped]
  return refuseUnasked({ ...toRefusedRequest(message, end), isKnown: !isNews }, signal)
}
