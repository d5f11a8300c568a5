/**
 * A server asks for a model's answer. The user reviews the request, a model or the user answers, the user reviews the
 * answer (`sampling-review.ts`), and the server gets it. `choose-model.ts` chooses the model, and
 * `sampling-exchange.ts` converts the messages. @spec 2025-11-25 client/sampling
 */
import { toLocalizedText, toFailure } from '../base/host-error'
import { untilAborted } from '../base/until-aborted'
import type { AskedQuestion, SamplingDecision } from '../consent/interface'
import { directModelId } from '../contract/direct-model'
import type { SamplingQuestion } from '../contract/questions/questions'
import type { SamplingRequest } from '../contract/requests'
import type { BudgetVerdict, Spent } from './budgets'
import { chooseSamplingModel } from './choose-model'
import { failed, toRefusedRequest, refuseStopped, refuseUnasked } from './request-context'
import type { ServerRequestCase, Outcome, ServerRequestContext, SamplingRequestCase } from './request-context'
import { readContext } from './sampling-context'
import type { SentBody } from '../models/model'
import { wasSent, mediaIn, nameAllMedia } from '../models/unsent-media'
import type { Media } from '../models/unsent-media'
import { nameTools, readSamplingReply, toModelRequest } from './sampling-exchange'
import { draftByPerson, review, sendUnseen, sumTokens, withdrawn } from './sampling-review'
import type { ReviewedDraft } from './sampling-review'
import type { LocalizedText } from '../contract/localized-text'
import { say, toEnglish } from '../texts/render-localized'

type Approved = SamplingDecision & { readonly type: 'approved' }
type Admitted = BudgetVerdict & { readonly type: 'admitted' }

/** A request that is within its budget. */
interface Admitting {
  readonly asking: SamplingRequestCase
  readonly admission: Admitted
  /** The request without secrets, and with its limit reduced to the budget. */
  readonly request: SamplingRequest
  readonly contextPreview: string | null
}

export async function answerSampling(
  requestCase: SamplingRequestCase,
  context: ServerRequestContext
): Promise<Outcome> {
  const { origin } = requestCase
  const wanted = requestCase.request.request.maxTokens
  const admission = context.budgets.admit(origin.serverName, wanted, origin.callId)
  if (admission.type === 'refused') return refuseByBudget(admission, requestCase, context)
  try {
    return await answerAdmitted(requestCase, admission, context)
  } finally {
    admission.spend(null)
  }
}

async function answerAdmitted(
  requestCase: SamplingRequestCase,
  admission: Admitting['admission'],
  context: ServerRequestContext
): Promise<Outcome> {
  const { origin } = requestCase
  const request = context.redact({ ...requestCase.request.request, maxTokens: admission.maxTokens })
  const usual = [context.readModel(origin.conversationId), context.readModel(null)]
  const { model, reason } = chooseSamplingModel(request, context.listModels(), usual)
  // The approval was for what the server does during your calls. A view can ask whenever it is open.
  const isAutomatic = admission.isAutomatic && origin.isFromView !== true
  const note = isAutomatic ? whyAskedAnyway(model, admission, context) : null
  if (isAutomatic && note === null) {
    const decision: Approved = { type: 'approved', request, model, sharesContext: false }
    return askAndReview(decision, { asking: requestCase, admission, request, contextPreview: null }, context)
  }
  const { whole, own } = await readContext(request, origin, context)
  const byHand = { ...admission, isAutomatic: false }
  const admitting = { asking: requestCase, admission: byHand, request, contextPreview: whole }
  const shown = { model, modelReason: reason, contextPreview: whole, ownContextPreview: own }
  return askPerson({ ...shown, ...(note !== null && { note }) }, admitting, context)
}

/** A permission applies only as long as the cost can be counted. null: it applies. */
function whyAskedAnyway(
  model: string,
  { budget }: Admitting['admission'],
  { costOf }: ServerRequestContext
): LocalizedText | null {
  if (model === directModelId) return say('requests.automaticNoModel')
  const isCounted = costOf(model, { inputTokens: 0, outputTokens: 0 }) !== null
  if (isCounted || budget.moneyPerDay === null) return null
  return say('requests.automaticNoPrice', { model: model.slice(model.indexOf('/') + 1) })
}

type Found = Pick<AskedQuestion<SamplingQuestion>, 'model' | 'modelReason'> & {
  readonly contextPreview: string | null
  readonly ownContextPreview: string | null
  readonly note?: LocalizedText
}

