/**
 * Hosts that the user permanently denied a server. Stored in the history with the permissions, because programs that
 * can write the settings file can't write there.
 */
import type { Logger } from '../../base/logger'
import { refusedHost } from '../../contract/consent/network-access'
import type { RefusedHost, RefusedHostKey } from '../../contract/consent/network-access'
import type { HistoryStore } from '../../history/interface'
import { readRows } from './read-rows'

const refusedFact = 'consent.refused-hosts'

export interface RefusedHostsKeeping {
  readonly history: Pick<HistoryStore, 'readFact' | 'writeFact'>
  /** A change that can't be saved applies until Parley quits. Never rejects. */
  readonly keep: (what: string, save: Promise<unknown>) => Promise<void>
  readonly announce: () => void
  readonly log: Logger
}

export function createRefusedHosts({ history, keep, announce, log }: RefusedHostsKeeping) {
  let refused: readonly RefusedHost[] = []
  const change = async (next: readonly RefusedHost[]): Promise<void> => {
    refused = next
    announce()
    await history.writeFact(refusedFact, JSON.stringify(refused))
  }
  return {
    list: (): readonly RefusedHost[] => refused,
    has: (key: RefusedHostKey): boolean => refused.some((each) => isSame(each, key)),
    /** @throws HostError HISTORY_UNAVAILABLE; then nothing is denied and Parley asks about everything */
    load: async (): Promise<void> => {
      refused = readRows(await history.readFact(refusedFact), { row: refusedHost, fact: refusedFact, log })
    },
    add: async (added: RefusedHost): Promise<void> => {
      const others = refused.filter((each) => !isSame(each, added))
      await keep('A refused host', change([...others, added]))
    },
    /** @throws HostError HISTORY_UNAVAILABLE (it applies until Parley quits even then) */
    forget: (key: RefusedHostKey): Promise<void> => change(refused.filter((each) => !isSame(each, key)))
  }
}

function isSame(one: RefusedHostKey, other: RefusedHostKey): boolean {
  return one.serverName === other.serverName && one.host === other.host && one.port === other.port
}
