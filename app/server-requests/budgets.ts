/**
 * How much each server may ask models for: requests a minute and a day, tokens and money a day, and whether the person
 * reviews each request. A server that asks in a loop is stopped here, before anybody is asked. Rules and the day's use are
 * kept as a fact; the review itself is in `sampling.ts`. @spec 2025-11-25 client/sampling#security-considerations
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
  /** Since when the server is trusted as it stands, milliseconds since the epoch; null when it is not. */
  readonly trustedSince: (serverName: string) => number | null
  /** Why no request may go without a review; null when it may. */
  readonly refusalOfAutomatic: () => LocalizedText | null
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Logger
}

export type RuleChange = { readonly [K in keyof SamplingLimits]?: SamplingLimits[K] | undefined } & {
  readonly serverName: string
  readonly mode?: SamplingRule['mode'] | undefined
}

/** What one answer took; no money where its model has no price. */
export interface Spent {
  readonly tokens: number
  readonly money: number
}

export type BudgetVerdict =
  | {
      readonly type: 'admitted'
      /** The person allowed requests of this server without a review. */
      readonly isAutomatic: boolean
      /** What is left for the answer. */
      readonly maxTokens: number
      readonly budget: SamplingBudget
      /** Money that the answer may cost, held back from the server's other requests until this one is over. */
      readonly reserve: (money: number) => void
      /** To be called once, when the request is over. Null: the model was not asked. */
      readonly spend: (spent: Spent | null) => void
      /** The person said no, or yes: a server that goes on after several noes is stopped. */
      readonly reviewed: (isAllowed: boolean) => void
    }
  /** `reason` is the end of a sentence. `isNews`: the person has not heard of it yet. */
  | { readonly type: 'refused'; readonly reason: LocalizedText; readonly isNews: boolean }

export interface SamplingBudgets {
  load(): Promise<void>
  /** `callId`: the call that the request belongs to; null when it is not known. */
  admit(serverName: string, maxTokens: number, callId: string | null): BudgetVerdict
  view(): SamplingRule[]
  onChanged(listener: (rules: SamplingRule[]) => void): () => void
  /** Whether servers of this name are told that there is no sampling. */
  isOff(serverName: string): boolean
  /** @throws HostError REQUEST_REFUSED (a policy, or the server is not trusted) */
  change(change: RuleChange): Promise<void>
  /** Today's use stays: another entry of the same name starts where this one ended. */
  forget(serverName: string): void
}

const fact = 'sampling-rules'
const minuteMs = 60_000
/** So many noes in a row within a minute and one call are meant. A new call is the person's own doing. */
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
    // The person has looked at it: what was held against the server is over.
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
    // A yes was meant for the server as it stood then.
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

  /** Once a minute: a loop would bury everything else. */
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
      this.#options.log.warn('the use of sampling was not kept', { error })
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
