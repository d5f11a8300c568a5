/**
 * The messages between Parley and its servers: as events while a window follows them, and those that are kept. Secrets
 * are taken out of both here, with what is known of secrets at that moment.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TracedMessage } from '../../mcp/interface'
import type { HostEvents } from './host-events'
import type { HostPorts } from './host-ports'
import { redactMessage } from './redact-message'

export interface Trace {
  /** No message crosses from the servers' process, until this is asked for. */
  follow(isFollowed: boolean): void
  /** The newest messages of a server's newest connections, the oldest first. */
  list(serverName: string): Promise<TracedMessage[]>
  forget(serverName: string): Promise<void>
}

/** Characters that secrets are taken out of at a time: the window's calls wait meanwhile. */
const turnCharacters = 500_000

export function createTrace({ mcp, secretRegistry }: HostPorts, events: HostEvents): Trace {
  let unsubscribe: (() => void) | null = null
  const withoutSecrets = (traced: TracedMessage): TracedMessage => ({
    ...traced,
    text: traced.text === null ? null : redactMessage(traced.text, secretRegistry)
  })
  return {
    follow: (isFollowed) => {
      if (isFollowed)
        unsubscribe ??= mcp.subscribe({
          traced: (message) => events.emit('server.traced', withoutSecrets(message))
        })
      else {
        unsubscribe?.()
        unsubscribe = null
      }
    },
    list: async (serverName) => {
      const listed: TracedMessage[] = []
      let characters = 0
      for (const message of (await mcp.clients.keptMessages(serverName)) ?? []) {
        listed.push(withoutSecrets(message))
        characters += message.text?.length ?? 0
        if (characters < turnCharacters) continue
        characters = 0
        await nextTurn()
      }
      return listed
    },
    forget: (serverName) => mcp.clients.forgetMessages(serverName)
  }
}
