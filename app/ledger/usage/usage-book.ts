/**
 * Counts what models read and write, by day, model, conversation and server, and keeps it as a fact a day. Every request of
 * a conversation and of a server goes through here; where a limit of money is reached, the next one is refused before
 * anything is sent.
 */
import { HostError } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import { directModelId } from '../../contract/conversations'
import type { Usage } from '../../contract/conversations'
import { costOf } from '../../contract/models/cost'
import type { FullPrice } from '../../contract/models/model-facts'
import type { UsageTotals, UsageView } from '../../contract/models/usage-view'
import type { ModelPart, ModelProvider, ModelRequest, ResolvedModel } from '../../models/model'
import { say } from '../../texts/said'
import { parseRows, partsBy, sumOf, totalsOf, withUsage, type UsageOwner, type UsageRow } from './usage-rows'

export interface UsageBookOptions {
  readonly facts: {
    readFact(name: string): Promise<string | null>
    writeFact(name: string, json: string): Promise<void>
  }
  /** Null: nobody knows. */
  readonly priceOf: (modelId: string) => FullPrice | null
  /** As they are now; null: none. */
  readonly limits: () => { readonly perDay: number | null; readonly perMonth: number | null }
  readonly describeMoney: (amount: number) => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Logger
}

const shownDays = 31
const dayMs = 86_400_000

export class UsageBook {
  readonly #options: UsageBookOptions
  #days: ReadonlyMap<string, readonly UsageRow[]> = new Map()
  /** Writes follow each other, so that a day is never written back to what it was. */
  #writing: Promise<void> = Promise.resolve()

  constructor(options: UsageBookOptions) {
    this.#options = options
  }

