/**
 * Takes a tool call from its request to a decision: by a permission, or by a question with all it says beyond the call
 * itself (why Parley asks, warnings, and the permissions on offer).
 */
import type { GrantScope } from '../../contract/grants'
import type { ToolCallQuestion } from '../../contract/questions/questions'
import type { ToolDefinition } from '../../contract/tool-definition'
import type { StoredPin } from '../../history/interface'
import type { AnswerContext } from '../questions/answer-context'
import { describeVerdict } from '../grants/describe-verdict'
import {
  readAskedDefinition,
  toCallFacts,
  isWide,
  toKnownTool,
  listGrantedTools
} from '../questions/create-grant'
import type { Approvals, ApprovalFindings, KnownTool, KnownTools } from '../interface'
import { judgeToolCall, scopesFor } from '../grants/policy'
import type { ToolCallFacts, PolicyVerdict } from '../grants/policy'
import type { Questions } from '../questions/questions'
import { suggestConditions } from '../grants/suggest-conditions'
import { allowByGrant } from '../questions/answer-tool-call'
import { listProgramWarnings } from '../tools/program-warnings'
import { listToolWarnings } from '../tools/tool-warnings'
import { say } from '../../texts/render-localized'
import type { LocalizedText } from '../../contract/localized-text'

type FoundForQuestion = Pick<ToolCallQuestion, ApprovalFindings>

type WantedCall = Omit<Parameters<Approvals['decideToolCall']>[0], 'turnId'>

/** A question that keeps changing can't be answered. */
const mostChanges = 5

/** Asks again if the tool changes while the user is being asked. */
export function createToolCallDecision(
  questions: Questions,
  context: AnswerContext
): (wanted: WantedCall, signal: AbortSignal) => ReturnType<Approvals['decideToolCall']> {
  const { remembered, newId, now, tools } = context
  return async (wanted, signal) => {
    let shown: KnownTool | null = null
    for (let changes = 0; changes <= mostChanges; changes += 1) {
      if (signal.aborted) return { type: 'withdrawn' }
      const { definitionHash, readFrom, ...call } = asItIsNow(wanted, tools)
      const request = readFrom.length === 0 ? call : { ...call, readFrom: [...readFrom] }
      const tool = toKnownTool(request, definitionHash)
      const judged = { call: request, definitionHash, arguments: request.arguments }
      const facts = toCallFacts(judged, context)
      const verdict = judgeAgain(judgeToolCall(remembered.grants.list(), facts), request)
      if (verdict.type === 'allow') return allowByGrant(judged, verdict.grantId, context)
      const ofServer = tools.ofServer(wanted.serverName)
      const found = findForQuestion(
        tool,
        { verdict, facts, shown, ofServer, repeats: request.repeats },
        context
      )
      const added = { type: 'tool-call' as const, id: newId(), askedAt: now() }
      const question = { ...request, ...found, ...added }
      const decision = await questions.ask<'tool-call'>(question, signal, {
        definitionHash,
        tools: ofServer
      })
      if (decision.type !== 'superseded') return decision
      shown = tool
    }
    return { type: 'restless' }
  }
}

/** No permission covers a call that keeps repeating without effect, or with more than its arguments. */
function judgeAgain(
  verdict: PolicyVerdict,
  { repeats, otherParams }: Pick<ToolCallQuestion, 'repeats' | 'otherParams'>
): PolicyVerdict {
  return (repeats === undefined && otherParams === undefined) || verdict.type === 'ask'
    ? verdict
    : { type: 'ask', obstacle: null, grant: null }
}

/** The model chose the tool earlier. Parley judges and shows the definition that would be called now. */
function asItIsNow(wanted: WantedCall, tools: KnownTools): WantedCall {
  const tool = tools.find(wanted.serverName, wanted.toolName)
  if (tool === undefined || tool.definitionHash === wanted.definitionHash) return wanted
  const { title, description, annotations, inputSchema, outputSchema, ui, definitionHash } = tool
  const { ui: _before, ...others } = wanted
  const definition = {
    toolTitle: title,
    toolDescription: description,
    annotations,
    inputSchema,
    outputSchema,
    ...(ui !== undefined && { ui })
  }
  return { ...others, ...definition, definitionHash }
}

interface Judged {
  readonly verdict: Extract<PolicyVerdict, { type: 'ask' }>
  readonly facts: ToolCallFacts
  /** The tool as an earlier question about this call showed it. */
  readonly shown: KnownTool | null
  readonly ofServer: readonly KnownTool[]
  readonly repeats: number | undefined
}

function findForQuestion(
  tool: KnownTool,
  judged: Judged,
  { tools, remembered }: AnswerContext
): FoundForQuestion {
  const pin = remembered.pins.of(tool.serverName, tool.name)
  const previous = previousDefinition(tool, pin, judged.shown)
  const scopes = scopesFor(judged.facts)
  const { newFlows, effect, arguments: args, findRealPath } = judged.facts
  const suggestedConditions = suggestConditions(args, findRealPath)
  const reaching = { effect, arguments: args, conditions: suggestedConditions }
  return {
    effect,
    note: noteAbout(tool, judged, pin),
    warnings: [
      ...listProgramWarnings(reaching, remembered.trust.list(), findRealPath),
      ...listToolWarnings(tool, tools)
    ],
    suggestedConditions,
    scopes,
    widerScopes: scopes
      .filter(isWide)
      .map((scope) => summaryOf(scope, listGrantedTools(tool, scope, judged.ofServer))),
    ...(previous === null ? {} : { previousDefinition: previous }),
    ...(newFlows.length === 0 ? {} : { newFlows: [...newFlows] })
  }
}

const mostNames = 40

function summaryOf(scope: GrantScope, covered: readonly KnownTool[]) {
  return { scope, toolCount: covered.length, toolNames: covered.slice(0, mostNames).map(({ name }) => name) }
}

/** The definition that the user last approved, or else last saw; null if the tool hasn't changed since. */
function previousDefinition(
  { definitionHash }: KnownTool,
  pin: StoredPin | undefined,
  shown: KnownTool | null
): ToolDefinition | null {
  if (pin !== undefined && pin.hash !== definitionHash) return pin.definition
  return shown !== null && shown.definitionHash !== definitionHash ? readAskedDefinition(shown) : null
}

function noteAbout(
  tool: KnownTool,
  { verdict, facts, shown, repeats }: Judged,
  pin: StoredPin | undefined
): LocalizedText | null {
  if (repeats !== undefined) return say('consent.repeated', { count: repeats })
  if (shown !== null && shown.definitionHash !== tool.definitionHash) return say('consent.changedMeanwhile')
  if (pin === undefined) return describeVerdict(verdict, facts)
  if (pin.hash !== tool.definitionHash) return say('consent.definitionChanged')
  // The change was already shown with the call that was allowed then.
  return verdict.obstacle?.type === 'definition-changed'
    ? say('consent.onceAllowed')
    : describeVerdict(verdict, facts)
}
