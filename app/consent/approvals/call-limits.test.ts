/** Limits of the calls of one tool: what counts, for how long, and what neither a permission nor a restart opens again. */
import { beforeEach, expect, it } from 'vitest'
import type { CallLimits } from '../../contract/servers'
import { createForgetfulApprovals, forgetfulHistory } from '../../testing/forgetful-approvals'
import { createMemoryFacts } from '../../testing/memory-facts'
import type { ApprovalsControl } from './approvals'

const none: CallLimits = { perTurn: null, perConversation: null, perDay: null }
const noon = new Date(2026, 4, 4, 12).getTime()

let facts: ReturnType<typeof createMemoryFacts>
let limits: CallLimits
let now: number
let gate: ApprovalsControl

async function open(): Promise<void> {
  gate = createForgetfulApprovals({
    history: { ...forgetfulHistory, ...facts },
    callLimitsOf: (serverName, toolName) => (serverName === 's' && toolName === 't' ? limits : null),
    now: () => now
  })
  await gate.load()
}

beforeEach(async () => {
  facts = createMemoryFacts()
  limits = none
  now = noon
  await open()
})

interface Call {
  readonly turnId?: string
  readonly conversationId?: string
  readonly toolName?: string
}

function decide({ turnId = 'turn', conversationId = 'c', toolName = 't' }: Call = {}) {
  const named = { serverName: 's', toolName, toolTitle: null, toolDescription: '', definitionHash: 'h' }
  return gate.decideToolCall(
    {
      ...{ conversationId, turnId, callId: 'call', ...named, annotations: {}, arguments: {} },
      ...{ inputSchema: {}, outputSchema: null, requestedBy: 'model', readFrom: [] }
    },
    new AbortController().signal
  )
}

/** What becomes of a call that the person says yes to, if they are asked. */
async function call(wanted: Call = {}, decision: 'allow-once' | 'allow-always' | 'deny' = 'allow-once') {
  const decided = decide(wanted)
  const [question] = gate.questions()
  if (question !== undefined) await gate.answer(question.id, { type: 'tool-call', decision })
  return (await decided).type
}

it('TOOL-14: counts in an answer, and begins anew with the next one', async () => {
  limits = { ...none, perTurn: 2 }
  expect([await call(), await call()]).toEqual(['allowed', 'allowed'])
  expect(await decide()).toEqual({ type: 'used-up', period: 'perTurn', most: 2 })
  expect(gate.questions()).toEqual([])
  expect(await call({ toolName: 'other' })).toBe('allowed')
  expect(await call({ turnId: 'next' })).toBe('allowed')
})

it('TOOL-14: counts in a conversation over all its answers, not in another, and forgets it with the conversation', async () => {
  limits = { ...none, perConversation: 1 }
  expect(await call()).toBe('allowed')
  expect(await decide({ turnId: 'next' })).toEqual({ type: 'used-up', period: 'perConversation', most: 1 })
  expect(await call({ conversationId: 'd' })).toBe('allowed')
  await gate.forgetConversation('c')
  expect(await facts.readFact('consent.tool-calls')).not.toContain('"place":"c"')
})

it('TOOL-14: counts in a day over conversations and a restart, until the next day', async () => {
  limits = { ...none, perDay: 2 }
  await call()
  await call({ conversationId: 'd', turnId: 'other' })
  await open()
  expect(await decide({ conversationId: 'e', turnId: 'third' })).toMatchObject({ period: 'perDay' })
  now = noon + 86_400_000
  expect(await call()).toBe('allowed')
})

it('a permission that spares the question does not spare the limit', async () => {
  limits = { ...none, perConversation: 2 }
  await call({}, 'allow-always')
  expect(await call()).toBe('allowed')
  expect(await call()).toBe('used-up')
})

it('a call that was not allowed does not count; one that waits for an answer does', async () => {
  limits = { ...none, perDay: 1 }
  expect(await call({}, 'deny')).toBe('denied')
  const first = decide()
  expect((await decide()).type).toBe('used-up')
  const [question] = gate.questions()
  await gate.answer(question?.id ?? '', { type: 'tool-call', decision: 'deny' })
  expect((await first).type).toBe('denied')
  expect(await call()).toBe('allowed')
})

it('a higher limit counts what was called before, and what nobody can read counts as nothing', async () => {
  limits = { ...none, perDay: 1 }
  await call()
  limits = { ...none, perDay: 2 }
  expect([await call(), await call()]).toEqual(['allowed', 'used-up'])
  for (const broken of ['{', '{}', '[{"period":"perYear"}]']) {
    await facts.writeFact('consent.tool-calls', broken)
    await open()
    expect(await call()).toBe('allowed')
  }
})
