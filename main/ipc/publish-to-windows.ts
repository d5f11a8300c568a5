/** Which window gets which event: all get the host's state, and only one gets an event that concerns it. */
import type { WebContents } from 'electron'
import type { EventEnvelope, EventName } from '../../app/contract/bridge/events'
import { publishEvent } from './publish'

interface ListeningWindow {
  readonly contentsId: number
  readonly contents: Pick<WebContents, 'isDestroyed' | 'isCrashed' | 'send'>
}

interface Windows {
  all(): readonly ListeningWindow[]
  current(): ListeningWindow | null
  whole(): ListeningWindow | null
  find(contentsId: number): ListeningWindow | null
}

export interface Publishing {
  readonly publish: (event: EventEnvelope) => void
  /** To be called when a window makes this call. */
  noteCall(contentsId: number, name: unknown): void
}

export function createPublishing(windows: Windows): Publishing {
  /** The window on which folders were dropped last. */
  let droppedOn: number | null = null
  const hearing = (name: EventName): readonly (ListeningWindow | null)[] => {
    if (name === 'menu.chosen') return [windows.current()]
    // The quick window is left for a full one.
    if (name === 'notification.pressed') return [windows.whole()]
    if (name === 'paths.dropped' && droppedOn !== null) return [windows.find(droppedOn)]
    return windows.all()
  }
  return {
    publish: (event) => {
      for (const one of hearing(event.name)) publishEvent(one?.contents ?? null, event)
    },
    noteCall: (contentsId, name) => {
      if (name === 'app.drop-folders') droppedOn = contentsId
    }
  }
}
