/**
 * The only place that asks the person. What was remembered answers first; else a question waits until
 * the person answers, a grant given meanwhile covers it, or its signal withdraws it.
 */
import { isDeepStrictEqual } from 'node:util'
import { HostError } from '../base/host-error'
import type { Logger } from '../base/logger'
import type { Answer, ConsentView, Question } from '../contract/consents'
import type { JsonObject } from '../contract/json'
import type { ArgumentProblem } from '../contract/servers'
import type { StoredGrant } from '../history/interface'
import type { ConsentGate } from './interface'
import { judgeToolCall, type ToolCallFacts } from './policy'
import {
  createQuestions,
  type Questions,
  type WaitingQuestion,
  type WaitingServerTrust,
  type WaitingToolCall
} from './questions'
import { createRemembered, type ConsentHistory, type Remembered } from './remembered'

export interface ConsentOptions {
  readonly history: ConsentHistory
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly newId: () => string
  /** Checks edited arguments against the tool's input schema. Empty: they fit. */
  readonly checkArguments: (schema: JsonObject, args: JsonObject) => Promise<ArgumentProblem[]>
  readonly log: Logger
}

export interface ConsentGateControl extends ConsentGate {
  /** Reads what was remembered. @throws HostError HISTORY_UNAVAILABLE; the gate then asks for everything. */
  load(): Promise<void>
  onQuestionsChanged(listener: (questions: readonly Question[]) => void): () => void
  onViewChanged(listener: (view: ConsentView) => void): () => void
}

type ToolCallAnswer = Extract<Answer, { type: 'tool-call' }>
type ServerTrustAnswer = Extract<Answer, { type: 'server-trust' }>

interface Parts extends ConsentOptions {
  readonly remembered: Remembered
  readonly settleCovered: (answered: WaitingQuestion) => void
}

export function createConsentGate(options: ConsentOptions): ConsentGateControl {
  const { now, newId } = options
  const log = options.log.in('consent')
  const questions = createQuestions()
  const remembered = createRemembered(options.history, log)
  const isTrusted = (serverName: string, fingerprint: string): boolean =>
    remembered.trust.of(serverName)?.fingerprint === fingerprint

  /**
   * Questions behind an answered one that a yes for longer covers are settled before it, so that none of
   * them comes up for a moment.
   */
  const settleCovered = (answered: WaitingQuestion): void => {
    for (const waiting of questions.all()) if (waiting !== answered) settleIfCovered(waiting, remembered)
  }
  const parts = { ...options, log, remembered, settleCovered }

  return {
    load: remembered.load,
    onQuestionsChanged: questions.onChanged,
    onViewChanged: remembered.onChanged,
    questions: questions.list,
    view: remembered.view,
    isTrusted,
    revokeGrant: remembered.grants.revoke,
    revokeTrust: remembered.trust.revoke,
    decideToolCall: async ({ definitionHash, ...request }, signal) => {
      if (signal.aborted) return { type: 'withdrawn' }
      const verdict = judgeToolCall(remembered.grants.list(), { ...request, definitionHash })
      if (verdict.type === 'allow') return allowedByGrant(request.arguments)
      const question = {
        ...request,
        type: 'tool-call' as const,
        id: newId(),
        askedAt: now(),
        note: verdict.note
      }
      return questions.askToolCall(question, definitionHash, signal)
    },
    decideServerTrust: async ({ fingerprint, ...request }, signal) => {
      if (signal.aborted) return 'withdrawn'
      if (isTrusted(request.serverName, fingerprint)) return 'trusted'
      const previous = remembered.trust.of(request.serverName)?.act ?? null
      const question = { ...request, type: 'server-trust' as const, id: newId(), askedAt: now(), previous }
      return questions.askServerTrust(question, fingerprint, signal)
    },
    answer: (questionId, answer) => takeAnswer(questions, { questionId, answer }, parts),
    withdrawToolCalls: (serverName) => {
      for (const waiting of questions.all()) {
        const isOfServer = waiting.type === 'tool-call' && waiting.question.serverName === serverName
        if (isOfServer) waiting.settle({ type: 'withdrawn' })
      }
    },
    forgetConversation: async (conversationId) => {
      for (const waiting of questions.all()) {
        const isOfConversation =
          waiting.type === 'tool-call' && waiting.question.conversationId === conversationId
        if (isOfConversation) waiting.settle({ type: 'withdrawn' })
      }
      await remembered.grants.forgetConversation(conversationId)
    }
  }
}

