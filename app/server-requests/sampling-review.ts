/**
 * The answer to a sampling request before it is sent to the server: reviewed by the user, or sent without review if the
 * user allowed that for the server. `sampling.ts` gets the answer.
 * @spec 2025-11-25 client/sampling#user-interaction-model
 */
import type { SamplingContent, SamplingRequest } from '../contract/requests'
import type { BudgetVerdict } from './budgets'
import { toRefusedRequest, refuseStopped } from './request-context'
import type { ServerRequestCase, Outcome, ServerRequestContext, SamplingRequestCase } from './request-context'
import type { SamplingReply } from './sampling-exchange'
import type { LocalizedText } from '../contract/localized-text'
import { say } from '../texts/render-localized'

/** An answer before its review. */
export interface ReviewedDraft extends SamplingReply {
  /** `<provider>/<model>`, or `person`. */
  readonly model: string
  /** The provider's own id of the model, or `person`. */
  readonly ownModelId: string
  readonly cost: number | null
  /** The request as the user edited it. */
  readonly request: SamplingRequest
  readonly isRequestEdited: boolean
}

const person = 'person'

/** For an answer that the user writes. */
export function draftByPerson(request: SamplingRequest): ReviewedDraft {
  const nothing = { content: [], stopReason: 'endTurn', usage: null, cost: null }
  return { ...nothing, model: person, ownModelId: person, request, isRequestEdited: false }
}

interface Reviewing {
  readonly asking: SamplingRequestCase
  readonly admission: Pick<Extract<BudgetVerdict, { type: 'admitted' }>, 'reviewed'>
}

export async function review(
  draft: ReviewedDraft,
  { asking, admission }: Reviewing,
  { consent }: ServerRequestContext
): Promise<Outcome> {
  const { ownModelId, usage, cost, model, content, stopReason } = draft
  const shown = { ...asking.origin, content: [...content], model, stopReason, usage, cost, ...toolsOf(draft) }
  const decision = await consent.ask['sampling-answer'](shown, asking.signal)
  if (decision.type === 'withdrawn') return withdrawn()
  if (decision.type === 'refused') return refuseStopped(decision, asking)
  if (decision.type === 'discarded') {
    admission.reviewed(false)
    return toRefusedRequest('User rejected the answer', say('requests.answerDiscarded'))
  }
  const result = {
    content: [...decision.content],
    model: ownModelId,
    stopReason: decision.isEdited ? getStopReason(draft, decision.content) : stopReason
  }
  return { reply: { type: 'sampling', result }, end: describeSent(draft, decision.isEdited) }
}

/** The user may answer with tool calls too, unless the server wants none. */
function toolsOf({ model, request: { tools, toolChoice } }: ReviewedDraft) {
  if (tools.length === 0 || toolChoice === 'none') return {}
  return { tools, isToolRequired: model === person && toolChoice === 'required' }
}

/** Servers act on the stop reason: with `toolUse` they run the calls of the answer. */
function getStopReason({ stopReason }: ReviewedDraft, content: readonly SamplingContent[]): string | null {
  if (content.some(({ type }) => type === 'tool-use')) return 'toolUse'
  return stopReason === 'toolUse' ? 'endTurn' : stopReason
}

function describeSent(
  { model, ownModelId, isRequestEdited }: ReviewedDraft,
  isEdited: boolean
): LocalizedText {
  if (model === person) return say('requests.ownAnswerSent')
  const [changed, edited] = [isRequestEdited, isEdited].map((is) => (is ? 'yes' : 'no'))
  return say('requests.answerSent', { model: ownModelId, changed: changed ?? 'no', edited: edited ?? 'no' })
}

/** For servers that the user allowed, within their budget. */
export function sendUnseen(
  draft: ReviewedDraft,
  { request }: ServerRequestCase<'sampling'>,
  context: ServerRequestContext
): Outcome {
  const { content, ownModelId: model, stopReason, cost } = draft
  context.decidedByRule(request.requestId, 'sampling approved automatically')
  const spent = describeSpent(sumTokens(draft), cost === null ? null : context.describeMoney(cost))
  const result = { content: [...content], model, stopReason }
  return {
    reply: { type: 'sampling', result },
    end:
      spent === null
        ? say('requests.answerSentUnseen', { model })
        : say('requests.answerSentUnseenFor', { model, spent })
  }
}

function describeSpent(count: number | null, money: string | null): LocalizedText | string | null {
  const tokens = count === null ? null : say('requests.tokens', { count })
  return tokens === null || money === null
    ? (tokens ?? money)
    : say('requests.tokensAndMoney', { tokens, money })
}

/** null if the provider didn't report it. */
export function sumTokens({ usage }: Pick<ReviewedDraft, 'usage'>): number | null {
  return usage === null ? null : usage.inputTokens + usage.outputTokens
}

export function withdrawn(): Outcome {
  return toRefusedRequest('The request was withdrawn', say('requests.withdrawn'))
}
