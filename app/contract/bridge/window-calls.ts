/** What the page asks of the window that it is shown in. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { defineCall } from '../approval/call-row'
import { serverName } from '../servers'
import { serverTabs } from './beginning'

export const zoomSteps = ['in', 'out', 'reset'] as const
export type ZoomStep = (typeof zoomSteps)[number]

/** What the system's menus do with a window as well. */
export const windowActs = ['full-screen', 'close', 'quit'] as const
export type WindowAct = (typeof windowActs)[number]

export const windowCalls = {
  /** Shows or hides the quick window. */
  'window.show-quick': defineCall({
    approval: ({ isShown }) => (isShown ? needs('opens', 'press') : null),
    input: z.strictObject({ isShown: z.boolean() }),
    output: z.null()
  }),
  /**
   * Shows this conversation in another window, or in the full window, which comes to the front while the quick window hides. null:
   * a new conversation, or the one that the full window shows.
   */
  'window.show-conversation': {
    approval: needs('opens', 'press'),
    input: z.strictObject({
      conversationId: z.string().min(1).max(64).nullable(),
      isNewWindow: z.boolean()
    }),
    output: z.null()
  },
  /** Shows a server in a window of its own. */
  'window.show-server': {
    approval: needs('opens', 'press'),
    input: z.strictObject({ serverName, tab: z.enum(serverTabs) }),
    output: z.null()
  },
  /** Sets the zoom of the page, also for the next start. */
  'window.zoom': { approval: null, input: z.strictObject({ step: z.enum(zoomSteps) }), output: z.null() },
  /** Toggles full screen, closes the window or quits Parley, like the menu. */
  'window.act': {
    approval: needs('opens', 'press'),
    input: z.strictObject({ act: z.enum(windowActs) }),
    output: z.null()
  }
} as const
