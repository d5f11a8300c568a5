/**
 * Messages between Parley and its servers: as events while a window follows them, and as a list of the newest ones.
 * Secrets are removed from both here, using all secrets known at that moment.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TracedMessage } from '../../mcp/interface'
import type { HostEvents } from './host-events'
import type { HostPorts } from './host-ports'
import { redactMessage } from './redact-message'

export interface Trace {
  /** Until this is called, the servers' process forwards no message. */
  follow(isFollowed: boolean): void
  /** The newest messages of a server's newest connections, oldest first. */
  list(serverName: string): Promise<TracedMessage[]>
  forget(serverName: string): Promise<void>
}

/** Characters whose secrets are removed in one turn of the event loop. Calls of the window wait meanwhile. */
const turnCharacters = 500_000

export function createTrace(
  { mcp, secretRegistry, isAlwaysTraced = false }: HostPorts,
  events: HostEvents
): Trace {
  const withoutSecrets = (traced: TracedMessage): TracedMessage => ({
    ...traced,
    text: traced.text === null ? null : redactMessage(traced.text, secretRegistry)
  })
  const subscribe = () =>
    mcp.subscribe({ traced: (message) => events.emit('server.traced', withoutSecrets(message)) })
  let unsubscribe = isAlwaysTraced ? subscribe() : null
  return {
    follow: (isFollowed) => {
      if (isFollowed) unsubscribe ??= subscribe()
      else if (!isAlwaysTraced) {
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
