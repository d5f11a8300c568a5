/** An answer that reaches its length limit inside a call. */
import { expect, it } from 'vitest'
import type { ModelPart } from '../../models/model'
import type { CatalogTool } from '../../servers/interface'
import { runScripted } from './testing/run-scripted'

const catalog: readonly CatalogTool[] = [
  {
    serverName: 'files',
    name: 'write',
    modelToolName: 'files__write',
    definitionHash: 'h',
    title: null,
    description: '',
    annotations: {},
    icons: [],
    isDisabled: false,
    problem: null,
    inputSchema: { type: 'object' },
    outputSchema: null,
    taskSupport: 'forbidden'
  }
]

const started: ModelPart = { type: 'tool-call-started', id: 'a', name: 'files__write' }
const whole: ModelPart = {
  type: 'tool-call-requested',
  id: 'a',
  name: 'files__write',
  arguments: { path: 'x' }
}
const broken: ModelPart = { ...whole, arguments: {}, isInputBroken: true }
const end = (stopReason: string, outputTokens: number | null = 4_096): ModelPart => ({
  type: 'ended',
  stopReason,
  usage: outputTokens === null ? null : { inputTokens: 1, outputTokens }
})

it.each<readonly [what: string, reply: readonly ModelPart[]]>([
  ['broken arguments', [started, broken, end('max_tokens')]],
  ['an incomplete call', [started, end('max_tokens')]],
  ['no arguments yet', [started, { ...whole, arguments: {} }, end('max_tokens')]],
  ['a whole call before it', [whole, { ...started, id: 'b' }, { ...broken, id: 'b' }, end('max_tokens')]]
])('runs no call and says so after %s', async (_what, reply) => {
  const { answer, called } = await runScripted({ replies: [reply], catalog })
  expect(called).toEqual([])
  expect(answer).toMatchObject({ state: 'failed', failure: { code: 'MODEL_ANSWER_CUT' } })
  expect(answer.failure?.message).toContain('was cut off at 4,096 tokens')
})

it('names no limit that is unknown', async () => {
  const { answer } = await runScripted({ replies: [[started, broken, end('max_tokens', null)]], catalog })
  expect(answer.failure?.message).toContain("was cut off at the service's limit")
})

it('runs a call that was complete before the limit', async () => {
  const { called } = await runScripted({ replies: [[started, whole, end('max_tokens')]], catalog })
  expect(called).toEqual(['files/write'])
})

it('tells the model when it wrote broken arguments itself', async () => {
  const { answer, requests } = await runScripted({ replies: [[started, broken, end('tool_use')]], catalog })
  expect(requests).toHaveLength(2)
  expect(answer.state).toBe('complete')
})

it('converts text to a thought when only its end was marked', async () => {
  const reply: readonly ModelPart[] = [
    { type: 'text-delta', text: 'I wonder.\n' },
    { type: 'text-was-thinking' },
    { type: 'text-delta', text: 'Yes.' },
    end('end_turn')
  ]
  const { answer } = await runScripted({ replies: [reply], catalog })
  expect(answer.parts).toMatchObject([
    { type: 'thinking', text: 'I wonder.' },
    { type: 'text', text: 'Yes.' }
  ])
})
