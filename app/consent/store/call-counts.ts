/**
 * Counts the calls of tools with a limit, per turn, conversation, and day. Stored in the history, which the settings
 * file can't change, so neither a restart nor an edit of that file resets the counts.
 */
import { z } from 'zod'
import { callPeriods, type CallPeriod } from '../../contract/limits'
import type { HistoryStore } from '../../history/interface'

const countsFact = 'consent.tool-calls'

/** Only the latest span is kept: the latest turn of a conversation, the latest day. */
const storedCount = z.object({
  period: z.enum(callPeriods),
  /** The conversation; empty for a day, which covers all conversations. */
  place: z.string(),
  /** The turn or the day; empty for a whole conversation. */
  span: z.string(),
  serverName: z.string(),
  toolName: z.string(),
  calls: z.int().min(0)
})
type Count = z.infer<typeof storedCount>
const storedCounts = z.array(storedCount)

export interface CountedCall {
  readonly conversationId: string
  /** The answer that the call belongs to. */
  readonly turnId: string
  readonly serverName: string
  readonly toolName: string
}

export interface CallCountsOptions {
  readonly history: Pick<HistoryStore, 'readFact' | 'writeFact'>
  /** Waits for the save. If it fails, the count applies until Parley quits. */
  readonly keep: (what: string, save: Promise<unknown>) => Promise<void>
}

export function createCallCounts({ history, keep }: CallCountsOptions) {
  let counts = new Map<string, Count>()
  const save = (): Promise<void> =>
    keep('How often a tool was called', history.writeFact(countsFact, JSON.stringify([...counts.values()])))
  const callsIn = (count: Count): number => {
    const kept = counts.get(keyOf(count))
    return kept?.span === count.span ? kept.calls : 0
  }
  const add = (all: readonly Count[], more: number): void => {
    for (const count of all) counts.set(keyOf(count), { ...count, calls: Math.max(0, callsIn(count) + more) })
  }
  return {
    /** @throws HostError HISTORY_UNAVAILABLE; then nothing is counted */
    load: async (): Promise<void> => {
      const read = parse(await history.readFact(countsFact))
      counts = new Map(read.map((count) => [keyOf(count), count]))
    },
    /** Calls so far. `at`: milliseconds since the epoch. */
    of: (call: CountedCall, period: CallPeriod, at: number): number => callsIn(countOf(call, period, at)),
    /** Counts one call in all periods. Await the result until it is saved, or call it to undo the count. */
    count: (call: CountedCall, at: number) => {
      const all = callPeriods.map((period) => countOf(call, period, at))
      add(all, 1)
      const saved = save()
      return {
        saved,
        takeBack: () => {
          // A turn or a day that is over has no count left to undo.
          add(
            all.filter((count) => counts.get(keyOf(count))?.span === count.span),
            -1
          )
          return save()
        }
      }
    },
    forgetConversation: async (conversationId: string): Promise<void> => {
      const kept = [...counts].filter(([, { place }]) => place !== conversationId)
      if (kept.length === counts.size) return
      counts = new Map(kept)
      await save()
    }
  }
}

export type CallCounts = ReturnType<typeof createCallCounts>

function countOf({ conversationId, turnId, ...tool }: CountedCall, period: CallPeriod, at: number): Count {
  const { serverName, toolName } = tool
  const named = { serverName, toolName, calls: 0 }
  if (period === 'perDay') return { period, place: '', span: new Date(at).toDateString(), ...named }
  return { period, place: conversationId, span: period === 'perTurn' ? turnId : '', ...named }
}

function keyOf({ period, place, serverName, toolName }: Count): string {
  return JSON.stringify([period, place, serverName, toolName])
}

/** Counts that can't be read are ignored. */
function parse(json: string | null): readonly Count[] {
  try {
    return storedCounts.safeParse(JSON.parse(json ?? '[]')).data ?? []
  } catch {
    return []
  }
}
