/**
 * Limits how much each server may use models: requests per minute and day, tokens and money per day, and whether the
 * user reviews each request. A server that asks in a loop is stopped here, before the user is asked. The rules and
 * today's use are stored as a fact. `sampling.ts` runs the review. @spec 2025-11-25
 * client/sampling#security-considerations
 */
import { createEmitter } from '../base/emitter'
import { HostError } from '../base/host-error'
import type { Logger } from '../base/logger'
import { defaultSamplingLimits } from '../contract/limits'
import type { SamplingBudget, SamplingLimits, SamplingRule } from '../contract/sampling-rules'
import { parseBudgets, toStored } from './budget-memory'
import type { DayUse, KeptRule } from './budget-memory'
import type { LocalizedText } from '../contract/localized-text'
import { say } from '../texts/render-localized'

export interface SamplingBudgetsOptions {
  readonly facts: {
    readFact(name: string): Promise<string | null>
    writeFact(name: string, json: string): Promise<void>
  }
  /** Since when the server has been trusted unchanged, in milliseconds since the epoch; null if it isn't trusted. */
  readonly trustedSince: (serverName: string) => number | null
  /** The reason why every request needs a review; null if none does. */
  readonly refusalOfAutomatic: () => LocalizedText | null
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Logger
}

export type RuleChange = { readonly [K in keyof SamplingLimits]?: SamplingLimits[K] | undefined } & {
  readonly serverName: string
  readonly mode?: SamplingRule['mode'] | undefined
}

/** What one answer used. Without money if its model has no price. */
export interface Spent {
  readonly tokens: number
  readonly money: number
}

export type BudgetVerdict =
  | {
      readonly type: 'admitted'
      /** The user allowed requests of this server without a review. */
      readonly isAutomatic: boolean
      /** The tokens left for the answer. */
      readonly maxTokens: number
      readonly budget: SamplingBudget
      /** Reserves money for this answer, which the server's other requests can't use until this one is over. */
      readonly reserve: (money: number) => void
      /** Call once when the request is over. null: no model was called. */
      readonly spend: (spent: Spent | null) => void
      /** Call with the user's decision. A server that continues after several denials is stopped. */
      readonly reviewed: (isAllowed: boolean) => void
    }
  /** `reason` is the end of a sentence. `isNews`: the user doesn't know it yet. */
  | { readonly type: 'refused'; readonly reason: LocalizedText; readonly isNews: boolean }

export interface SamplingBudgets {
  load(): Promise<void>
  /** `callId`: the call that the request belongs to; null if unknown. */
  admit(serverName: string, maxTokens: number, callId: string | null): BudgetVerdict
  view(): SamplingRule[]
  onChanged(listener: (rules: SamplingRule[]) => void): () => void
  /** Whether servers with this name don't get the sampling capability. */
  isOff(serverName: string): boolean
  /** @throws HostError REQUEST_REFUSED (a policy, or the server isn't trusted) */
  change(change: RuleChange): Promise<void>
  /** Removes the rules. Today's use stays, so that another entry with the same name continues from it. */
  forget(serverName: string): void
}

const fact = 'sampling-rules'
const minuteMs = 60_000
/**
 * Denials in a row, within a minute and one call, after which a server is stopped. A new call is the user's own action.
 */
const mostNoes = 3

/** What a server did in the last minute. */
interface Recent {
  readonly admittedAt: number[]
  noes: { readonly at: number; readonly callId: string | null }[]
  reservedTokens: number
  reservedMoney: number
  stopToldAt: number
}

export function createSamplingBudgets(options: SamplingBudgetsOptions): SamplingBudgets {
  return new Budgets(options)
}

class Budgets implements SamplingBudgets {
  readonly #options: SamplingBudgetsOptions
  readonly #rules = new Map<string, KeptRule>()
  readonly #uses = new Map<string, DayUse>()
  readonly #recents = new Map<string, Recent>()
  readonly #changed = createEmitter<SamplingRule[]>()

  constructor(options: SamplingBudgetsOptions) {
    this.#options = options
  }

