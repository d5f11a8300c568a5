import { beforeEach, describe, expect, test } from 'vitest'
import type { QuestionAnswer, DestinationQuestion } from '../../contract/questions/questions'
import { describeDestination } from '../../net/destination'
import { createForgetfulApprovals, forgetfulHistory } from '../../testing/forgetful-approvals'
import { quote, toEnglish } from '../../texts/render-localized'
import type { ApprovalsControl } from './approvals'

const never = () => new AbortController().signal

let facts: Map<string, string>
let gate: ApprovalsControl

async function start(): Promise<void> {
  gate = createForgetfulApprovals({
    history: {
      ...forgetfulHistory,
      readFact: async (name) => facts.get(name) ?? null,
      writeFact: async (name, json) => void facts.set(name, json)
    }
  })
  await gate.load()
}

beforeEach(async () => {
  facts = new Map()
  await start()
})

function destination(
  change: { name?: string; address?: string; key?: string; kind?: 'model' | 'collector' } = {}
) {
  const {
    name = 'found',
    address = 'https://models.example/v1',
    key = '${secret:token}',
    kind = 'model'
  } = change
  return describeDestination({ kind, name, type: 'openai', address, values: [[null, key]], ownReason: null })
}

const decide = (change: Parameters<typeof destination>[0] = {}, signal = never()) =>
  gate.destinations.decide(destination(change), [{ ...quote('Look twice.'), level: 'note' as const }], signal)
const open = () => gate.questions() as readonly DestinationQuestion[]
const sayFirst = (decision: Extract<QuestionAnswer, { type: 'destination' }>['decision']) =>
  gate.answer(open()[0]?.id ?? 'none', { type: 'destination', decision })

async function trust(change: Parameters<typeof destination>[0] = {}): Promise<void> {
  const decision = decide(change)
  await sayFirst('trust')
  expect(await decision).toEqual({ type: 'trust' })
}

const owner = (change: object = {}) => ({
  kind: 'model' as const,
  name: 'found',
  host: 'models.example',
  ...change
})

describe('an address that Parley sends to', () => {
  test('is shown with its host, what is sent, and warnings', async () => {
    const decision = decide()
    expect(open()).toMatchObject([
      {
        type: 'destination',
        host: 'models.example',
        act: destination().act,
        previous: null,
        secrets: [{ name: 'token', owners: [] }],
        warnings: [quote('Look twice.')]
      }
    ])
    await sayFirst('not-now')
    expect(await decision).toEqual({ type: 'not-now' })
    expect(gate.destinations.isTrusted(destination())).toBe(false)
    expect(gate.view().trustedDestinations).toEqual([])
  })

  test('is asked about once, and remembered across a restart until revoked', async () => {
    await trust()
    expect(await decide()).toEqual({ type: 'trust' })
    expect(gate.view().trustedDestinations).toEqual([{ act: destination().act, createdAt: 1_000 }])
    await start()
    expect(gate.destinations.isTrusted(destination())).toBe(true)
    await gate.destinations.revoke({ kind: 'collector', name: 'found' })
    await gate.destinations.revoke({ kind: 'model', name: 'other' })
    expect(gate.destinations.isTrusted(destination())).toBe(true)
    await gate.destinations.revoke({ kind: 'model', name: 'found' })
    expect(gate.destinations.isTrusted(destination())).toBe(false)
    await start()
    expect(gate.destinations.isTrusted(destination())).toBe(false)
  })

  test('has one question for all waiting requests', async () => {
    const decisions = [decide(), decide()]
    const other = decide({ name: 'other' })
    expect(open()).toHaveLength(2)
    await sayFirst('trust')
    expect(await Promise.all(decisions)).toEqual([{ type: 'trust' }, { type: 'trust' }])
    expect(open()).toMatchObject([{ act: { name: 'other' } }])
    await sayFirst('not-now')
    expect(await other).toEqual({ type: 'not-now' })
  })

  test('is asked about again after a denial', async () => {
    const first = decide()
    await sayFirst('not-now')
    await first
    void decide()
    expect(open()).toHaveLength(1)
  })

  test('keeps its question until the last waiting request is gone', async () => {
    const [first, second] = [new AbortController(), new AbortController()]
    const decisions = [decide({}, first.signal), decide({}, second.signal)]
    first.abort()
    await expect(decisions[0]).rejects.toThrow()
    expect(open()).toHaveLength(1)
    second.abort()
    await expect(decisions[1]).rejects.toThrow()
    expect(open()).toEqual([])
    await expect(decide({}, AbortSignal.abort())).rejects.toThrow()
    expect(open()).toEqual([])
  })

  test.each([
    ['another address', { address: 'https://elsewhere.example/v1' }],
    ['another key', { key: 'sk-other' }]
  ])('shows what it was before when it now has %s', async (_what, change) => {
    await trust()
    expect(gate.destinations.isTrusted(destination(change))).toBe(false)
    void decide(change)
    expect(open()).toMatchObject([{ act: destination(change).act, previous: destination().act }])
    await sayFirst('trust')
    await expect.poll(() => gate.destinations.isTrusted(destination(change))).toBe(true)
    expect(gate.destinations.isTrusted(destination())).toBe(false)
    expect(gate.view().trustedDestinations).toHaveLength(1)
  })

  test('counts as a different one when it gets different data under the same name', async () => {
    await trust()
    expect(gate.destinations.isTrusted(destination({ kind: 'collector' }))).toBe(false)
    await trust({ kind: 'collector' })
    expect(gate.view().trustedDestinations).toHaveLength(2)
  })

  test('is not asked about when the user typed the key for it', async () => {
    await gate.destinations.accept(destination())
    expect(await decide()).toEqual({ type: 'trust' })
  })
})

describe('a secret', () => {
  test('is not asked about again at an address where it was allowed, also after a restart', async () => {
    await trust()
    await start()
    expect(await decide()).toEqual({ type: 'trust' })
    expect(gate.destinations.isTrusted(destination({ key: '${secret:unknown}' }))).toBe(false)
  })

  test.each([
    ['of another kind', { kind: 'collector' as const }],
    ['of another name', { name: 'other' }],
    ['of the same name elsewhere', { address: 'https://elsewhere.example' }]
  ])('is named in the question for an address %s when it belongs to another', async (_what, change) => {
    await trust()
    void decide(change)
    expect(open()).toMatchObject([{ secrets: [{ name: 'token', owners: [owner()] }] }])
  })

  test.each([
    ['model', 'models.example'],
    ['collector', 'models.example']
  ] as const)('is named with its owner when it belongs to a %s', async (kind, host) => {
    await trust({ kind })
    void decide({ name: 'other', address: 'https://elsewhere.example' })
    const words = open()[0]?.warnings.map(toEnglish).join('\n')
    expect(words).toContain(host)
    expect(words?.includes('found')).toBe(kind === 'model')
  })

  test('is asked about again at an allowed address after it was typed for another owner', async () => {
    await trust()
    await gate.destinations.typed('token', owner({ kind: 'server', name: 'notes', host: null }))
    expect(gate.destinations.isTrusted(destination())).toBe(false)
    void decide()
    expect(open()).toMatchObject([
      { previous: null, secrets: [{ name: 'token', owners: [{ kind: 'server', name: 'notes' }] }] }
    ])
    await sayFirst('trust')
    await expect.poll(() => gate.destinations.isTrusted(destination())).toBe(true)
  })
})
