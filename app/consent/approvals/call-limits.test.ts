/**
 * Limits on the calls of one tool: what counts, for how long, and that neither a permission nor a restart resets them.
 */
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
      conversationId,
      turnId,
      callId: 'call',
      ...named,
      annotations: {},
      arguments: {},
      inputSchema: {},
      outputSchema: null,
      requestedBy: 'model',
      readFrom: []
    },
    new AbortController().signal
  )
}

/** The outcome of a call with the given decision if Parley asks. */
async function call(wanted: Call = {}, decision: 'allow-once' | 'allow-always' | 'deny' = 'allow-once') {
  const decided = decide(wanted)
  const [question] = gate.questions()
  if (question !== undefined) await gate.answer(question.id, { type: 'tool-call', decision })
  return (await decided).type
}

it('TOOL-14: counts calls in an answer, and starts again with the next answer', async () => {
  limits = { ...none, perTurn: 2 }
  expect([await call(), await call()]).toEqual(['allowed', 'allowed'])
  expect(await decide()).toEqual({ type: 'used-up', period: 'perTurn', most: 2 })
  expect(gate.questions()).toEqual([])
  expect(await call({ toolName: 'other' })).toBe('allowed')
  expect(await call({ turnId: 'next' })).toBe('allowed')
})

it('TOOL-14: counts calls in a conversation over all its answers, and drops the count when it is deleted', async () => {
  limits = { ...none, perConversation: 1 }
  expect(await call()).toBe('allowed')
  expect(await decide({ turnId: 'next' })).toEqual({ type: 'used-up', period: 'perConversation', most: 1 })
  expect(await call({ conversationId: 'd' })).toBe('allowed')
  await gate.forgetConversation('c')
  expect(await facts.readFact('consent.tool-calls')).not.toContain('"place":"c"')
})

it('TOOL-14: counts calls in a day across conversations and a restart, until the next day', async () => {
  limits = { ...none, perDay: 2 }
  await call()
  await call({ conversationId: 'd', turnId: 'other' })
  await open()
  expect(await decide({ conversationId: 'e', turnId: 'third' })).toMatchObject({ period: 'perDay' })
  now = noon + 86_400_000
  expect(await call()).toBe('allowed')
})

it('applies the limit even when a permission spares the question', async () => {
  limits = { ...none, perConversation: 2 }
  await call({}, 'allow-always')
  expect(await call()).toBe('allowed')
  expect(await call()).toBe('used-up')
})

it('counts a call that waits for approval, but not one that was denied', async () => {
  limits = { ...none, perDay: 1 }
  expect(await call({}, 'deny')).toBe('denied')
  const first = decide()
  expect((await decide()).type).toBe('used-up')
  const [question] = gate.questions()
  await gate.answer(question?.id ?? '', { type: 'tool-call', decision: 'deny' })
  expect((await first).type).toBe('denied')
  expect(await call()).toBe('allowed')
})

it('counts earlier calls when the limit is raised, and treats unreadable counts as zero', async () => {
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
