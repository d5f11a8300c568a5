/**
 * Counts the usage of models by day, model, conversation and server. All requests of conversations and servers pass
 * through here. Once a spending limit is reached, the next request is rejected before anything is sent.
 */
import { HostError } from '../../base/host-error'
import { directModelId } from '../../contract/direct-model'
import type { Usage } from '../../contract/conversations'
import { calculateCost } from '../../contract/models/cost'
import type { FullPrice } from '../../contract/models/model-facts'
import type { UsageTotals, UsageView } from '../../contract/models/usage-view'
import type { ModelPart, ModelProvider, ModelRequest, ResolvedModel } from '../../models/model'
import { say } from '../../texts/render-localized'
import { calculateServerShares } from './server-shares'
import { UsageDays } from './usage-days'
import type { UsageDaysOptions } from './usage-days'
import { noUsage, partsBy, addUsageTotals, sumUsageByKey, type UsageOwner } from './usage-rows'

export interface UsageRecorderOptions extends Omit<UsageDaysOptions, 'name'> {
  readonly priceOf: (modelId: string) => FullPrice | null
  readonly limits: () => { readonly perDay: number | null; readonly perMonth: number | null }
  readonly describeMoney: (amount: number) => string
  /** Servers by the tool names that models use. */
  readonly serversOfTools: () => ReadonlyMap<string, string>
}

interface Asked {
  readonly request: ModelRequest
  readonly owner: UsageOwner
}

export class UsageRecorder {
  readonly #options: UsageRecorderOptions
  readonly #days: UsageDays
  /** Estimated input by server. Part of the days. */
  readonly #brought: UsageDays
  /** Results of a removed server remain in later requests. */
  readonly #known = new Map<string, string>()

  constructor(options: UsageRecorderOptions) {
    this.#options = options
    const { facts, now, log } = options
    this.#days = new UsageDays({ facts, now, log, name: 'usage' })
    this.#brought = new UsageDays({ facts, now, log, name: 'usage-of-servers' })
  }

  /** @throws HostError HISTORY_UNAVAILABLE */
  async load(): Promise<void> {
    await Promise.all([this.#days.load(), this.#brought.load()])
  }

  /** Wraps the model to count and limit its requests. Direct mode sends none. */
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

  forTurn(
    resolved: ResolvedModel,
    model: string,
    { conversationId }: { readonly conversationId: string }
  ): ResolvedModel {
    return this.metered(resolved, { model, conversationId, serverName: null })
  }

  view(): UsageView {
    const rows = this.#days.rows()
    return {
      today: this.#days.today(),
      month: this.#days.month(),
      days: this.#days.days().map(([name, ofDay]) => ({ name, ...addUsageTotals(ofDay) })),
      models: partsBy(rows, ({ model }) => model),
      servers: partsBy(rows, ({ serverName }) => serverName),
      brought: partsBy(this.#brought.rows(), ({ serverName }) => serverName),
      conversations: partsBy(rows, ({ conversationId }) => conversationId)
    }
  }

  ofConversation(conversationId: string): UsageTotals {
    return addUsageTotals(this.#days.rows().filter((row) => row.conversationId === conversationId))
  }

  /** Resolves when all counted usage is saved, or saving failed. */
  async settled(): Promise<void> {
    await Promise.all([this.#days.settled(), this.#brought.settled()])
  }

  async *#stream(
    provider: ModelProvider,
    asked: Asked & { readonly signal: AbortSignal }
  ): AsyncIterable<ModelPart> {
    const { request, signal } = asked
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
        const usage = this.#count(asked, part.usage, false)
        yield { ...part, usage }
      }
    } finally {
      // A cut answer, or one of a service without usage, is estimated, so that it doesn't count as free.
      if (!isCounted && written > 0) this.#count(asked, estimateOf(request, written), true)
    }
  }

  #count({ owner, request }: Asked, usage: Usage, isEstimated: boolean): Usage {
    const price = this.#options.priceOf(owner.model)
    const cost = calculateCost(price, usage)
    const counted = cost === null ? usage : { ...usage, cost }
    this.#days.add(owner, sumUsageByKey(counted, isEstimated))
    this.#countBrought(
      { owner, request },
      usage.inputTokens,
      calculateCost(price, { ...usage, outputTokens: 0 })
    )
    return counted
  }

  /** `cost`: of all input tokens. */
  #countBrought({ owner, request }: Asked, inputTokens: number, cost: number | null): void {
    for (const [name, serverName] of this.#options.serversOfTools()) this.#known.set(name, serverName)
    for (const [serverName, share] of calculateServerShares(request, (name) => this.#known.get(name)))
      this.#brought.add(
        { model: owner.model, conversationId: null, serverName },
        {
          ...noUsage,
          requests: 1,
          inputTokens: Math.round(inputTokens * share),
          cost: (cost ?? 0) * share,
          unpriced: cost === null ? 1 : 0
        }
      )
  }

  /** @throws HostError MODEL_SPENDING_LIMIT */
  #refuseBeyondLimits(): void {
    const { perDay, perMonth } = this.#options.limits()
    const spent = [
      { period: 'day', limit: perDay, cost: this.#days.today().cost },
      { period: 'month', limit: perMonth, cost: this.#days.month().cost }
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
}

function lengthOf(part: ModelPart): number {
  if (part.type === 'text-delta' || part.type === 'thinking-delta') return part.text.length
  return part.type === 'tool-call-requested' ? JSON.stringify(part.arguments).length : 0
}

/** About four characters per token. */
function estimateOf({ systemPrompt, messages, tools }: ModelRequest, written: number): Usage {
  const read = systemPrompt.length + JSON.stringify([messages, tools]).length
  return { inputTokens: Math.ceil(read / 4), outputTokens: Math.ceil(written / 4) }
}
