/**
 * Sends events to the window. Without a window, or with a crashed page, they are dropped: a page that starts takes a
 * snapshot, which includes them.
 */
import type { WebContents } from 'electron'
import { eventChannel } from '../../app/contract/bridge/bridge'
import type { EventEnvelope } from '../../app/contract/bridge/events'

type Contents = Pick<WebContents, 'isDestroyed' | 'isCrashed' | 'send'>

/** The events being sent, and those that came meanwhile; null if none is. */
let sending: (() => void)[] | null = null

/**
 * In the order of the calls. Electron runs pending promises inside `send`, before it sends. Their events must not
 * overtake, because the window ignores the older of two events as known.
 */
export function publishEvent(contents: Contents | null, event: EventEnvelope): void {
  const send = (): void => {
    if (contents === null || contents.isDestroyed() || contents.isCrashed()) return
    contents.send(eventChannel, event)
  }
  if (sending !== null) {
    sending.push(send)
    return
  }
  sending = [send]
  try {
    for (const next of sending) next()
  } finally {
    sending = null
  }
}
