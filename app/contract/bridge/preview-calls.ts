/** Previews: pages that a model wrote, drawn beside the conversation in a frame like that of a server's view. */
import { z } from 'zod'
import { previewPlace } from '../approval/own-places'
import { defineCall } from '../approval/call-row'
import { needs } from '../approval/approval'
import { previewKinds, previewLimits } from '../limits'
import { viewEndReasons } from './view-calls'

const done = z.null()
const previewId = z.string().min(1).max(64)

const page = {
  kind: z.enum(previewKinds),
  /** As the model wrote it. */
  text: z.string().max(previewLimits.text)
}

/** What the `<webview>` of the window needs. It can be attached once. */
const frame = z.strictObject({ previewId, address: z.string(), partition: z.string() })

/**
 * What went wrong in a page. `error`: the message of an error. `blocked`: the address that it couldn't load.
 * `import`: the name of a package that isn't there. `empty`: its code has no component.
 */
const problem = z.strictObject({
  type: z.enum(['error', 'blocked', 'import', 'empty']),
  /** Written by the page. */
  text: z.string().max(previewLimits.problem)
})
export type PreviewProblem = z.infer<typeof problem>

/** A preview that a window shows. Without its address, which only that window knows. */
export const openPreview = z.strictObject({
  previewId,
  /** `ready`: its page has begun to run. */
  state: z.enum(['loading', 'ready', 'ended']),
  /** Why it ended without being closed; null unless it has ended. */
  reason: z.enum(viewEndReasons).nullable(),
  problems: z.array(problem).max(previewLimits.problems),
  /** How often the user pressed Escape in it, to return to the window. */
  escapes: z.number().int()
})
export type OpenPreview = z.infer<typeof openPreview>

export const previewCalls = {
  /** Runs a page. @throws VIEW_UNAVAILABLE: it can't be drawn, or too many are open */
  'preview.open': { approval: needs('runs', 'press'), input: z.strictObject(page), output: frame },
  /** Ends a preview and opens another in its place: a newer version, or the same again. @throws as `preview.open` */
  'preview.replace': {
    // The press that opened the first one is about the text of the model as it changes. No page can reach anything.
    approval: null,
    input: z.strictObject({ previewId, ...page }),
    output: frame
  },
  /** Ignores unknown previews. */
  'preview.close': { approval: null, input: z.strictObject({ previewId }), output: done },
  /** Opens the page of a preview in the system's browser, where nothing limits it. */
  'preview.open-in-browser': defineCall({
    approval: (input) => ({ ...needs('opens', 'in-place'), place: previewPlace(input.previewId) }),
    input: z.strictObject({ previewId }),
    output: done
  })
} as const
