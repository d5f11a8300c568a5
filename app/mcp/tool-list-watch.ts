/**
 * Follows a server's changes to its list of tools: the announcement in either era of the protocol, read again
 * at most once a second however often it comes.
 *
 * @spec 2025-11-25 server/tools#list-changed-notification
 * @spec 2026-07-28 basic/utilities/subscriptions
 */
import type { Client } from '@modelcontextprotocol/client'
import { setTimeout as sleep } from 'node:timers/promises'

const spacingMs = 1_000
/** Between two tries to listen again after the server dropped the subscription. */
const relisten = { firstMs: 1_000, mostMs: 30_000 }

export interface ToolListWatch {
  readonly signal: AbortSignal
  readonly reread: () => Promise<void>
  readonly onFailure: (error: unknown) => void
}

export function watchToolList(client: Client, watch: ToolListWatch): void {
  const reread = coalesce(watch)
  client.setNotificationHandler('notifications/tools/list_changed', reread)
  const announces = client.getServerCapabilities()?.tools?.listChanged === true
  if (announces && client.getProtocolEra() === 'modern') {
    void listen(client, watch, reread).catch(watch.onFailure) // runs as long as the connection
  }
}

/** One reading at a time, its starts at least a second apart; news during one lead to exactly one more. */
function coalesce(watch: ToolListWatch): () => void {
  let isRunning = false
  let isAsked = false
  const run = async () => {
    isRunning = true
    while (isAsked && !watch.signal.aborted) {
      isAsked = false
      await watch.reread().catch(watch.onFailure)
      await sleep(spacingMs, undefined, { signal: watch.signal, ref: false }).catch(() => {}) // the end of the connection
    }
    isRunning = false
  }
  return () => {
    isAsked = true
    if (!isRunning) void run() // never rejects
  }
}

async function listen(client: Client, watch: ToolListWatch, reread: () => void): Promise<void> {
  let waitMs = relisten.firstMs
  while (!watch.signal.aborted) {
    const subscription = await client
      .listen({ toolsListChanged: true }, { signal: watch.signal })
      .catch(() => null)
    if (subscription !== null) {
      if ((await subscription.closed) === 'local') return
      waitMs = relisten.firstMs
    }
    await sleep(waitMs, undefined, { signal: watch.signal, ref: false }).catch(() => {}) // the end of the connection
    waitMs = Math.min(waitMs * 2, relisten.mostMs)
    if (!watch.signal.aborted) reread() // what changed in between was announced to nobody
  }
}
