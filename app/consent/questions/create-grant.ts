/**
 * Creates what is remembered of a question and its answer: a permission with its limits, and the approved definitions.
 */
import { describeCondition, nameArgument } from '../../texts/condition-texts'
import type { GrantCondition, GrantScope } from '../../contract/grants'
import type { AnswerOf, ToolCallQuestion } from '../../contract/questions/questions'
import type { ToolDefinition } from '../../contract/tool-definition'
import type { JsonObject } from '../../contract/json'
import type { StoredGrant, StoredPin } from '../../history/interface'
import { invalidAnswer } from './answer-context'
import type { AnswerContext } from './answer-context'
import { nameAlike, namesIn } from '../grants/argument-names'
import { brokenCondition } from '../grants/conditions'
import { countedFlows, openFlows } from '../grants/flow-grants'
import type { FlowFacts, StoredFlow } from '../grants/flow-grants'
import type { KnownTool } from '../interface'
import { isForServerScope, scopesFor } from '../grants/policy'
import type { ToolCallFacts } from '../grants/policy'
import { resolveRealFolders, rememberRealPaths } from '../grants/real-path'
import type { Waiting } from './questions'
import { readToolEffect } from '../tools/tool-effect'
import { say } from '../../texts/render-localized'

type WaitingToolCall = Waiting<'tool-call'>

/** `arguments`: those that the call is made with. */
export interface Granted {
  readonly answer: AnswerOf<'tool-call'>
  readonly scope: GrantScope
  readonly arguments: JsonObject
}

/** A call to be decided. `arguments` are those that it would be made with. */
export interface JudgedCall {
  readonly call: Pick<
    ToolCallQuestion,
    'conversationId' | 'isInspected' | 'serverName' | 'toolName' | 'annotations' | 'flows' | 'readFrom'
  >
  readonly definitionHash: string
  readonly arguments: JsonObject
}

export function toCallFacts(judged: JudgedCall, context: AnswerContext): ToolCallFacts {
  const { toolName, annotations } = judged.call
  const flowFacts = flowFactsOf(judged, context)
  const { fingerprintOf, isExempt: _isExempt, readFrom: _readFrom, ...facts } = flowFacts
  return {
    ...facts,
    definitionHash: judged.definitionHash,
    effect: readToolEffect(toolName, { annotations }),
    arguments: judged.arguments,
    newFlows: openFlows(context.remembered.flows.list(), flowFacts),
    serverFingerprint: fingerprintOf(facts.serverName),
    isToolChanging: context.tools.isChanging(facts.serverName),
    findRealPath: rememberRealPaths(context.findRealPath)
  }
}

type Carried = Pick<JudgedCall, 'call'>

/** Servers whose text the call may carry without a permission to share it. */
export function listNewFlows(judged: Carried, context: AnswerContext): readonly string[] {
  return openFlows(context.remembered.flows.list(), flowFactsOf(judged, context))
}

/** Counts the call on the data sharing permissions that it uses, where they count calls. Never rejects. */
export async function useFlows(judged: Carried, context: AnswerContext): Promise<void> {
  const { flows } = context.remembered
  await flows.use(countedFlows(flows.list(), flowFactsOf(judged, context)))
}

function flowFactsOf({ call }: Carried, context: AnswerContext): FlowFacts {
  const { conversationId, isInspected, serverName, toolName, flows = [], readFrom = [] } = call
  const fingerprintOf = (name: string) => context.remembered.trust.of(name)?.fingerprint ?? null
  const trusted = fingerprintOf(serverName)
  return {
    conversationId,
    serverName,
    toolName,
    readFrom,
    flows,
    isExempt: trusted !== null && context.isFlowExempt(serverName, trusted),
    fingerprintOf,
    forbiddenScopes: [...context.forbiddenScopes(), ...(isInspected === true ? conversationScopes : [])],
    now: context.now()
  }
}

/** @throws HostError BRIDGE_INVALID_INPUT if the scope wasn't offered or this call breaks the limits */
export function toGrant(
  waiting: WaitingToolCall,
  { answer, scope, arguments: args }: Granted,
  context: AnswerContext
): StoredGrant {
  const { question, basis } = waiting
  const { definitionHash } = basis
  const facts = toCallFacts({ call: question, definitionHash, arguments: args }, context)
  const conditions = answer.conditions ?? []
  requireOffered(scope, facts)
  const isForTool = !isWide(scope)
  requireKept(conditions, { facts, isForTool })
  const folders = conditions.flatMap((limit) => (limit.type === 'path-below' ? [limit.folder] : []))
  const covered = isForTool ? [] : coveredBy(waiting, scope, context)
  return {
    id: context.newId(),
    scope,
    serverName: question.serverName,
    toolName: isForTool ? question.toolName : null,
    conversationId: isForConversation(scope) ? question.conversationId : null,
    conditions,
    usesLeft: usesOf(conditions),
    definitionHash: isForTool ? definitionHash : '',
    coveredTools: Object.fromEntries(covered.map((tool) => [tool.name, tool.definitionHash])),
    serverFingerprint: facts.serverFingerprint,
    createdAt: facts.now,
    ...(isAboutArguments(conditions) && { argumentNames: namesIn(args) }),
    ...(folders.length > 0 && { folderPlaces: resolveRealFolders(folders, context.findRealPath) })
  }
}

/**
 * The data sharing permitted by an approval, with the scope and duration of the calls. For several tools it covers all
 * of them.
 */