  /** @throws HostError HISTORY_UNAVAILABLE */
  async load(): Promise<void> {
    const names = this.#lastDays()
    const read = await Promise.all(
      names.map(async (day) => [day, parseRows(await this.#options.facts.readFact(factOf(day)))] as const)
    )
    // What was counted while this was read is not in it.
    const counted = [...this.#days]
    this.#days = new Map(read)
    for (const [day, rows] of counted) for (const row of rows) this.#addTo(day, row, row)
  }

  /** The model with its requests counted and held to the limits. Direct asks nobody. */
  metered(resolved: ResolvedModel, owner: UsageOwner): ResolvedModel {
    const { provider } = resolved
    if (owner.model === directModelId) return resolved
    const { admitted } = provider
    const metered: ModelProvider = {
      name: provider.name,
      listModels: (signal) => provider.listModels(signal),
      ...(admitted !== undefined && { admitted }),
      stream: (request, signal) => this.#stream(provider, { request, signal, owner })
    }
    return { ...resolved, provider: metered }
  }

  /** For an answer of the conversation. */
  forTurn(
    resolved: ResolvedModel,
    model: string,
    { conversationId }: { readonly conversationId: string }
  ): ResolvedModel {
    return this.metered(resolved, { model, conversationId, serverName: null })
  }

  view(): UsageView {
    const names = this.#lastDays()
    const days = names.flatMap((day) => {
      const rows = this.#days.get(day) ?? []
      return rows.length === 0 ? [] : [{ name: day, ...sumOf(rows) }]
    })
    const rows = names.flatMap((day) => this.#days.get(day) ?? [])
    return {
      today: this.#today(),
      month: this.#month(),
      days,
      models: partsBy(rows, ({ model }) => model),
      servers: partsBy(rows, ({ serverName }) => serverName),
      conversations: partsBy(rows, ({ conversationId }) => conversationId)
    }
  }

  ofConversation(conversationId: string): UsageTotals {
    const rows = this.#lastDays().flatMap((day) => this.#days.get(day) ?? [])
    return sumOf(rows.filter((row) => row.conversationId === conversationId))
  }

  /** Resolves when all that was counted is kept, or could not be. */
  async settled(): Promise<void> {
    await this.#writing
  }

  async *#stream(
    provider: ModelProvider,
    asked: { readonly request: ModelRequest; readonly signal: AbortSignal; readonly owner: UsageOwner }
  ): AsyncIterable<ModelPart> {
    const { request, signal, owner } = asked
    this.#refuseBeyondLimits()
    let written = 0
    let isCounted = false
    try {
      for await (const part of provider.stream(request, signal)) {
        written += lengthOf(part)
        if (part.type !== 'ended' || part.usage === null) {
          yield part
          continue
        }
        isCounted = true
        const usage = this.#count(owner, part.usage, false)
        yield { ...part, usage }
      }
    } finally {
      // It broke off, or its service tells nothing: what was read and written is estimated, rather than free.
      if (!isCounted && written > 0) this.#count(owner, estimateOf(request, written), true)
    }
  }

  #count(owner: UsageOwner, usage: Usage, isEstimated: boolean): Usage {
    const cost = costOf(this.#options.priceOf(owner.model), usage)
    const counted = cost === null ? usage : { ...usage, cost }
    const day = dayOf(this.#options.now())
    this.#addTo(day, owner, totalsOf(counted, isEstimated))
    const json = JSON.stringify(this.#days.get(day))
    this.#writing = this.#writing
      .then(() => this.#options.facts.writeFact(factOf(day), json))
      .catch((error: unknown) => this.#options.log.warn('the usage of models was not kept', { error }))
    return counted
  }

  #addTo(day: string, { model, conversationId, serverName }: UsageOwner, totals: UsageTotals): void {
    const rows = this.#days.get(day) ?? []
    const { requests, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = totals
    const { cost, unpriced, estimated } = totals
    const plain = { requests, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }
    const added = withUsage(
      rows,
      { model, conversationId, serverName },
      { ...plain, cost, unpriced, estimated }
    )
    this.#days = new Map([...this.#days, [day, added]])
  }

  /** @throws HostError MODEL_SPENDING_LIMIT */
  #refuseBeyondLimits(): void {
    const { perDay, perMonth } = this.#options.limits()
    const spent = [
      { period: 'day', limit: perDay, cost: this.#today().cost },
      { period: 'month', limit: perMonth, cost: this.#month().cost }
    ] as const
    const reached = spent.find(({ limit, cost }) => limit !== null && cost >= limit)
    if (reached === undefined) return
    const { describeMoney } = this.#options
    const [limit, cost] = [describeMoney(reached.limit ?? 0), describeMoney(reached.cost)]
    throw new HostError(
      'MODEL_SPENDING_LIMIT',
      say('models.spendingLimit', { period: reached.period, limit, cost })
    )
  }

  #today(): UsageTotals {
    return sumOf(this.#days.get(dayOf(this.#options.now())) ?? [])
  }

  #month(): UsageTotals {
    const month = dayOf(this.#options.now()).slice(0, 7)
    return sumOf([...this.#days].flatMap(([day, rows]) => (day.startsWith(month) ? rows : [])))
  }

  /** Newest first. */
  #lastDays(): readonly string[] {
    const noon = new Date(this.#options.now()).setHours(12, 0, 0, 0) // an hour more or less is the same day
    return Array.from({ length: shownDays }, (_, ago) => dayOf(noon - ago * dayMs))
  }
}

function factOf(day: string): string {
  return `usage/${day}`
}

/** By the clock of this computer: `2026-11-23`. */
function dayOf(at: number): string {
  const date = new Date(at)
  const figures = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return figures.map((figure) => String(figure).padStart(2, '0')).join('-')
}

function lengthOf(part: ModelPart): number {
  if (part.type === 'text-delta' || part.type === 'thinking-delta') return part.text.length
  return part.type === 'tool-call-requested' ? JSON.stringify(part.arguments).length : 0
}

/** About four characters are a token. */
function estimateOf({ systemPrompt, messages, tools }: ModelRequest, written: number): Usage {
  const read = systemPrompt.length + JSON.stringify([messages, tools]).length
  return { inputTokens: Math.ceil(read / 4), outputTokens: Math.ceil(written / 4) }
}
