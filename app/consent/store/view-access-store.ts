/**
 * The permanent answers about what views of servers may use. Stored in the history with the permissions, because programs
 * that can write the settings file can't write there.
 */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Logger } from '../../base/logger'
import { viewAccess, type ViewAccess, type ViewAccessKey } from '../../contract/consent/view-access'
import type { HistoryStore } from '../../history/interface'
import { readRows } from './read-rows'

const storedAccess = viewAccess.extend({
  /** Of the server as it was trusted. An approval ends when another one takes its name. */
  serverFingerprint: z.string().nullable()
})
type StoredAccess = z.infer<typeof storedAccess>

const accessFact = 'consent.view-access'

export interface ViewAccessKeeping {
  readonly history: Pick<HistoryStore, 'readFact' | 'writeFact'>
  /** A change that can't be saved applies until Parley quits. Never rejects. */
  readonly keep: (what: string, save: Promise<unknown>) => Promise<void>
  readonly announce: () => void
  readonly log: Logger
}

export function createViewAccessStore({ history, keep, announce, log }: ViewAccessKeeping) {
  let rows: readonly StoredAccess[] = []
  const change = async (next: readonly StoredAccess[]): Promise<void> => {
    rows = next
    announce()
    await history.writeFact(accessFact, JSON.stringify(rows))
  }
  return {
    list: (): readonly ViewAccess[] =>
      rows.map(({ serverName, subject, isAllowed, createdAt }) => ({
        serverName,
        subject,
        isAllowed,
        createdAt
      })),
    /** Null: there is no answer. A denial applies to every server of this name. */
    read: (key: ViewAccessKey, serverFingerprint: string | null): boolean | null => {
      const found = rows.find((row) => isSame(row, key))
      if (found === undefined || !found.isAllowed) return found?.isAllowed ?? null
      return found.serverFingerprint === serverFingerprint ? true : null
    },
    /** @throws HostError HISTORY_UNAVAILABLE; then Parley asks about everything */
    load: async (): Promise<void> => {
      rows = readRows(await history.readFact(accessFact), { row: storedAccess, fact: accessFact, log })
    },
    add: async (added: readonly StoredAccess[]): Promise<void> => {
      const others = rows.filter((row) => !added.some((one) => isSame(row, one)))
      await keep('What a view may use', change([...others, ...added]))
    },
    /** @throws HostError HISTORY_UNAVAILABLE (it applies until Parley quits even then) */
    forget: (key: ViewAccessKey): Promise<void> => change(rows.filter((row) => !isSame(row, key)))
  }
}

function isSame(one: ViewAccessKey, other: ViewAccessKey): boolean {
  return one.serverName === other.serverName && isDeepStrictEqual(one.subject, other.subject)
}
