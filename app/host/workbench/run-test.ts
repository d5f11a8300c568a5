/**
 * Runs one saved test through a conversation, so that approvals, rules and the activity log apply as to any call, and
 * compares what came back.
 */
import type { SecretRegistry } from '../../base/logger'
import { fromFailure, HostError, toLocalizedText } from '../../base/host-error'
import type { ContentBlock } from '../../contract/content-blocks'
import type { Failure } from '../../contract/failure'
import type { Message, ToolCallPart } from '../../contract/conversations'
import { directModelId } from '../../contract/direct-model'
import type { JsonObject, JsonValue } from '../../contract/json'
import type { LocalizedText } from '../../contract/localized-text'
import type { ArgumentProblem } from '../../contract/servers'
import { testFileLimits } from '../../contract/workbench/test-limits'
import type { AppToDraw, TestResult } from '../../contract/workbench/tests'
import type { ApprovalsControl } from '../../consent/approvals/approvals'
import type { Conversations } from '../../conversation/conversations'
import type { McpGateway } from '../../mcp/interface'
import type { Models } from '../../models/routing/router'
import type { Servers } from '../../servers/interface'
import { countTextTokens } from '../../conversation/context/request-size'
import { say } from '../../texts/render-localized'
import { checkOutcome, type TestOutcome } from '../../workbench/tests/check-outcome'
import { identifyCall, type MadeCall } from '../../workbench/tests/compare-calls'
import type { JudgedAnswer, Judgement } from '../../workbench/tests/judge-answer'
import type { SavedTest } from '../../workbench/tests/test-file-schema'
import { inspectView, type InspectViewOptions } from '../views/inspect-view'
import type { AppDrawing } from './drawn-apps'
import { readWholeResult } from './read-whole-result'

export interface TestAreas extends Pick<InspectViewOptions, 'policy'> {
  readonly conversations: Conversations
  readonly servers: Servers
  readonly consent: Pick<ApprovalsControl, 'userBegan' | 'onQuestionsChanged' | 'ask'>
  readonly models: Pick<Models, 'view'>
}

export interface TestPorts {
  readonly mcp: Pick<McpGateway, 'clients'>
  readonly now: () => number
  readonly secretRegistry: Pick<SecretRegistry, 'redactDeep'>
}

export interface TestPlace {
  readonly serverName: string
  /** Of a task; null: the test needs none. */
  readonly model: string | null
  readonly conversationId: string
  /** The first message, which tasks replace so that none reads another's messages. */
  readonly rootId: string
  /** Null: there is no window that could. @throws HostError TOOL_CANCELLED */
  readonly drawApp: ((app: AppToDraw) => Promise<AppDrawing>) | null
  /** Null: the test has no judge. Never rejects. */
  readonly judge: ((answer: JudgedAnswer) => Promise<Judgement>) | null
  readonly areas: TestAreas
  readonly ports: TestPorts
}

export type TestEnd = Pick<
  TestResult,
  'state' | 'failures' | 'tookMs' | 'tokens' | 'received' | 'calls' | 'callCount' | 'verdict'
>

/** Characters of a result that is kept with a failed test. */
const receivedCharacters = 4_000

/** Never rejects. */
export async function runTest(test: SavedTest, place: TestPlace): Promise<TestEnd> {
  const { areas, ports, serverName } = place
  const from = ports.now()
  const asked = new Set<string>()
  const unfollow = areas.consent.onQuestionsChanged((questions) => {
    for (const question of questions)
      if ('serverName' in question && question.serverName === serverName) asked.add(question.type)
  })
  try {
    const got = await obtain(test, place)
    const logs = areas.servers.readLog(serverName).filter(({ at, source }) => source === 'log' && at >= from)
    // Before texts are cut, as a part of a secret isn't recognized. Saved tests have no secrets either.
    const { outcome, expect } = ports.secretRegistry.redactDeep({
      outcome: { ...got, asked: [...asked], logs },
      expect: test.expect ?? {}
    })
    const judgement = await judge({ ...test, expect }, outcome, place)
    const failures = checkOutcome(expect, { ...outcome, ...(judgement !== null && { judgement }) })
    const received = failures.length === 0 ? '' : outcome.text.slice(0, receivedCharacters)
    const { tookMs, tokens, skipped } = got
    if (failures.length === 0 && skipped !== undefined)
      return { state: 'skipped', failures: [skipped], tookMs, tokens, received }
    const state = failures.length === 0 ? 'passed' : 'failed'
    const verdict = judgement?.type === 'given' ? { verdict: judgement.verdict } : {}
    const calls = test.task === undefined ? {} : keepCalls(outcome.calls)
    return { state, failures, tookMs, tokens, received, ...calls, ...verdict }
  } catch (error) {
    const isOfServer = error instanceof HostError && !notRun.has(error.code)
    const state = isOfServer ? 'failed' : 'not-run'
    return { state, failures: [toLocalizedText(error)], tookMs: null, tokens: null, received: '' }
  } finally {
    unfollow()
  }
}

