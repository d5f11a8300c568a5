/** Starts a sleeping server and waits for its trust, its download and its handshake. */
import { HostError } from '../../base/host-error'
import { say, sentences } from '../../texts/render-localized'
import type { ConfiguredServer } from './configured-server'

export interface WakeOptions {
  readonly signal: AbortSignal
  /** Events of all servers: changed and removed. */
  readonly changes: readonly { on(listener: () => void): () => void }[]
}

/**
 * Resolves when it runs, and at once for a server that doesn't sleep. The user is asked for trust as at any start.
 * @throws HostError SERVER_NOT_CONNECTED: it failed to start; the signal's reason
 */
export async function wakeServer(server: ConfiguredServer, { signal, changes }: WakeOptions): Promise<void> {
  if (!server.isSleeping) return
  let wake = (): void => {}
  const stops = changes.map((change) => change.on(() => wake()))
  signal.addEventListener('abort', () => wake(), { once: true })
  try {
    await server.start()
    while (server.isSleeping && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve))
  } finally {
    for (const stop of stops) stop()
  }
  signal.throwIfAborted()
  if (server.lifecycle.live !== null) return
  const { reason } = server.lifecycle.status
  const failed = say('servers.notWoken', { server: server.name })
  throw new HostError('SERVER_NOT_CONNECTED', reason === null ? failed : sentences(failed, reason))
}
