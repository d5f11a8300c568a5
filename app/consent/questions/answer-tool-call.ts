/** Interprets answers to questions about tool calls, and decides which permissions cover other questions. */
import type { AnswerOf } from '../../contract/questions/questions'
import { isDeepStrictEqual } from 'node:util'
import type { GrantScope } from '../../contract/grants'
import type { JsonObject } from '../../contract/json'
import { invalidAnswer, requireFit } from './answer-context'
import type { AnswerContext, TakeAnswer } from './answer-context'
import { toCallFacts, listNewFlows, toFlows, toGrant, toPins, useFlows } from './create-grant'
import type { JudgedCall } from './create-grant'
import type { ToolCallDecision } from '../interface'
import { judgeToolCall } from '../grants/policy'
import type { Waiting } from './questions'
import { say } from '../../texts/render-localized'

type WaitingToolCall = Waiting<'tool-call'>

export const takeToolCallAnswer: TakeAnswer<'tool-call'> = async (waiting, answer, context) => {
  const args = await chooseArguments(waiting, answer, context)
  context.requireOpen(waiting)
  const { decision } = answer
  if (decision !== 'deny' && (supersedeChanged(waiting, context) || supersedeFlows(waiting, context))) return
  const { serverName, toolName } = waiting.question
  const scope = scopeOf(decision)
  const grant = scope === null ? null : toGrant(waiting, { answer, scope, arguments: args }, context)
  const permitted = scope === null ? [] : toFlows(waiting, { answer, scope }, context)
  context.log.info('tool call answered', { serverName, toolName, decision })
  noteHabit(waiting, { decision, arguments: args }, context)
  if (decision === 'deny') return waiting.settle({ type: 'denied' })
  const { flows, grants, pins } = context.remembered
  // First, because what this approval permits is for later calls.
  const used = useFlows({ call: waiting.question }, context)
  const saved = [used, ...(grant === null ? [] : [grants.add(grant)]), flows.add(permitted)]
  saved.push(pins.add(toPins(waiting, scope, context)))
  context.settleCovered(waiting)
  const isEdited = args !== waiting.question.arguments
  waiting.settle({ type: 'allowed', arguments: args, isEdited, by: 'person' })
  await Promise.all(saved)
}

function noteHabit(
  { question, basis }: WaitingToolCall,
  answer: { readonly decision: AnswerOf<'tool-call'>['decision']; readonly arguments: JsonObject },
  context: AnswerContext
): void {
  const { definitionHash } = basis
  const facts = toCallFacts({ call: question, definitionHash, arguments: answer.arguments }, context)
  if (answer.decision === 'allow-once') context.habits.allowed(question, facts)
  else context.habits.ended(facts)
}

/** An approval of the shown definition doesn't cover a changed one. True if the tool has changed. */
export function supersedeChanged(waiting: WaitingToolCall, { tools }: AnswerContext): boolean {
  const { serverName, toolName } = waiting.question
  const tool = tools.find(serverName, toolName)
  if (tool === undefined || tool.definitionHash === waiting.basis.definitionHash) return false
  waiting.settle({ type: 'superseded' })
  return true
}

/** An approval also doesn't cover text of a server whose permission has ended since. */
function supersedeFlows(waiting: WaitingToolCall, context: AnswerContext): boolean {
  const { question } = waiting
  const shown = new Set(question.newFlows)
  if (listNewFlows({ call: question }, context).every((from) => shown.has(from))) return false
  waiting.settle({ type: 'superseded' })
  return true
}

/** Settles a call that saved permissions now allow. */
export function settleCoveredCall(waiting: WaitingToolCall, context: AnswerContext): void {
  const { repeats, otherParams } = waiting.question
  // No permission covers a call that keeps repeating, or one with more than its arguments.
  if (supersedeChanged(waiting, context) || repeats !== undefined || otherParams !== undefined) return
  const { grants } = context.remembered
  const { question, basis } = waiting
  const call = { call: question, definitionHash: basis.definitionHash, arguments: question.arguments }
  const verdict = judgeToolCall(grants.list(), toCallFacts(call, context))
  if (verdict.type !== 'allow') return
  waiting.settle(allowByGrant(call, verdict.grantId, context))
}

/** Counts the call if the permissions count calls. */
export function allowByGrant(judged: JudgedCall, grantId: string, context: AnswerContext): ToolCallDecision {
  const { arguments: args } = judged
  void context.remembered.grants.use(grantId) // never rejects
  void useFlows(judged, context) // never rejects
  return { type: 'allowed', arguments: args, isEdited: false, by: 'grant', grantId }
}

function scopeOf(decision: AnswerOf<'tool-call'>['decision']): GrantScope | null {
  switch (decision) {
    case 'allow-conversation':
      return 'conversation'
    case 'allow-server-conversation':
      return 'server-conversation'
    case 'allow-always':
      return 'always'
    case 'allow-read-only':
      return 'read-only'
    case 'allow-once':
    case 'deny':
      return null
  }
}

/** The arguments to call with: the user's if they match the schema. */
async function chooseArguments(
  { question }: WaitingToolCall,
  answer: AnswerOf<'tool-call'>,
  { checkArguments }: AnswerContext
): Promise<JsonObject> {
  const edited = answer.arguments
  const isForGrant = scopeOf(answer.decision) !== null
  if (!isForGrant && answer.conditions !== undefined && answer.conditions.length > 0)
    throw invalidAnswer(say('consent.limitsForOnce'))
  if (answer.decision === 'deny' || edited === undefined) return question.arguments
  if (isDeepStrictEqual(edited, question.arguments)) return question.arguments
  const problems = await checkArguments(question.inputSchema, edited)
  requireFit(problems, say('consent.argumentsMisfit'))
  return edited
}
