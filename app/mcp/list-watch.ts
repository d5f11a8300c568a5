/**
 * Follows a server's changes to its lists: the announcement in either era of the protocol, handed on at most once
 * a second and list however often it comes.
 *
 * @spec 2025-11-25 server/tools#list-changed-notification
 */
import type { Client } from '@modelcontextprotocol/client'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Filter } from './listening'

const spacingMs = 1_000

export const listNames = ['tools', 'resources', 'prompts'] as const
export type ListName = (typeof listNames)[number]

export interface ListWatch {
  readonly signal: AbortSignal
  /** What a change of the list leads to. One at a time for each list. */
  readonly onChange: Readonly<Record<ListName, () => Promise<void>>>
  readonly onFailure: (list: ListName, error: unknown) => void
}

/** The lists whose changes the server announces. */
export function announcedLists(client: Client): ListName[] {
  const capabilities = client.getServerCapabilities()
  return listNames.filter((list) => capabilities?.[list]?.listChanged === true)
}

/** What to listen to on a connection of the newest revision. */
export function listFilter(client: Client): Filter {
  return Object.fromEntries(announcedLists(client).map((list) => [`${list}ListChanged`, true]))
}

/** Returns the function that takes every announced list for changed. */
export function watchLists(client: Client, watch: ListWatch): () => void {
  const changed = new Map(listNames.map((list) => [list, coalesce(list, watch)]))
  for (const [list, announce] of changed) {
    client.setNotificationHandler(`notifications/${list}/list_changed`, announce)
  }
  return () => {
    for (const list of announcedLists(client)) changed.get(list)?.()
  }
}

/** One run at a time, its starts at least a second apart; news during one lead to exactly one more. */
function coalesce(list: ListName, watch: ListWatch): () => void {
  let isRunning = false
  let isAsked = false
  const run = async () => {
    isRunning = true
    while (isAsked && !watch.signal.aborted) {
      isAsked = false
      await watch.onChange[list]().catch((error: unknown) => watch.onFailure(list, error))
      await sleep(spacingMs, undefined, { signal: watch.signal, ref: false }).catch(() => {}) // the end of the connection
    }
    isRunning = false
  }
  return () => {
    isAsked = true
    if (!isRunning) void run() // never rejects
  }
}
