/**
 * A tool call from its request to a decision: a grant, or a question with all that it says beyond the call itself
 * (why it is asked, what is odd, what may be granted).
 */
import type { AnswerContext } from './answer-context'
import type { ToolCallQuestion } from '../contract/consents'
import { noteOf } from './grant-words'
import { factsOf, toolOf } from './granting'
import type { ConsentGate, KnownTool } from './interface'
import { judgeToolCall, scopesFor } from './policy'
import type { ToolCallFacts, Verdict } from './policy'
import type { Questions } from './questions'
import { suggestConditions } from './suggest-conditions'
import { allowedByGrant } from './tool-call-kind'
import { warningsOfTool } from './tool-warnings'

type FoundForQuestion = Pick<
  ToolCallQuestion,
  'note' | 'warnings' | 'previousDefinition' | 'suggestedConditions' | 'scopes'
>

export function createToolCallDecision(
  questions: Questions,
  context: AnswerContext
): ConsentGate['decideToolCall'] {
  const { remembered, newId, now } = context
  return async ({ definitionHash, ...request }, signal) => {
    if (signal.aborted) return { type: 'withdrawn' }
    const facts = factsOf({ call: request, definitionHash, arguments: request.arguments }, context)
    const verdict = judgeToolCall(remembered.grants.list(), facts)
    if (verdict.type === 'allow') {
      void remembered.grants.use(verdict.grantId) // never rejects
      return allowedByGrant(request.arguments, verdict.grantId)
    }
    const found = findForQuestion(toolOf(request, definitionHash), { verdict, facts }, context)
    const added = { type: 'tool-call' as const, id: newId(), askedAt: now() }
    return questions.ask<'tool-call'>({ ...request, ...found, ...added }, signal, definitionHash)
  }
}

function findForQuestion(
  tool: KnownTool,
  { verdict, facts }: { readonly verdict: Extract<Verdict, { type: 'ask' }>; readonly facts: ToolCallFacts },
  { tools, remembered }: AnswerContext
): FoundForQuestion {
  const pin = remembered.pins.of(tool.serverName, tool.name)
  const isChanged = pin !== undefined && pin.hash !== tool.definitionHash
  const changed = isChanged ? noteOf({ ...verdict, obstacle: { type: 'definition-changed' } }, facts) : null
  return {
    note: changed ?? noteOf(verdict, facts),
    warnings: warningsOfTool(tool, tools),
    suggestedConditions: suggestConditions(facts.arguments),
    scopes: scopesFor(facts),
    ...(isChanged ? { previousDefinition: pin.definition } : {})
  }
}