async function askPerson(
  found: Found,
  admitting: Admitting,
  context: ServerRequestContext
): Promise<Outcome> {
  const { asking, admission, request } = admitting
  const question = { ...asking.origin, request, ...found, budget: admission.budget }
  const decision = await context.consent.ask.sampling(question, asking.signal)
  if (decision.type === 'refused') return refuseStopped(decision, asking)
  if (decision.type !== 'withdrawn') admission.reviewed(decision.type !== 'declined')
  switch (decision.type) {
    case 'answer-myself':
      return review(draftByPerson(request), admitting, context)
    case 'declined':
      return toRefusedRequest('User rejected sampling request', say('requests.declined'))
    case 'withdrawn':
      return withdrawn()
    case 'approved':
      return askAndReview(decision, admitting, context)
  }
}

async function refuseByBudget(
  { reason, isNews }: BudgetVerdict & { readonly type: 'refused' },
  { origin, signal }: ServerRequestCase<'sampling'>,
  context: ServerRequestContext
): Promise<Outcome> {
  const { serverName } = origin
  context.log.warn('a sampling request was refused', { serverName, reason: toEnglish(reason) })
  if (isNews) context.alert(say('requests.limitReached', { server: serverName, reason }))
  // The user wasn't asked.
  const outcome = failed('Sampling is limited for this server. Try again later.', reason)
  return refuseUnasked({ ...outcome, isKnown: !isNews }, signal)
}

async function askAndReview(
  decision: Approved,
  admitting: Admitting,
  context: ServerRequestContext
): Promise<Outcome> {
  const { asking, admission, contextPreview } = admitting
  const { isAutomatic } = admission
  const added = decision.sharesContext ? (decision.context ?? contextPreview) : null
  const { stopped, show } = asking.modelWatch
  let draft: ReviewedDraft
  show(decision.model)
  const most = mostSpent(decision, context)
  admission.reserve(most.money)
  try {
    const isRequestEdited = JSON.stringify(decision.request) !== JSON.stringify(admitting.request)
    draft = { ...(await askModel(decision, { added, asking, isAutomatic }, context)), isRequestEdited }
    const tokens = sumTokens(draft)
    admission.spend(tokens === null ? most : { tokens, money: draft.cost ?? 0 })
  } catch (error) {
    if (asking.signal.aborted) return withdrawn()
    if (stopped.aborted) {
      admission.reviewed(false)
      return toRefusedRequest('User stopped the model', say('requests.modelStopped'))
    }
    const failure = toFailure(error)
    const { serverName } = asking.origin
    context.log.warn('a model did not answer for a server', { serverName, code: failure.code })
    if (failure.code === 'INTERNAL') context.log.error('sampling failed', { error })
    context.alert(say('requests.modelFailed', { server: serverName, reason: toLocalizedText(error) }))
    return failed('The model did not answer.', say('requests.modelSilent'))
  } finally {
    show(null)
  }
  return admission.isAutomatic ? sendUnseen(draft, asking, context) : review(draft, admitting, context)
}

interface ToAsk {
  readonly asking: SamplingRequestCase
  /** Context from the conversation that the user allowed; null: none. */
  readonly added: string | null
  readonly isAutomatic: boolean
}

async function askModel(
  { request, model }: Approved,
  { added, asking, isAutomatic }: ToAsk,
  context: ServerRequestContext
): Promise<Omit<ReviewedDraft, 'isRequestEdited'>> {
  const { origin, modelWatch } = asking
  const signal = AbortSignal.any([asking.signal, modelWatch.stopped])
  const resolved = context.resolveModel(model, { ...origin, isAutomatic })
  const names = nameTools(request.tools)
  const modelRequest = toModelRequest(request, resolved.model, { names, context: added })
  const bodies: string[] = []
  const onSent = (sent: SentBody): void => void bodies.push(sent.body)
  const parts = resolved.provider.stream({ ...modelRequest, onSent }, signal)
  const reply = await untilAborted(readSamplingReply(parts, names), signal)
  tellNotTaken(mediaIn(modelRequest.messages), bodies.at(-1), { ...context, server: origin.serverName })
  const cost = reply.usage === null ? null : context.costOf(model, reply.usage)
  return { ...reply, model, ownModelId: resolved.model, cost, request }
}

/**
 * The cost of an answer of maximum length, without the request, used as long as the real cost is unknown or the model
 * doesn't report it.
 */
function mostSpent({ model, request: { maxTokens } }: Approved, { costOf }: ServerRequestContext): Spent {
  const usage = { inputTokens: 0, outputTokens: maxTokens }
  return { tokens: maxTokens, money: costOf(model, usage) ?? 0 }
}

/** The user allowed all of it, but the model may have received less. */
function tellNotTaken(
  media: readonly Media[],
  body: string | undefined,
  { alert, server }: Pick<ServerRequestContext, 'alert'> & { readonly server: string }
): void {
  if (body === undefined) return
  const what = nameAllMedia(media.filter((item) => !wasSent(item, body)))
  if (what !== null) alert(say('requests.notTaken', { server, what }))
}