function keepCalls(made: readonly MadeCall[]): Pick<TestEnd, 'calls' | 'callCount'> {
  const calls = made.slice(0, testFileLimits.keptCalls).map(identifyCall)
  return made.length === calls.length ? { calls } : { calls, callCount: made.length }
}

/** Null: the test has no judge. */
async function judge(
  { task = [], expect }: SavedTest,
  { calls, text }: Pick<TestOutcome, 'calls' | 'text'>,
  place: TestPlace
): Promise<Judgement | null> {
  const criteria = expect?.judge?.criteria
  if (criteria === undefined || place.judge === null) return null
  const { secretRegistry } = place.ports
  return await place.judge({ criteria, task: secretRegistry.redactDeep([task].flat()), calls, answer: text })
}

/** Codes of failures that the user, the policy or the settings caused. */
const notRun: ReadonlySet<string> = new Set([
  'REQUEST_REFUSED',
  'CONSENT_NO_ANSWER',
  'TOOL_CANCELLED',
  'MODEL_UNKNOWN',
  'SERVER_NOT_CONNECTED'
])

interface Got extends Omit<TestOutcome, 'asked' | 'logs'> {
  /** What couldn't be checked here. */
  readonly skipped?: LocalizedText
}

function obtain(test: SavedTest, place: TestPlace): Promise<Got> {
  if (test.call !== undefined) return callTool(test, test.call, place)
  if (test.task !== undefined) return giveTask([test.task].flat(), place)
  place.areas.consent.userBegan(place.serverName)
  if (test.read !== undefined) return readResource(test.read, place)
  return getPrompt(test.prompt ?? '', (test.arguments ?? {}) as Record<string, string>, place)
}

async function callTool(test: SavedTest, toolName: string, place: TestPlace): Promise<Got> {
  const { areas, serverName, conversationId, ports } = place
  const { conversations } = areas
  const isUnchecked = test.unchecked === true
  const toolRequest = {
    serverName,
    toolName,
    arguments: test.arguments ?? {},
    ...(isUnchecked && { isUnchecked })
  }
  areas.consent.userBegan(null)
  await conversations.send({ conversationId, text: '', toolRequest, resources: [], prompt: null })
  const [answer] = await answersAfterTurn(place, 1)
  const part = answer?.parts.find(({ type }) => type === 'tool-call') as ToolCallPart | undefined
  if (part === undefined) throw toError(answer)
  if (part.state === 'denied') throw new HostError('REQUEST_REFUSED', say('tests.denied'))
  if (part.state !== 'done') throw toError(answer, part)
  const call = await readWholeResult(conversations.readResult, conversationId, part)
  const { content, structuredContent, isError } = call
  const text = textOf(content)
  const { expect = {} } = test
  const structured = structuredContent ?? undefined
  return {
    ...nothing,
    value: { content: content as unknown as JsonValue, structuredContent, isError },
    text,
    structured,
    isError,
    tookMs: (call.endedAt ?? 0) - (call.startedAt ?? 0),
    tokens: countTextTokens(text),
    schemaProblems: expect.schema === undefined ? null : await findMisfits(expect.schema, call, ports),
    ...(await checkApp(expect.app, { messageId: answer?.id ?? '', callId: part.callId, toolName }, place))
  }
}

async function findMisfits(
  schema: 'output' | JsonObject,
  { outputProblems = [], structuredContent }: ToolCallPart,
  { mcp }: TestPorts
): Promise<readonly ArgumentProblem[]> {
  if (schema === 'output') return outputProblems
  if (structuredContent === null) return []
  return await mcp.clients.checkArguments(schema, structuredContent as JsonObject)
}

async function checkApp(
  isExpected: boolean | undefined,
  call: Omit<AppToDraw, 'conversationId'>,
  place: TestPlace
): Promise<Pick<Got, 'appProblem' | 'skipped'>> {
  if (isExpected === undefined) return {}
  const { drawApp, conversationId } = place
  const uri = findAppUri(call.toolName, place)
  if (isExpected && drawApp === null) {
    // Without a window Parley doesn't announce apps, so the server may not name any.
    const appProblem = uri === null ? null : await findPageProblem(uri, place)
    return { appProblem, skipped: say('tests.appNeedsWindow') }
  }
  if (uri === null) return { appProblem: say('tests.noApp') }
  if (drawApp === null || !isExpected) return { appProblem: await findPageProblem(uri, place) }
  const drawing = await drawApp({ conversationId, ...call })
  if (drawing.type === 'not-shown') return { skipped: say('tests.appNotShown') }
  return { appProblem: drawing.type === 'failed' ? say('tests.appBroken', { reason: drawing.reason }) : null }
}

