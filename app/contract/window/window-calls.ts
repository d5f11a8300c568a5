/** What the page asks of the window that it is shown in. */
import { z } from 'zod'

export const zoomSteps = ['in', 'out', 'reset'] as const
export type ZoomStep = (typeof zoomSteps)[number]

/** What the system's menus do with a window as well. */
export const windowActs = ['full-screen', 'close', 'quit'] as const
export type WindowAct = (typeof windowActs)[number]

export const windowCalls = {
  /** Opens the system's folder dialog. Shares nothing. null if the user cancelled. */
  'app.choose-folder': { input: z.strictObject({}), output: z.strictObject({ path: z.string().nullable() }) },
  /** Paths that were dropped on the window. Those that are folders return as an event. */
  'app.drop-folders': {
    input: z.strictObject({ paths: z.array(z.string().max(4_096)).max(100) }),
    output: z.null()
  },
  /** Opens another window with this conversation, or a new one. */
  'window.open': {
    input: z.strictObject({ conversationId: z.string().min(1).max(64).nullable() }),
    output: z.null()
  },
  /** Shows or hides the quick window. */
  'window.show-quick': { input: z.strictObject({ isShown: z.boolean() }), output: z.null() },
  /**
   * Brings a full window to the front, with this conversation if one is named, and hides the quick window.
   */
  'window.show-conversation': {
    input: z.strictObject({ conversationId: z.string().min(1).max(64).nullable() }),
    output: z.null()
  },
  /** Sets the zoom of the page, also for the next start. */
  'window.zoom': { input: z.strictObject({ step: z.enum(zoomSteps) }), output: z.null() },
  /** Toggles full screen, closes the window or quits Parley, like the menu. */
  'window.act': { input: z.strictObject({ act: z.enum(windowActs) }), output: z.null() }
} as const
