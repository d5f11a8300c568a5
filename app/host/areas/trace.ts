/** Every message between Parley and its servers as an event, while somebody follows: what is secret is taken out. */
import type { TracedMessage } from '../../mcp/interface'
import type { HostEvents } from './events'
import type { Ports } from './ports'

export interface Trace {
  /** Nothing is traced, and nothing crosses any line, until this is asked for. */
  follow(isFollowed: boolean): void
}

export function createTrace({ mcp, secretRegistry }: Ports, events: HostEvents): Trace {
  let unsubscribe: (() => void) | null = null
  const tell = (traced: TracedMessage): void => {
    const text = traced.text === null ? null : secretRegistry.redact(traced.text)
    events.emit('server.traced', { ...traced, text: text !== null && isJson(text) ? text : null })
  }
  return {
    follow: (isFollowed) => {
      if (isFollowed) unsubscribe ??= mcp.subscribe({ traced: tell })
      else {
        unsubscribe?.()
        unsubscribe = null
      }
    }
  }
}

/** A number may be a secret, too, and nothing but a number fits where it stood. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false // told without its text
  }
}
