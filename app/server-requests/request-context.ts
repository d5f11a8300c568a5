/** What answering a server's request needs, and what comes out of it. `server-requests.ts` fills it in. */
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
  readonly consent: Pick<
    Approvals,
    'decideSampling' | 'decideSamplingAnswer' | 'decideElicitation' | 'decideLink' | 'refusalOf'
  >
  readonly listModels: () => readonly ModelView[]
  /** Model of the conversation, or of new conversations (null): `<provider>/<model>` or `direct`. */
  readonly readModel: (conversationId: string | null) => string
  /** `isAutomatic`: nobody reviewed what it is asked. @throws HostError MODEL_UNKNOWN */
  readonly resolveModel: (
    modelId: string,
    origin: ServerRequestOrigin & { readonly isAutomatic: boolean }
  ) => ResolvedModel
  readonly budgets: Pick<SamplingBudgets, 'admit'>
  /** In the currency of the settings; null: the model has no price. */
  readonly costOf: (modelId: string, usage: Usage) => number | null
  /** An amount in the currency of the settings, as text. */
  readonly describeMoney: (amount: number) => string
  /** Hears of a request that was answered by a rule, not by the person. */
  readonly decidedByRule: (requestId: string, rule: string) => void
  /** The newest messages of a conversation, oldest first. */
  readonly readMessages: (conversationId: string) => Promise<readonly Message[]>
  /** @throws HostError LINK_REFUSED */
  readonly openLink: (url: string) => Promise<void>
  /** An error that the person should know of. */
  readonly alert: (text: LocalizedText) => void
  /** Takes secrets out of what a server says: it may repeat what it was started with. */
  readonly redact: <T>(value: T) => T
  readonly log: Logger
}

/** A request while it is open: who asks, from where, and until when. */
export interface ServerRequestCase<T extends ServerRequest['type']> {
  readonly request: Extract<ServerRequest, { readonly type: T }>
  readonly origin: ServerRequestOrigin
  /** Fires when the request is withdrawn. */
  readonly signal: AbortSignal
}

export interface SamplingRequestCase extends ServerRequestCase<'sampling'> {
  readonly modelWatch: ModelWatch
}

/** The time in which a model is asked: the person sees it, and may end it. */
export interface ModelWatch {
  /** Null: it is no longer asked. */
  readonly show: (modelId: string | null) => void
  /** Fires when the person stops the model; the request itself stays. */
  readonly stopped: AbortSignal
}

/** What every question about a request carries. */
export interface ServerRequestOrigin {
  readonly serverName: string
  readonly conversationId: string | null
  readonly callId: string | null
  readonly toolName: string | null
  /** Of a request inside a result, from 1. */
  readonly round?: number
  /** The exchange of a request inside a result of what is no call. */
  readonly exchange?: { readonly id: string; readonly occasion: Occasion }
}

export interface Outcome {
  readonly reply: ServerReply
  /** What became of the request, the end of a sentence: `you declined.` */
  readonly end: LocalizedText
  /** The person has heard of it already: no note. */
  readonly isKnown?: boolean
}

/** @spec 2025-11-25 client/sampling#error-handling */
const refusedCode = -1
const internalErrorCode = -32603

export function toRefusedRequest(message: string, end: LocalizedText): Outcome {
  return { reply: { type: 'error', code: refusedCode, message }, end }
}

/** Servers learn that it failed, not why: the reason may name what is none of their business. */
export function failed(message: string, end: LocalizedText): Outcome {
  return { reply: { type: 'error', code: internalErrorCode, message }, end }
}

/** Before a refusal that asked nobody, so that a server in a loop does not spin. */
const refuseAfterMs = 1_000

/** Where nobody is asked (any more). */
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

/** The person ended the asking. They read it once, however often the server goes on. */
export async function refuseStopped(
  { stopped, isNews }: Refused,
  { signal }: Pick<ServerRequestCase<ServerRequest['type']>, 'signal'>
): Promise<Outcome> {
  const { message, end } = stops[stopped]
  return refuseUnasked({ ...toRefusedRequest(message, end), isKnown: !isNews }, signal)
}
