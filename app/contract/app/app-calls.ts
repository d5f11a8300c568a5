/** Calls about the program itself, its files and the desktop around it. */
import { z } from 'zod'

const nothing = z.strictObject({})
const done = z.null()
const text = (limit: number) => z.string().max(limit)
const conversationId = z.string().min(1).max(64)
/** In CSS pixels, from the upper left. */
const placeInPage = z.strictObject({ x: z.number().int().min(0), y: z.number().int().min(0) })

export const appCalls = {
  /** The person has seen the welcome; it does not come back. */
  'app.finish-welcome': { input: nothing, output: done },
  /**
   * The conversation that a start shows by itself, null where there is none. It is written down until
   * `app.conversation-shown` says that it is on the screen: `isStuck` when the last try never got there.
   */
  'app.open-newest': {
    input: nothing,
    output: z.strictObject({ conversationId, isStuck: z.boolean() }).nullable()
  },
  /** The conversation of `app.open-newest` is on the screen. */
  'app.conversation-shown': { input: z.strictObject({ conversationId }), output: done },
  /** Asks for a place and writes a file there; null when the person cancelled. `data` is base64. */
  'app.save-file': {
    input: z.strictObject({ suggestedName: text(255), data: text(100_000_000) }),
    output: z.strictObject({ path: z.string().nullable() })
  },
  /** Of all packages in this build; none where it is one for development. */
  'app.licences': {
    input: nothing,
    output: z.array(
      z.strictObject({ name: z.string(), version: z.string(), licence: z.string(), text: z.string() })
    )
  },
  'app.copy-text': { input: z.strictObject({ text: text(20_000_000) }), output: done },
  /** Copies the picture that the page shows at this place; nobody decodes it but the page. */
  'app.copy-image': { input: placeInPage, output: done },
  /** Opens the system's folder dialog and shares nothing; null when the person cancelled. */
  'app.choose-folder': { input: nothing, output: z.strictObject({ path: z.string().nullable() }) },
  /** Folders lie where they were dropped on the window: those of the paths that are folders come back as an event. */
  'app.drop-folders': { input: z.strictObject({ paths: z.array(text(4_096)).max(100) }), output: done }
} as const