async function takeAnswer(
  questions: Questions,
  { questionId, answer }: { readonly questionId: string; readonly answer: Answer },
  parts: Parts
): Promise<void> {
  const waiting = questions.find(questionId)
  if (waiting === undefined) throw unknownQuestion()
  if (waiting.type === 'tool-call' && answer.type === 'tool-call') {
    const args = await chooseArguments(waiting, answer, parts.checkArguments)
    // The turn may have been stopped while the arguments were checked.
    if (questions.find(questionId) !== waiting) throw unknownQuestion()
    await settleToolCall(waiting, { decision: answer.decision, arguments: args }, parts)
  } else if (waiting.type === 'server-trust' && answer.type === 'server-trust') {
    await settleServerTrust(waiting, answer.decision, parts)
  } else {
    throw new HostError('BRIDGE_INVALID_INPUT', 'The answer is of another kind than the question.')
  }
}

/** A yes for longer than once answers the questions behind it that it covers. */
function settleIfCovered(waiting: WaitingQuestion, remembered: Remembered): void {
  if (waiting.type === 'server-trust') {
    const trusted = remembered.trust.of(waiting.question.serverName)
    if (trusted?.fingerprint === waiting.hash) waiting.settle('trusted')
    return
  }
  const verdict = judgeToolCall(remembered.grants.list(), factsOf(waiting))
  if (verdict.type === 'allow') waiting.settle(allowedByGrant(waiting.question.arguments))
}

/** The arguments to call with: the person's where they fit the schema. */
async function chooseArguments(
  { question }: WaitingToolCall,
  answer: ToolCallAnswer,
  checkArguments: ConsentOptions['checkArguments']
): Promise<JsonObject> {
  const edited = answer.arguments
  if (answer.decision === 'deny' || edited === undefined) return question.arguments
  if (isDeepStrictEqual(edited, question.arguments)) return question.arguments
  const problems = await checkArguments(question.inputSchema, edited)
  if (problems.length === 0) return edited
  const message = 'The arguments do not fit what the tool expects. Correct them, or deny the call.'
  throw new HostError('TOOL_INVALID_ARGUMENTS', message, { data: { problems } })
}

async function settleToolCall(
  waiting: WaitingToolCall,
  answer: { readonly decision: ToolCallAnswer['decision']; readonly arguments: JsonObject },
  parts: Parts
): Promise<void> {
  const { decision, arguments: args } = answer
  const { serverName, toolName } = waiting.question
  parts.log.info('tool call answered', { serverName, toolName, decision })
  if (decision === 'deny') return waiting.settle({ type: 'denied' })
  const saved =
    decision === 'allow-once' ? undefined : parts.remembered.grants.add(toGrant(waiting, decision, parts))
  parts.settleCovered(waiting)
  waiting.settle({
    type: 'allowed',
    arguments: args,
    isEdited: args !== waiting.question.arguments,
    by: 'person'
  })
  await saved
}

function toGrant(
  { question, hash }: WaitingToolCall,
  decision: 'allow-conversation' | 'allow-always',
  { newId, now }: Pick<ConsentOptions, 'newId' | 'now'>
): StoredGrant {
  const { serverName, toolName, conversationId } = question
  const reach =
    decision === 'allow-always'
      ? { scope: 'always' as const, conversationId: null }
      : { scope: 'conversation' as const, conversationId }
  return { ...reach, id: newId(), serverName, toolName, definitionHash: hash, createdAt: now() }
}

async function settleServerTrust(
  waiting: WaitingServerTrust,
  decision: ServerTrustAnswer['decision'],
  { log, now, remembered, settleCovered }: Parts
): Promise<void> {
  const { serverName, act } = waiting.question
  log.info('server trust answered', { serverName, decision })
  if (decision === 'keep-stopped') return waiting.settle('kept-stopped')
  const saved = remembered.trust.add({ serverName, fingerprint: waiting.hash, act, createdAt: now() })
  settleCovered(waiting)
  waiting.settle('trusted')
  await saved
}

function factsOf({ question, hash }: WaitingToolCall): ToolCallFacts {
  const { conversationId, serverName, toolName } = question
  return { conversationId, serverName, toolName, definitionHash: hash }
}

function allowedByGrant(args: JsonObject) {
  return { type: 'allowed', arguments: args, isEdited: false, by: 'grant' } as const
}

function unknownQuestion(): HostError {
  return new HostError('CONSENT_UNKNOWN_QUESTION', 'That question has been answered or withdrawn already.')
}
