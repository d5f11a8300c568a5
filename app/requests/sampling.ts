/**
 * A server asks for a model's answer: the person reviews the request, a model or the person answers, the person
 * reviews the answer, the server gets it. Which model is decided in `choose-model.ts`, its words are in
 * `sampling-exchange.ts`. @spec 2025-11-25 client/sampling
 */
import { toFailure } from '../base/host-error'
import { untilAborted } from '../base/until-aborted'
import type { SamplingDecision } from '../consent/interface'
import { directModelId } from '../contract/conversations'
import type { SamplingRequest } from '../contract/requests'
import { defaultSamplingLimits } from '../contract/sampling-defaults'
import type { Admission, Spent } from './budgets'
import { chooseModel } from './choose-model'
import { failed, refused } from './request-context'
import type { Asking, Origin, Outcome, RequestContext, SamplingAsking } from './request-context'
import { describeContext } from './sampling-context'
import { nameTools, readReply, toModelRequest } from './sampling-exchange'
import type { SamplingReply } from './sampling-exchange'

/** An answer before its review. */
interface Draft extends SamplingReply {
  /** `<provider>/<model>`, or `person`. */
  readonly model: string
  /** The provider's own id of the model, or `person`. */
  readonly ownModelId: string
  readonly cost: number | null
}

type Approved = SamplingDecision & { readonly type: 'approved' }
type Admitted = Admission & { readonly type: 'admitted' }

/** A request that is within its budget. */
interface Admitting {
  readonly asking: SamplingAsking
  readonly admission: Omit<Admitted, 'budget'>
  readonly contextPreview: string | null
}

/** Before a refusal by a budget, so that a server in a loop does not spin. */
const refuseAfterMs = 1_000

const byPerson: Draft = {
  content: [],
  stopReason: 'endTurn',
  usage: null,
  model: 'person',
  ownModelId: 'person',
  cost: null
}

export async function answerSampling(asking: SamplingAsking, context: RequestContext): Promise<Outcome> {
  const { origin } = asking
  const wanted = asking.request.request.maxTokens
  const admission = context.budgets?.admit(origin.serverName, wanted) ?? unlimited(wanted)
  if (admission.type === 'refused') return refuseByBudget(admission, asking, context)
  try {
    return await answerAdmitted(asking, admission, context)
  } finally {
    admission.spend(null)
  }
}

async function answerAdmitted(
  asking: SamplingAsking,
  admission: Omit<Admitted, 'budget'> & Partial<Pick<Admitted, 'budget'>>,
  context: RequestContext
): Promise<Outcome> {
  const { origin, signal } = asking
  const request = context.redact({ ...asking.request.request, maxTokens: admission.maxTokens })
  const usual = [context.readModel(origin.conversationId), context.readModel(null)]
  const { model, reason } = chooseModel(request, context.listModels(), usual)
  if (admission.isAutomatic && model !== directModelId) {
    const decision: Approved = { type: 'approved', request, model, sharesContext: false }
    return askAndReview(decision, { asking, admission, contextPreview: null }, context)
  }
  const contextPreview = await readContext(request, origin, context)
  const { budget } = admission
  const shown = { ...origin, request, model, modelReason: reason, contextPreview }
  const question = budget === undefined ? shown : { ...shown, budget }
  const decision = await context.consent.decideSampling(question, signal)
  if (decision.type !== 'withdrawn') admission.reviewed(decision.type !== 'declined')
  const byHand = { asking, admission: { ...admission, isAutomatic: false }, contextPreview }
  switch (decision.type) {
    case 'answer-myself':
      return review(byPerson, byHand, context)
    case 'declined':
      return refused('User rejected sampling request', 'you declined')
    case 'withdrawn':
      return withdrawn()
    case 'approved':
      return askAndReview(decision, byHand, context)
  }
}

function unlimited(maxTokens: number): Omit<Admitted, 'budget'> {
  const most = Math.min(maxTokens, defaultSamplingLimits.maxTokens)
  const nothing = { reserve: () => {}, spend: () => {}, reviewed: () => {} }
  return { type: 'admitted', isAutomatic: false, maxTokens: most, ...nothing }
}

async function refuseByBudget(
  { reason, isNews }: Admission & { readonly type: 'refused' },
  { origin, signal }: Asking<'sampling'>,
  context: RequestContext
): Promise<Outcome> {
  const { serverName } = origin
  context.log.warn('a sampling request was refused', { serverName, reason })
  if (isNews) context.alert(`${serverName} asked for a model's answer: ${reason}. Settings has its limits.`)
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, refuseAfterMs)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
  return { ...refused('Sampling is limited for this server. Try again later.', reason), isKnown: !isNews }
}

