/** What the page asks of the window that it is shown in. */
import { z } from 'zod'

export const zoomSteps = ['in', 'out', 'reset'] as const
export type ZoomStep = (typeof zoomSteps)[number]

/** What the system's menus do with a window as well. */
export const windowActs = ['full-screen', 'close', 'quit'] as const
export type WindowAct = (typeof windowActs)[number]

export const windowCalls = {
  /** Opens the system's folder dialog and shares nothing; null when the person cancelled. */
  'app.choose-folder': { input: z.strictObject({}), output: z.strictObject({ path: z.string().nullable() }) },
  /** Folders lie where they were dropped on the window: those of the paths that are folders come back as an event. */
  'app.drop-folders': {
    input: z.strictObject({ paths: z.array(z.string().max(4_096)).max(100) }),
    output: z.null()
  },
  /** Another window, on this conversation or on one that has not begun. */
  'window.open': {
    input: z.strictObject({ conversationId: z.string().min(1).max(64).nullable() }),
    output: z.null()
  },
  /** Brings up the small window over all others, or puts it away. */
  'window.show-quick': { input: z.strictObject({ isShown: z.boolean() }), output: z.null() },
  /** Brings a whole window to the front, with this conversation where one is named, and puts the quick one away. */
  'window.show-conversation': {
    input: z.strictObject({ conversationId: z.string().min(1).max(64).nullable() }),
    output: z.null()
  },
  /** Draws all of the page larger or smaller; the next start draws it so, too. */
  'window.zoom': { input: z.strictObject({ step: z.enum(zoomSteps) }), output: z.null() },
  /** Fills the screen or leaves it, closes the window, quits Parley: as the entries of the menu do. */
  'window.act': { input: z.strictObject({ act: z.enum(windowActs) }), output: z.null() }
} as const
