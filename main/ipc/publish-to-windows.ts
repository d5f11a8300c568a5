/** Which window hears of which event: all of them of the host's state, one of what is its own affair. */
import type { WebContents } from 'electron'
import type { EventEnvelope, EventName } from '../../app/contract/events'
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
  /** A window made this call. */
  noteCall(contentsId: number, name: unknown): void
}

export function createPublishing(windows: Windows): Publishing {
  /** On which folders were dropped last. */
  let droppedOn: number | null = null
  const hearing = (name: EventName): readonly (ListeningWindow | null)[] => {
    if (name === 'menu.chosen') return [windows.current()]
    // The quick one is left for it.
    if (name === 'conversation.wanted') return [windows.whole()]
    if (name === 'folders.dropped' && droppedOn !== null) return [windows.find(droppedOn)]
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
