/** Usage of one day: a row per model and caller. */
import { z } from 'zod'
import type { Usage } from '../../contract/conversations'
import { usageTotals, type UsagePart, type UsageTotals } from '../../contract/models/usage-view'

export const usageRow = z.strictObject({
  model: z.string(),
  conversationId: z.string().nullable(),
  /** For requests of a server. */
  serverName: z.string().nullable(),
  ...usageTotals.shape
})
export type UsageRow = z.infer<typeof usageRow>

export type UsageOwner = Pick<UsageRow, 'model' | 'conversationId' | 'serverName'>

export const noUsage: UsageTotals = {
  requests: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cost: 0,
  unpriced: 0,
  estimated: 0
}

const totalKeys = Object.keys(noUsage) as (keyof UsageTotals)[]

const stored = z.array(usageRow)

/** Unreadable data counts as nothing. The answers store their own cost. */
export function parseRows(json: string | null): UsageRow[] {
  if (json === null) return []
  try {
    return stored.safeParse(JSON.parse(json)).data ?? []
  } catch {
    return []
  }
}

export function sumUsageByKey(
  { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0, cost }: Usage,
  isEstimated: boolean
): UsageTotals {
  return {
    requests: 1,
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    cost: cost ?? 0,
    unpriced: cost === undefined ? 1 : 0,
    estimated: isEstimated ? 1 : 0
  }
}

export function addUsageTotals(all: readonly UsageTotals[]): UsageTotals {
  return all.reduce(add, noUsage)
}

function add(one: UsageTotals, other: UsageTotals): UsageTotals {
  const sum = { ...noUsage }
  for (const key of totalKeys) sum[key] = one[key] + other[key]
  return sum
}

export function withUsage(rows: readonly UsageRow[], owner: UsageOwner, totals: UsageTotals): UsageRow[] {
  const isOwn = (row: UsageRow): boolean =>
    row.model === owner.model &&
    row.conversationId === owner.conversationId &&
    row.serverName === owner.serverName
  const own = rows.find(isOwn)
  const others = rows.filter((row) => !isOwn(row))
  return [...others, { ...owner, ...add(own ?? noUsage, totals) }]
}

/** Sums rows by one of their names, most expensive first, then by tokens. Rows without that name are omitted. */
export function partsBy(rows: readonly UsageRow[], nameOf: (row: UsageRow) => string | null): UsagePart[] {
  const groups = new Map<string, UsageRow[]>()
  for (const row of rows) {
    const name = nameOf(row)
    if (name !== null) groups.set(name, [...(groups.get(name) ?? []), row])
  }
  return [...groups]
    .map(([name, own]) => ({ name, ...addUsageTotals(own) }))
    .toSorted((one, other) => other.cost - one.cost || other.inputTokens - one.inputTokens)
    .slice(0, 200)
}