  async load(): Promise<void> {
    const stored = parseBudgets(await this.#options.facts.readFact(fact))
    for (const [name, rule] of stored.rules) this.#rules.set(name, rule)
    for (const [name, use] of stored.uses) this.#uses.set(name, use)
    this.#changed.emit(this.view())
  }

  admit(serverName: string, maxTokens: number, callId: string | null): BudgetVerdict {
    const recent = this.#recentOf(serverName)
    const reason = this.#findRefusal(serverName, recent, callId)
    if (reason !== null) return { type: 'refused', reason, isNews: this.#isNews(recent) }
    const { tokensPerDay, tokensToday, maxTokens: most } = this.#budgetOf(serverName)
    const reserved = Math.min(maxTokens, most, tokensPerDay - tokensToday - recent.reservedTokens)
    let reservedMoney = 0
    recent.admittedAt.push(this.#options.now())
    recent.reservedTokens += reserved
    this.#spend(serverName, { requests: 1, tokens: 0, money: 0 })
    return {
      type: 'admitted',
      isAutomatic: this.#modeOf(serverName) === 'automatic',
      maxTokens: reserved,
      budget: this.#budgetOf(serverName),
      reserve: once((money) => {
        reservedMoney = money
        recent.reservedMoney += money
      }),
      spend: once((spent) => {
        recent.reservedTokens -= reserved
        recent.reservedMoney -= reservedMoney
        if (spent !== null) this.#spend(serverName, { requests: 0, ...spent })
      }),
      reviewed: (isAllowed) => {
        if (isAllowed) recent.noes = []
        else recent.noes.push({ at: this.#options.now(), callId })
      }
    }
  }

  view(): SamplingRule[] {
    return [...new Set([...this.#rules.keys(), ...this.#uses.keys()])].map((serverName) => ({
      serverName,
      mode: this.#modeOf(serverName),
      ...this.#budgetOf(serverName)
    }))
  }

  onChanged(listener: (rules: SamplingRule[]) => void): () => void {
    return this.#changed.on(listener)
  }

  isOff(serverName: string): boolean {
    return this.#modeOf(serverName) === 'off'
  }

  async change({ serverName, ...change }: RuleChange): Promise<void> {
    if (change.mode === 'automatic') requireAutomatic(serverName, this.#options)
    const before = this.#ruleOf(serverName)
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const decidedAt = change.mode === undefined ? before.decidedAt : this.#options.now()
    this.#rules.set(serverName, { ...before, ...given, decidedAt })
    // The user has reviewed it, so earlier denials no longer count.
    this.#recents.delete(serverName)
    await this.#keep()
  }

  forget(serverName: string): void {
    if (this.#rules.delete(serverName)) this.#keepQuietly()
  }

  #ruleOf(serverName: string): KeptRule {
    return this.#rules.get(serverName) ?? { ...defaultSamplingLimits, mode: 'ask', decidedAt: 0 }
  }

  #modeOf(serverName: string): SamplingRule['mode'] {
    const { mode, decidedAt } = this.#ruleOf(serverName)
    if (mode !== 'automatic') return mode
    // The approval was for the server at that time.
    const since = this.#options.trustedSince(serverName)
    const isMeant = since !== null && since <= decidedAt && this.#options.refusalOfAutomatic() === null
    return isMeant ? 'automatic' : 'ask'
  }

  #useOf(serverName: string): DayUse {
    const day = new Date(this.#options.now()).toDateString()
    const use = this.#uses.get(serverName)
    return use?.day === day ? use : { day, requests: 0, tokens: 0, money: 0 }
  }

  #budgetOf(serverName: string): SamplingBudget {
    const { mode: _mode, decidedAt: _decidedAt, ...limits } = this.#ruleOf(serverName)
    const { requests, tokens, money } = this.#useOf(serverName)
    return { ...limits, requestsToday: requests, tokensToday: tokens, moneyToday: money }
  }

  #spend(serverName: string, { requests, tokens, money }: Omit<DayUse, 'day'>): void {
    const use = this.#useOf(serverName)
    this.#uses.set(serverName, {
      ...use,
      requests: use.requests + requests,
      tokens: use.tokens + tokens,
      money: use.money + money
    })
    this.#keepQuietly()
  }

  #recentOf(serverName: string): Recent {
    const known = this.#recents.get(serverName)
    const recent = known ?? freshRecent()
    this.#recents.set(serverName, recent)
    const oldest = this.#options.now() - minuteMs
    while (recent.admittedAt[0] !== undefined && recent.admittedAt[0] <= oldest) recent.admittedAt.shift()
    recent.noes = recent.noes.filter(({ at }) => at > oldest)
    return recent
  }

  /** The end of a sentence; null: the server may ask. */
  #findRefusal(serverName: string, recent: Recent, callId: string | null): LocalizedText | null {
    const budget = this.#budgetOf(serverName)
    if (this.isOff(serverName)) return say('requests.samplingOff')
    if (recent.noes.filter((no) => no.callId === callId).length >= mostNoes)
      return say('requests.manyNoes', { count: mostNoes })
    if (recent.admittedAt.length >= budget.requestsPerMinute)
      return say('requests.loop', { count: budget.requestsPerMinute })
    if (budget.requestsToday >= budget.requestsPerDay)
      return say('requests.requestsUsedUp', { count: budget.requestsPerDay })
    if (budget.tokensToday + recent.reservedTokens >= budget.tokensPerDay)
      return say('requests.tokensUsedUp', { count: budget.tokensPerDay })
    if (budget.moneyPerDay !== null && budget.moneyToday + recent.reservedMoney >= budget.moneyPerDay)
      return say('requests.moneyUsedUp')
    return null
  }

  /** True once per minute, because a loop would bury everything else. */
  #isNews(recent: Recent): boolean {
    const now = this.#options.now()
    if (recent.stopToldAt > now - minuteMs) return false
    recent.stopToldAt = now
    return true
  }

  async #keep(): Promise<void> {
    this.#changed.emit(this.view())
    await this.#options.facts.writeFact(fact, toStored(this.#rules, this.#uses))
  }

  #keepQuietly(): void {
    void this.#keep().catch((error: unknown) =>
      this.#options.log.warn('the use of sampling was not saved', { error })
    )
  }
}

function freshRecent(): Recent {
  return { admittedAt: [], noes: [], reservedTokens: 0, reservedMoney: 0, stopToldAt: -Infinity }
}

function requireAutomatic(
  serverName: string,
  { refusalOfAutomatic, trustedSince }: SamplingBudgetsOptions
): void {
  const refusal = refusalOfAutomatic()
  if (refusal !== null) throw new HostError('REQUEST_REFUSED', refusal)
  if (trustedSince(serverName) !== null) return
  throw new HostError('REQUEST_REFUSED', say('requests.notTrusted', { server: serverName }))
}

function once<T>(work: (value: T) => void): (value: T) => void {
  let isDone = false
  return (value) => {
    if (!isDone) work(value)
    isDone = true
  }
}
