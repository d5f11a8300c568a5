/**
 * Events to the window. Without a window, or with a crashed page, they are dropped: a page that starts takes
 * a snapshot, which holds them all.
 */
import type { WebContents } from 'electron'
import { eventChannel } from '../../app/contract/channels'
import type { EventEnvelope } from '../../app/contract/events'

export function publishEvent(contents: WebContents | null, event: EventEnvelope): void {
  if (contents === null || contents.isDestroyed() || contents.isCrashed()) return
  contents.send(eventChannel, event)
}