async function askAndReview(
  decision: Approved,
  admitting: Admitting,
  context: RequestContext
): Promise<Outcome> {
  const { asking, admission, contextPreview } = admitting
  const allowedContext = decision.sharesContext ? contextPreview : null
  const { stopped, show } = asking.modelWatch
  let draft: Draft
  show(decision.model)
  const most = mostSpent(decision, context)
  admission.reserve(most.money)
  try {
    draft = await askModel(decision, { added: allowedContext, asking }, context)
    const tokens = tokensOf(draft)
    admission.spend(tokens === null ? most : { tokens, money: draft.cost ?? 0 })
  } catch (error) {
    if (asking.signal.aborted) return withdrawn()
    if (stopped.aborted) {
      admission.reviewed(false)
      return refused('User stopped the model', 'you stopped the model')
    }
    const failure = toFailure(error)
    const { serverName } = asking.origin
    context.log.warn('a model did not answer for a server', { serverName, code: failure.code })
    if (failure.code === 'INTERNAL') context.log.error('sampling failed', { error })
    context.alert(`The model did not answer what ${serverName} asked for. ${failure.message}`)
    return failed('The model did not answer.', 'the model did not answer')
  } finally {
    show(null)
  }
  return admission.isAutomatic ? sendUnseen(draft, asking, context) : review(draft, admitting, context)
}

async function askModel(
  { request, model }: Approved,
  { added, asking }: { readonly added: string | null; readonly asking: SamplingAsking },
  context: RequestContext
): Promise<Draft> {
  const { origin, modelWatch } = asking
  const signal = AbortSignal.any([asking.signal, modelWatch.stopped])
  const resolved = context.resolveModel(model, origin)
  const names = nameTools(request.tools)
  const modelRequest = toModelRequest(request, resolved.model, { names, context: added })
  const parts = resolved.provider.stream(modelRequest, signal)
  const reply = await untilAborted(readReply(parts, names), signal)
  const cost = reply.usage === null ? null : (context.costOf?.(model, reply.usage) ?? null)
  return { ...reply, model, ownModelId: resolved.model, cost }
}

async function review(
  draft: Draft,
  { asking: { origin, signal }, admission }: Admitting,
  { consent }: RequestContext
): Promise<Outcome> {
  const { ownModelId, stopReason, usage, cost, model } = draft
  const question = { ...origin, content: [...draft.content], model, stopReason, usage, cost }
  const decision = await consent.decideSamplingAnswer(question, signal)
  if (decision.type === 'discarded') admission.reviewed(false)
  switch (decision.type) {
    case 'discarded':
      return refused('User rejected the answer', 'you discarded the answer')
    case 'withdrawn':
      return withdrawn()
    case 'sent': {
      const result = { content: [...decision.content], model: ownModelId, stopReason }
      const edited = decision.isEdited ? ', edited' : ''
      const whose = draft === byPerson ? 'your own answer' : `the answer of ${ownModelId}${edited}`
      return { reply: { type: 'sampling', result }, end: `you sent ${whose}` }
    }
  }
}

/** The person allowed it for this server, within its budget. */
function sendUnseen(draft: Draft, { request }: Asking<'sampling'>, context: RequestContext): Outcome {
  const { content, ownModelId: model, stopReason } = draft
  context.decidedByRule?.(request.requestId, 'sampling approved automatically')
  const tokens = tokensOf(draft)
  const cost = tokens === null ? '' : `, ${tokens} tokens`
  const result = { content: [...content], model, stopReason }
  return {
    reply: { type: 'sampling', result },
    end: `the answer of ${model} went to it automatically${cost}`
  }
}

function tokensOf({ usage }: Draft): number | null {
  return usage === null ? null : usage.inputTokens + usage.outputTokens
}

/** By what a full answer takes, its question not counted: what is not known before, or where a model does not tell. */
function mostSpent({ model, request: { maxTokens } }: Approved, { costOf }: RequestContext): Spent {
  const usage = { inputTokens: 0, outputTokens: maxTokens }
  return { tokens: maxTokens, money: costOf?.(model, usage) ?? 0 }
}

/** Null where nothing is asked for, or where it is not known in which conversation. */
async function readContext(
  { includeContext }: SamplingRequest,
  { conversationId, serverName }: Origin,
  context: RequestContext
): Promise<string | null> {
  if (includeContext === 'none' || conversationId === null) return null
  try {
    return describeContext(await context.readMessages(conversationId), includeContext, serverName)
  } catch (error) {
    context.log.warn('the context of a sampling request could not be read', { error })
    return null
  }
}

function withdrawn(): Outcome {
  return refused('The request was withdrawn', 'the request was withdrawn')
}