export function toFlows(
  { question }: WaitingToolCall,
  { answer, scope }: Omit<Granted, 'arguments'>,
  { newId, now, remembered }: AnswerContext
): StoredFlow[] {
  if (answer.flow === undefined) return []
  const fingerprintOf = (name: string) => remembered.trust.of(name)?.fingerprint ?? null
  const toolName = answer.flow === 'server' || isWide(scope) ? null : question.toolName
  const { conditions = [] } = answer
  const ends = conditions.flatMap((limit) => (limit.type === 'until' ? [limit.at] : []))
  const usesLeft = usesOf(conditions)
  return (question.newFlows ?? []).map((from) => ({
    id: newId(),
    scope,
    from,
    to: question.serverName,
    toolName,
    conversationId: isForConversation(scope) ? question.conversationId : null,
    endsAt: ends.length === 0 ? null : Math.min(...ends),
    ...(usesLeft !== null && { usesLeft }),
    createdAt: now(),
    fromFingerprint: fingerprintOf(from),
    toFingerprint: fingerprintOf(question.serverName)
  }))
}

const conversationScopes: readonly GrantScope[] = ['conversation', 'server-conversation']

function isForConversation(scope: GrantScope): boolean {
  return conversationScopes.includes(scope)
}

/** The tool of the call, and all tools of a permission for several tools. */
export function toPins(
  waiting: WaitingToolCall,
  scope: GrantScope | null,
  context: AnswerContext
): StoredPin[] {
  const asked = toKnownTool(waiting.question, waiting.basis.definitionHash)
  const tools = scope !== null && isWide(scope) ? coveredBy(waiting, scope, context) : [asked]
  const pinnedAt = context.now()
  return tools.map((tool) => ({
    serverName: tool.serverName,
    toolName: tool.name,
    hash: tool.definitionHash,
    definition: readAskedDefinition(tool),
    pinnedAt
  }))
}

/** Only the definition, which is stored, and shown when the tool changes. */
export function readAskedDefinition({
  title,
  description,
  annotations,
  inputSchema,
  outputSchema,
  ui
}: ToolDefinition): ToolDefinition {
  return { title, description, annotations, inputSchema, outputSchema, ...(ui !== undefined && { ui }) }
}

function requireOffered(scope: GrantScope, facts: ToolCallFacts): void {
  if (scopesFor(facts).includes(scope)) return
  throw invalidAnswer(
    facts.forbiddenScopes.includes(scope) ? say('consent.reachForbidden') : say('consent.reachMisfit')
  )
}

/** Refuses limits that this call breaks: the user didn't mean those. */
function requireKept(
  conditions: readonly GrantCondition[],
  { facts, isForTool }: { readonly facts: ToolCallFacts; readonly isForTool: boolean }
): void {
  if (!isForTool && isAboutArguments(conditions)) throw invalidAnswer(say('consent.noArgumentLimits'))
  const alike = isAboutArguments(conditions) ? nameAlike(facts.arguments) : null
  if (alike !== null) throw invalidAnswer(say('consent.argumentsAlike', { argument: nameArgument(alike) }))
  const broken = brokenCondition(conditions, { ...facts, usesLeft: usesOf(conditions) })
  if (broken === null) return
  throw invalidAnswer(say('consent.limitBroken', { limit: describeCondition(broken) }))
}

function isAboutArguments(conditions: readonly GrantCondition[]): boolean {
  return conditions.some((condition) => 'pointer' in condition)
}

function usesOf(conditions: readonly GrantCondition[]): number | null {
  const counts = conditions.flatMap((condition) => (condition.type === 'at-most' ? [condition.calls] : []))
  return counts.length === 0 ? null : Math.min(...counts)
}

/** Whether a permission with this scope covers several tools. */
export function isWide(scope: GrantScope): boolean {
  return scope === 'server-conversation' || scope === 'read-only'
}

/** The server's tools that such a permission covers, starting with the tool in question. */
export function listGrantedTools(
  asked: KnownTool,
  scope: GrantScope,
  ofServer: readonly KnownTool[]
): KnownTool[] {
  const others = ofServer.filter(({ name }) => name !== asked.name)
  return [asked, ...others.filter((tool) => isForServerScope(scope, readToolEffect(tool.name, tool)))]
}

/**
 * Only tools that the question showed and that haven't changed since. The user hasn't read what the server added later.
 */
function coveredBy(
  { question, basis }: WaitingToolCall,
  scope: GrantScope,
  { tools }: Pick<AnswerContext, 'tools'>
): KnownTool[] {
  const isStill = ({ serverName, name, definitionHash }: KnownTool) =>
    tools.find(serverName, name)?.definitionHash === definitionHash
  return listGrantedTools(toKnownTool(question, basis.definitionHash), scope, basis.tools.filter(isStill))
}

type AskedTool = Pick<
  ToolCallQuestion,
  | 'serverName'
  | 'toolName'
  | 'toolTitle'
  | 'toolDescription'
  | 'annotations'
  | 'inputSchema'
  | 'outputSchema'
  | 'ui'
>

export function toKnownTool(question: AskedTool, definitionHash: string): KnownTool {
  return {
    serverName: question.serverName,
    name: question.toolName,
    title: question.toolTitle,
    description: question.toolDescription,
    annotations: question.annotations,
    inputSchema: question.inputSchema,
    outputSchema: question.outputSchema ?? null,
    ...(question.ui !== undefined && { ui: question.ui }),
    definitionHash
  }
}
