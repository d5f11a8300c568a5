/**
 * Events to the window. Without a window, or with a crashed page, they are dropped: a page that starts takes
 * a snapshot, which holds them all.
 */
import type { WebContents } from 'electron'
import { eventChannel } from '../../app/contract/bridge/bridge'
import type { EventEnvelope } from '../../app/contract/events'

type Contents = Pick<WebContents, 'isDestroyed' | 'isCrashed' | 'send'>

/** What is being sent, and what came meanwhile; null when nothing is. */
let sending: (() => void)[] | null = null

/**
 * In the order of the calls. Electron runs waiting promises inside of `send`, before it sends: what they publish must
 * not overtake, because the window takes the older of two events for one that it knows.
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
