/** Models that judge the answers of tests: one question for a run, and their verdicts. */
import { HostError, toLocalizedText } from '../../base/host-error'
import { directModelId } from '../../contract/direct-model'
import type { TestJudgesQuestion } from '../../contract/questions/questions'
import type { TestResult, TestRun } from '../../contract/workbench/tests'
import type { ApprovalsControl } from '../../consent/approvals/approvals'
import type { ModelRequest, ResolvedModel } from '../../models/model'
import type { Models } from '../../models/routing/router'
import { say } from '../../texts/render-localized'
import {
  describeMaterial,
  judgeInstructions,
  readVerdict,
  verdictTool,
  type JudgedAnswer,
  type Judgement,
  type JudgeReply
} from '../../workbench/tests/judge-answer'
import { shortText } from '../../workbench/tests/json-values'
import type { SavedTest } from '../../workbench/tests/test-file-schema'
import { recordedModelId } from './recorded-models'

/** @throws HostError MODEL_UNKNOWN */
export type ResolveJudge = (modelId: string, conversationId: string) => ResolvedModel

export interface TestJudgesOptions {
  readonly models: Pick<Models, 'view'>
  readonly consent: Pick<ApprovalsControl, 'ask'>
  readonly resolveModel: ResolveJudge
}

interface JudgePlace {
  /** What `ask` returned for the run. */
  readonly allowed: ReadonlySet<string>
  readonly conversationId: string
  readonly signal: AbortSignal
}

type Result = Pick<TestResult, 'test' | 'model'>
type Asked = TestJudgesQuestion['judges'][number]

/** In tokens. Models may think before they give their verdict. */
const longestReply = 8_000

export class TestJudges {
  readonly #options: TestJudgesOptions

  constructor(options: TestJudgesOptions) {
    this.#options = options
  }

  /** Returns where answers may be sent: each a model and the address that the user saw. */
  async ask(
    { serverName, results }: Pick<TestRun, 'serverName' | 'results'>,
    tests: ReadonlyMap<string, SavedTest>,
    signal: AbortSignal
  ): Promise<ReadonlySet<string>> {
    const judges = new Map<string, Asked>()
    for (const result of results) {
      const test = tests.get(result.test)
      const judge = test?.expect?.judge
      if (test === undefined || judge === undefined) continue
      const model = this.#choose(test, result)
      const address = this.#findAddress(model)
      if (address === null) continue
      const asked = judges.get(model) ?? { model, address, tests: [] }
      judges.set(model, asked)
      if (asked.tests.every(({ name }) => name !== test.name))
        asked.tests.push({ name: test.name, criteria: judge.criteria })
    }
    if (judges.size === 0) return new Set()
    const asked = { serverName, judges: [...judges.values()] }
    const answer = await this.#options.consent.ask['test-judges'](asked, signal)
    return new Set(answer.type === 'send' ? asked.judges.map(toDestination) : [])
  }

  /** Null: the test has no judge. @throws HostError MODEL_UNKNOWN, REQUEST_REFUSED */
  open(
    test: SavedTest,
    result: Result,
    place: JudgePlace
  ): ((answer: JudgedAnswer) => Promise<Judgement>) | null {
    if (test.expect?.judge === undefined) return null
    const model = this.#choose(test, result)
    const address = this.#findAddress(model)
    if (address === null) {
      const isNamed = model !== directModelId
      throw new HostError(
        'MODEL_UNKNOWN',
        isNamed ? say('tests.judgeUnknown', { model }) : say('tests.noJudge')
      )
    }
    // The settings can change after the question.
    if (!place.allowed.has(toDestination({ model, address })))
      throw new HostError('REQUEST_REFUSED', say('tests.judgeDenied', { model }))
    const resolved = this.#options.resolveModel(model, place.conversationId)
    return async (answer) => {
      try {
        return toJudgement(model, await request(resolved, answer, place.signal))
      } catch (error) {
        if (place.signal.aborted) return { type: 'none', reason: say('tests.stopped') }
        return { type: 'none', reason: say('tests.judgeFailed', { model, reason: toLocalizedText(error) }) }
      }
    }
  }

  #choose({ expect, model }: SavedTest, result: Result): string {
    const ran = result.model === recordedModelId ? null : result.model
    return expect?.judge?.model ?? model ?? ran ?? this.#options.models.view().defaultModel
  }

  /** Null: its provider isn't set up. */
  #findAddress(model: string): string | null {
    const name = model.slice(0, Math.max(0, model.indexOf('/')))
    return this.#options.models.view().providers.find((provider) => provider.name === name)?.baseUrl ?? null
  }
}

function toDestination({ model, address }: Pick<Asked, 'model' | 'address'>): string {
  return `${model} ${address}`
}

async function request(
  { provider, model, maxOutputTokens }: ResolvedModel,
  answer: JudgedAnswer,
  signal: AbortSignal
): Promise<JudgeReply> {
  const asked: ModelRequest = {
    model,
    systemPrompt: judgeInstructions,
    messages: [{ role: 'user', content: describeMaterial(answer).map((text) => ({ type: 'text', text })) }],
    tools: [verdictTool],
    toolChoice: 'required',
    maxOutputTokens: Math.min(maxOutputTokens, longestReply)
  }
  const calls: JudgeReply['calls'][number][] = []
  let text = ''
  for await (const part of provider.stream(asked, signal)) {
    signal.throwIfAborted()
    if (part.type === 'text-delta') text += part.text
    if (part.type === 'text-was-thinking') text = ''
    if (part.type === 'tool-call-requested' && part.isInputBroken !== true) calls.push(part)
  }
  signal.throwIfAborted()
  return { calls, text }
}

function toJudgement(model: string, reply: JudgeReply): Judgement {
  const verdict = readVerdict(reply)
  if (verdict !== null) return { type: 'given', verdict: { model, ...verdict } }
  const words = [reply.text, ...reply.calls.map((call) => JSON.stringify(call.arguments))]
  const text = shortText(words.filter((part) => part.trim() !== '').join(' '))
  const reason =
    text === '' ? say('tests.judgeSilent', { model }) : say('tests.judgeUnclear', { model, text })
  return { type: 'none', reason }
}
