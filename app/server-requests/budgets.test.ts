import { beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../base/logger'
import { createSamplingBudgets } from './budgets'
import type { BudgetVerdict, SamplingBudgets } from './budgets'
import type { LocalizedText } from '../contract/localized-text'
import { quote } from '../texts/render-localized'
import { renderEnglish } from '../testing/in-english'

const noon = new Date(2026, 10, 21, 12).getTime()
const dayMs = 86_400_000

let now: number
let facts: Map<string, string>
let trustedSince: number | null
let budgets: SamplingBudgets

const create = (refusalOfAutomatic: LocalizedText | null = null) =>
  createSamplingBudgets({
    facts: {
      readFact: async (name) => facts.get(name) ?? null,
      writeFact: async (name, json) => void facts.set(name, json)
    },
    trustedSince: () => trustedSince,
    refusalOfAutomatic: () => refusalOfAutomatic,
    now: () => now,
    log: silentLogger
  })

beforeEach(() => {
  now = noon
  facts = new Map()
  trustedSince = noon - dayMs
  budgets = create()
})

function admitted(admission: BudgetVerdict): Extract<BudgetVerdict, { type: 'admitted' }> {
  expect(admission).toMatchObject({ type: 'admitted' })
  return admission as Extract<BudgetVerdict, { type: 'admitted' }>
}

const reasonOf = (admission: BudgetVerdict) =>
  renderEnglish(admission.type === 'refused' ? admission.reason : null)

describe('a sampling limit', () => {
  it('lets a number of requests through per minute, and more once the minute is over', async () => {
    await budgets.change({ serverName: 's', requestsPerMinute: 2 })
    admitted(budgets.admit('s', 10, 'call-1'))
    now += 30_000
    admitted(budgets.admit('s', 10, 'call-1'))
    expect(reasonOf(budgets.admit('s', 10, 'call-1'))).toContain('asks in a loop, more than 2 times a minute')
    now += 30_000
    admitted(budgets.admit('s', 10, 'call-1'))
    expect(reasonOf(budgets.admit('s', 10, 'call-1'))).not.toBeNull()
  })

  it('reports a stopped server once per minute, not with each request', async () => {
    await budgets.change({ serverName: 's', requestsPerMinute: 1 })
    admitted(budgets.admit('s', 10, 'call-1'))
    const isNews = () => {
      const admission = budgets.admit('s', 10, 'call-1')
      return admission.type === 'refused' && admission.isNews
    }
    expect([isNews(), isNews(), isNews()]).toEqual([true, false, false])
    now += 59_000
    expect(isNews()).toBe(false)
  })

  it('applies to a day of this computer’s clock, also after a restart', async () => {
    await budgets.change({ serverName: 's', requestsPerDay: 1 })
    admitted(budgets.admit('s', 10, 'call-1'))
    const later = create()
    await later.load()
    expect(reasonOf(later.admit('s', 10, 'call-1'))).toContain("today's limit of 1 request is reached")
    now += dayMs
    admitted(later.admit('s', 10, 'call-1'))
  })

  it('limits an answer to the tokens left for the day, including those reserved for waiting requests', async () => {
    await budgets.change({ serverName: 's', tokensPerDay: 100 })
    const first = admitted(budgets.admit('s', 80, 'call-1'))
    expect(first.maxTokens).toBe(80)
    const second = admitted(budgets.admit('s', 80, 'call-1'))
    expect(second.maxTokens).toBe(20)
    expect(reasonOf(budgets.admit('s', 1, 'call-1'))).toContain("today's limit of 100 tokens is reached")
    first.spend(null)
    first.spend({ tokens: 1_000, money: 1 })
    second.spend({ tokens: 30, money: 0 })
    expect(budgets.view()).toMatchObject([{ tokensToday: 30, requestsToday: 2, moneyToday: 0 }])
    expect(admitted(budgets.admit('s', 80, 'call-1')).maxTokens).toBe(70)
  })

  it('SAMP-30: stops a server whose money for today is spent, including the possible cost of its other requests', async () => {
    await budgets.change({ serverName: 's', moneyPerDay: 1 })
    const first = admitted(budgets.admit('s', 10, 'call-1'))
    first.reserve(0.9)
    const second = admitted(budgets.admit('s', 10, 'call-1'))
    second.reserve(0.9)
    expect(reasonOf(budgets.admit('s', 10, 'call-1'))).toBe('daily spending limit reached.')
    second.spend(null)
    first.spend({ tokens: 10, money: 0.25 })
    expect(budgets.view()).toMatchObject([{ moneyPerDay: 1, moneyToday: 0.25 }])
    admitted(budgets.admit('s', 10, 'call-1')).spend({ tokens: 10, money: 0.75 })
    expect(reasonOf(budgets.admit('s', 10, 'call-1'))).toBe('daily spending limit reached.')
    await budgets.change({ serverName: 's', moneyPerDay: null })
    admitted(budgets.admit('s', 10, 'call-1'))
    now += dayMs
    expect(budgets.view()).toMatchObject([{ moneyToday: 0 }])
  })

  it('SAMP-26: limits an answer to the length that the user set', async () => {
    expect(admitted(budgets.admit('s', 1_000_000, 'call-1')).maxTokens).toBe(16_000)
    await budgets.change({ serverName: 's', maxTokens: 50 })
    expect(admitted(budgets.admit('s', 80, 'call-1')).maxTokens).toBe(50)
    expect(admitted(budgets.admit('s', 20, 'call-1')).maxTokens).toBe(20)
  })

  it('applies when the stored limits lack money and answer length', async () => {
    const old = { requestsPerMinute: 5, requestsPerDay: 6, tokensPerDay: 7, mode: 'ask', decidedAt: 0 }
    const day = new Date(noon).toDateString()
    const uses = [['s', { day, requests: 1, tokens: 2 }]]
    facts.set('sampling-rules', JSON.stringify({ rules: [['s', old]], uses }))
    await budgets.load()
    const added = { moneyPerDay: null, maxTokens: 16_000, moneyToday: 0 }
    expect(budgets.view()).toMatchObject([{ requestsPerMinute: 5, tokensToday: 2, ...added }])
  })

  it('is separate for each server', async () => {
    await budgets.change({ serverName: 's', requestsPerDay: 1 })
    admitted(budgets.admit('s', 10, 'call-1'))
    admitted(budgets.admit('other', 10, 'call-1'))
    expect(reasonOf(budgets.admit('s', 10, 'call-1'))).not.toBeNull()
  })
})

describe('repeated denials', () => {
  it('stops a server that keeps asking, until a minute is over', () => {
    for (let count = 0; count < 3; count += 1) admitted(budgets.admit('s', 10, 'call-1')).reviewed(false)
    expect(reasonOf(budgets.admit('s', 10, 'call-1'))).toContain('keeps asking after you declined 3 times')
    now += 61_000
    admitted(budgets.admit('s', 10, 'call-1'))
  })

  it('counts denials only within a call, and asks again in a new one', () => {
    for (let count = 0; count < 3; count += 1) admitted(budgets.admit('s', 10, 'call-1')).reviewed(false)
    admitted(budgets.admit('s', 10, 'call-2'))
    expect(reasonOf(budgets.admit('s', 10, 'call-1'))).not.toBeNull()
  })

  it('starts counting again after an approval', () => {
    for (const isAllowed of [false, false, true, false, false])
      admitted(budgets.admit('s', 10, 'call-1')).reviewed(isAllowed)
    admitted(budgets.admit('s', 10, 'call-1'))
  })
})

describe('automatic approval', () => {
  it('SAMP-08: is off until the user turns it on, and can be turned off again', async () => {
    expect(admitted(budgets.admit('s', 10, 'call-1')).isAutomatic).toBe(false)
    await budgets.change({ serverName: 's', mode: 'automatic' })
    expect(admitted(budgets.admit('s', 10, 'call-1')).isAutomatic).toBe(true)
    await budgets.change({ serverName: 's', requestsPerDay: 50 })
    expect(admitted(budgets.admit('s', 10, 'call-1')).isAutomatic).toBe(true)
    await budgets.change({ serverName: 's', mode: 'ask' })
    expect(admitted(budgets.admit('s', 10, 'call-1')).isAutomatic).toBe(false)
  })

  it('ends when the server changes or is no longer trusted', async () => {
    await budgets.change({ serverName: 's', mode: 'automatic' })
    trustedSince = now + 1
    expect(admitted(budgets.admit('s', 10, 'call-1')).isAutomatic).toBe(false)
    trustedSince = null
    expect(admitted(budgets.admit('s', 10, 'call-1')).isAutomatic).toBe(false)
    await expect(budgets.change({ serverName: 's', mode: 'automatic' })).rejects.toMatchObject({
      code: 'REQUEST_REFUSED'
    })
  })

  it('ends with the entry: another server with the same name starts without it', async () => {
    await budgets.change({ serverName: 's', mode: 'automatic' })
    budgets.forget('s')
    expect(admitted(budgets.admit('s', 10, 'call-1')).isAutomatic).toBe(false)
  })

  it('is not restored from storage when a policy forbids it', async () => {
    await budgets.change({ serverName: 's', mode: 'automatic' })
    const managed = create(quote('The policy says no.'))
    await managed.load()
    expect(admitted(managed.admit('s', 10, 'call-1')).isAutomatic).toBe(false)
    expect(managed.view()).toMatchObject([{ mode: 'ask' }])
  })
})

it("ignores stored data that can't be read", async () => {
  for (const json of ['no json', '[]', '{"rules":[["s",{"mode":"automatic"}]],"uses":[]}']) {
    facts.set('sampling-rules', json)
    budgets = create()
    await budgets.load()
    expect(budgets.view()).toEqual([])
  }
})
