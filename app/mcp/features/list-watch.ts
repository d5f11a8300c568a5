/**
 * Follows the list changes of a server in either era of the protocol. Reports each list at most once a second.
 *
 * @spec 2025-11-25 server/tools#list-changed-notification
 */
import type { Client } from '@modelcontextprotocol/client'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Filter } from './subscription-stream'

const spacingMs = 1_000
/** The longest wait for a change to be reported. */
const settleLimitMs = 3_000

export const listNames = ['tools', 'resources', 'prompts'] as const
export type ListName = (typeof listNames)[number]

export interface ListWatch {
  readonly signal: AbortSignal
  /** Handles a change of the list. Runs one at a time for each list. */
  readonly onChange: Readonly<Record<ListName, () => Promise<void>>>
  /** Called at once with every announcement, and again if one arrived while the list was read. */
  readonly onAnnounced: (list: ListName) => void
  readonly onFailure: (list: ListName, error: unknown) => void
}

/** The lists whose changes the server announces. */
export function announcedLists(client: Client): ListName[] {
  const capabilities = client.getServerCapabilities()
  return listNames.filter((list) => capabilities?.[list]?.listChanged === true)
}

/** The subscription for a connection of the newest revision. */
export function listFilter(client: Client): Filter {
  return Object.fromEntries(announcedLists(client).map((list) => [`${list}ListChanged`, true]))
}

export interface WatchedLists {
  /** Treats every announced list as changed. */
  changedAll(): void
  /** Resolves when the latest announced change is reported, or after 3 s. */
  settled(list: ListName): Promise<void>
}

export function watchLists(client: Client, watch: ListWatch): WatchedLists {
  const changed = new Map(listNames.map((list) => [list, coalesce(list, watch)]))
  for (const [list, { announce }] of changed) {
    client.setNotificationHandler(`notifications/${list}/list_changed`, announce)
  }
  return {
    changedAll: () => {
      for (const list of announcedLists(client)) changed.get(list)?.announce()
    },
    settled: async (list) => changed.get(list)?.settled()
  }
}

interface Coalesced {
  readonly announce: () => void
  readonly settled: () => Promise<void>
}

/** One run at a time, with starts at least a second apart. Announcements during a run cause exactly one more. */
function coalesce(list: ListName, watch: ListWatch): Coalesced {
  const waiting = new Set<() => void>()
  let isRunning = false
  let isAsked = false
  /** True while a run is requested or in progress. */
  let isPending = false
  const handedOn = () => {
    isPending = isAsked
    for (const resolve of waiting) resolve()
    waiting.clear()
  }
  const run = async () => {
    isRunning = true
    while (isAsked && !watch.signal.aborted) {
      isAsked = false
      await watch.onChange[list]().catch((error: unknown) => watch.onFailure(list, error))
      if (isAsked) watch.onAnnounced(list)
      handedOn()
      await sleep(spacingMs, undefined, { signal: watch.signal, ref: false }).catch(() => {}) // the connection ended
    }
    isRunning = false
    handedOn()
  }
  return {
    announce: () => {
      isAsked = true
      isPending = true
      watch.onAnnounced(list)
      if (!isRunning) void run() // never rejects
    },
    settled: async () => {
      if (!isPending) return
      const enough = sleep(settleLimitMs, undefined, { signal: watch.signal, ref: false }).catch(() => {}) // as above
      await Promise.race([enough, new Promise<void>((resolve) => void waiting.add(resolve))])
    }
  }
}