function findAppUri(toolName: string, { areas, serverName }: TestPlace): string | null {
  return areas.servers.readTool(serverName, toolName).ui?.resourceUri ?? null
}

async function findPageProblem(uri: string, { areas, serverName }: TestPlace): Promise<LocalizedText | null> {
  try {
    await inspectView({ serverName, uri }, areas)
    return null
  } catch (error) {
    return say('tests.appBroken', { reason: toLocalizedText(error) })
  }
}

async function readResource(uri: string, { areas, serverName, ports }: TestPlace): Promise<Got> {
  const startedAt = ports.now()
  const contents = await areas.servers.readResource(serverName, uri)
  const text = contents.map((one) => one.text ?? '').join('\n')
  const tookMs = ports.now() - startedAt
  return {
    ...nothing,
    value: { contents: contents as unknown as JsonValue },
    text,
    tookMs,
    tokens: countTextTokens(text)
  }
}

async function getPrompt(name: string, args: Record<string, string>, place: TestPlace): Promise<Got> {
  const { areas, serverName, ports } = place
  const startedAt = ports.now()
  const { description, messages } = await areas.servers.getPrompt(serverName, name, args)
  const text = textOf(messages.map(({ content }) => content))
  const tookMs = ports.now() - startedAt
  const value = { description, messages: messages as unknown as JsonValue }
  return { ...nothing, value, text, tookMs, tokens: countTextTokens(text) }
}

async function giveTask(turns: readonly string[], place: TestPlace): Promise<Got> {
  const { areas, conversationId, model, rootId } = place
  const { conversations, consent, servers } = areas
  if (model === null || model === directModelId) throw new HostError('MODEL_UNKNOWN', say('tests.noModel'))
  const offServers = servers.list().flatMap(({ name }) => (name === place.serverName ? [] : [name]))
  await conversations.marks.setChoices({ conversationId, choices: { offServers }, model })
  // A task before this one left its own branch, which the first message isn't on.
  await conversations.showBranch({ conversationId, messageId: rootId })
  for (const [turn, text] of turns.entries()) {
    consent.userBegan(null)
    if (turn === 0) await conversations.edit({ conversationId, messageId: rootId, text })
    else await conversations.send({ conversationId, text, toolRequest: null, resources: [], prompt: null })
    const [answer] = await answersAfterTurn(place, 1)
    if (answer?.state !== 'complete') throw toError(answer)
  }
  const answers = await answersAfterTurn(place, turns.length)
  const calls = answers.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'))
  const text = answers.map(replyText).join('\n')
  return {
    ...nothing,
    value: {
      text,
      calls: calls.map(({ toolName, arguments: args }) => ({ tool: toolName, arguments: args }))
    },
    text,
    tookMs: answers.reduce((sum, { tookMs = 0 }) => sum + tookMs, 0),
    tokens: countTokens(answers),
    calls: calls.map((call) => ({ tool: call.toolName, arguments: call.arguments }))
  }
}

const nothing = { structured: undefined, isError: false, calls: [], schemaProblems: null } as const

/** The newest answers of the shown branch, once no turn runs. */
async function answersAfterTurn(place: TestPlace, count: number): Promise<readonly Message[]> {
  const { conversationId, areas } = place
  const { conversations } = areas
  await conversations.marks.settled(conversationId)
  const { messages } = await conversations.read({ conversationId, lastId: null, limit: count * 2 })
  return messages.filter(({ role }) => role === 'assistant')
}

function toError(answer: Message | undefined, call?: ToolCallPart): HostError {
  const failure = call?.failure ?? answer?.failure ?? null
  if (call?.state === 'cancelled' || answer?.state === 'stopped')
    return new HostError('TOOL_CANCELLED', say('tests.stopped'))
  if (failure === null) return new HostError('REQUEST_REFUSED', say('tests.denied'))
  return fromFailure(failure as Failure)
}

function replyText({ parts }: Message): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n')
}

function textOf(content: readonly ContentBlock[]): string {
  return content
    .flatMap((block) => (block.type === 'text' || block.type === 'resource' ? (block.text ?? []) : []))
    .join('\n')
}

/** Null: a provider doesn't say. */
function countTokens(answers: readonly Message[]): number | null {
  let sum = 0
  for (const { usage } of answers) {
    if (usage === null) return null
    sum += usage.inputTokens + usage.outputTokens
  }
  return sum
}
