/** Usage by day. Each day is one stored value. */
import type { Logger } from '../../base/logger'
import type { UsageTotals } from '../../contract/models/usage-view'
import { parseRows, addUsageTotals, withUsage, type UsageOwner, type UsageRow } from './usage-rows'

export interface UsageDaysOptions {
  readonly facts: {
    readFact(name: string): Promise<string | null>
    writeFact(name: string, json: string): Promise<void>
  }
  /** Before the day in the names of the facts. */
  readonly name: string
  readonly now: () => number
  readonly log: Logger
}

const shownDays = 31
const dayMs = 86_400_000

export class UsageDays {
  readonly #options: UsageDaysOptions
  #days: ReadonlyMap<string, readonly UsageRow[]> = new Map()
  /** One after the other, so that an older state never overwrites a newer one. */
  #writing: Promise<void> = Promise.resolve()

  constructor(options: UsageDaysOptions) {
    this.#options = options
  }

  /** @throws HostError HISTORY_UNAVAILABLE */
  async load(): Promise<void> {
    const { facts } = this.#options
    const read = await Promise.all(
      this.#lastDays().map(async (day) => [day, parseRows(await facts.readFact(this.#factOf(day)))] as const)
    )
    // Usage counted during the read is added.
    const counted = [...this.#days]
    this.#days = new Map(read)
    for (const [day, rows] of counted) for (const row of rows) this.#addTo(day, row, row)
  }

  /** Counts for today. */
  add(owner: UsageOwner, totals: UsageTotals): void {
    const day = dayOf(this.#options.now())
    this.#addTo(day, owner, totals)
    const json = JSON.stringify(this.#days.get(day))
    this.#writing = this.#writing
      .then(() => this.#options.facts.writeFact(this.#factOf(day), json))
      .catch((error: unknown) => this.#options.log.warn('the usage of models was not saved', { error }))
  }

  /** The last 31 days, newest first, without empty days. */
  days(): readonly (readonly [day: string, rows: readonly UsageRow[]])[] {
    return this.#lastDays().flatMap((day) => {
      const rows = this.#days.get(day) ?? []
      return rows.length === 0 ? [] : [[day, rows] as const]
    })
  }

  rows(): readonly UsageRow[] {
    return this.days().flatMap(([, rows]) => rows)
  }

  today(): UsageTotals {
    return addUsageTotals(this.#days.get(dayOf(this.#options.now())) ?? [])
  }

  month(): UsageTotals {
    const month = dayOf(this.#options.now()).slice(0, 7)
    return addUsageTotals([...this.#days].flatMap(([day, rows]) => (day.startsWith(month) ? rows : [])))
  }

  /** Resolves when all counted usage is saved, or saving failed. */
  async settled(): Promise<void> {
    await this.#writing
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

  #factOf(day: string): string {
    return `${this.#options.name}/${day}`
  }

  #lastDays(): readonly string[] {
    const noon = new Date(this.#options.now()).setHours(12, 0, 0, 0) // an hour more or less is the same day
    return Array.from({ length: shownDays }, (_, ago) => dayOf(noon - ago * dayMs))
  }
}

/** By the clock of this computer: `2026-11-23`. */
function dayOf(at: number): string {
  const date = new Date(at)
  const figures = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return figures.map((figure) => String(figure).padStart(2, '0')).join('-')
}
