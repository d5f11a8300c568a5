/** Calls about the program itself, its files and the desktop around it. */
import { z } from 'zod'
import { defineCall } from '../approval/call-row'
import { needs } from '../approval/approval'

const nothing = z.strictObject({})
const done = z.null()
const text = (limit: number) => z.string().max(limit)
const conversationId = z.string().min(1).max(64)
/** In CSS pixels, from the upper left. */
const placeInPage = z.strictObject({ x: z.number().int().min(0), y: z.number().int().min(0) })

export const appCalls = {
  /** The user has finished the welcome. It doesn't appear again. */
  'app.finish-welcome': { approval: null, input: nothing, output: done },
  /**
   * The conversation to show at start, or null. `isStuck` if the previous start never reported it with
   * `app.conversation-shown`.
   */
  'app.open-newest': {
    approval: null,
    input: nothing,
    output: z.strictObject({ conversationId, isStuck: z.boolean() }).nullable()
  },
  /** The window shows the conversation of `app.open-newest`. */
  'app.conversation-shown': { approval: null, input: z.strictObject({ conversationId }), output: done },
  /** Asks where to save a file and writes it. null if the user cancelled. `data` is base64. */
  'app.save-file': {
    // The user chooses where in a system dialog. Without a press, a page could open one dialog after another.
    approval: needs('sends', 'press'),
    input: z.strictObject({ suggestedName: text(255), data: text(100_000_000) }),
    output: z.strictObject({ path: z.string().nullable() })
  },
  /** Licenses of all packages in this build. Empty in a development build. */
  'app.licences': {
    approval: null,
    input: nothing,
    output: z.array(
      z.strictObject({ name: z.string(), version: z.string(), licence: z.string(), text: z.string() })
    )
  },
  'app.copy-text': { approval: null, input: z.strictObject({ text: text(20_000_000) }), output: done },
  /** Copies the image at this place of the page. Only the page decodes it. */
  'app.copy-image': { approval: null, input: placeInPage, output: done },
  /**
   * Opens the system's folder dialog, and adds the folder to the roots of the settings or of a conversation. null: shares nothing.
   * The path is null if the user cancelled.
   */
  'app.choose-folder': defineCall({
    // The press before the system dialog counts, however long the user searches for the folder there.
    approval: ({ addTo }) => (addTo === null ? null : needs('permits', 'press')),
    input: z.strictObject({
      addTo: z.union([z.literal('settings'), z.strictObject({ conversationId })]).nullable()
    }),
    output: z.strictObject({ path: z.string().nullable() })
  }),
  /** Opens the settings file or the user's table of models in the system's editor, or the folder of logs or tests. */
  'app.open-file': {
    approval: needs('opens', 'press'),
    input: z.strictObject({ file: z.enum(['settings', 'model-table', 'logs', 'tests']) }),
    output: done
  },
  /** Paths that were dropped on the window. Those that are folders return as an event. */
  'app.drop-folders': {
    approval: null,
    input: z.strictObject({ paths: z.array(text(4_096)).max(100) }),
    output: done
  }
} as const
