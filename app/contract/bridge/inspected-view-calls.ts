/**
 * The app of a tool, opened in the page of its server and outside of conversations. The user says what it learns: how it is
 * shown, the arguments, and the result.
 */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { jsonObject } from '../json'
import { conversationId } from '../content-blocks'
import { serverName } from '../servers'
import { pixels, setsMode, viewDisplayModes, viewFrame, viewId } from './view-calls'

const done = z.null()
const inset = z.int().min(0).max(500)

/** The host context, as the user set it. @spec MCP Apps 2026-01-26 Host Context */
export const inspectedContext = z.strictObject({
  theme: z.enum(['light', 'dark']),
  /** @see ViewSurroundings */
  tokens: z.record(z.string().max(100), z.string().max(500)),
  displayMode: z.enum(viewDisplayModes),
  width: pixels,
  /** Inline, the most that it may be. */
  height: pixels,
  /** Language tag. */
  locale: z.string().max(100),
  /** IANA name. */
  timeZone: z.string().max(100),
  hasTouch: z.boolean(),
  hasHover: z.boolean(),
  safeArea: z.strictObject({ top: inset, right: inset, bottom: inset, left: inset })
})
export type InspectedContext = z.infer<typeof inspectedContext>

/** A message between Parley and a view, without secrets. */
export const tracedViewMessage = z.strictObject({
  /** Counts the messages of the view, from 0. */
  index: z.int(),
  at: z.number(),
  /** `in`: from the view. */
  direction: z.enum(['in', 'out']),
  /** JSON. Null: it is too long, or isn't JSON without its secrets. */
  text: z.string().nullable(),
  /** Characters of all its JSON. */
  size: z.int(),
  /** Why Parley didn't act on it; null if it did. */
  refusal: z.string().nullable()
})
export type TracedViewMessage = z.infer<typeof tracedViewMessage>

export const tracedViewMessages = z.strictObject({
  viewId,
  messages: z.array(tracedViewMessage),
  /** Messages that came too fast to be shown, or were removed because newer ones came. */
  leftOut: z.int()
})

/** A view that a conversation shows or has shown, and whose last messages are kept. */
export const viewTrace = z.strictObject({
  viewId,
  toolName: z.string(),
  conversationId: conversationId.nullable(),
  openedAt: z.number(),
  /** Of all its messages. */
  count: z.int()
})
export type ViewTraceSummary = z.infer<typeof viewTrace>

/** What the user sends by hand. The specification gives the order, and the core refuses every other one. */
const inspectedStep = z.discriminatedUnion('type', [
  /** The beginning of a JSON object, as a model would have written it so far. */
  z.strictObject({ type: z.literal('partial-input'), text: z.string().max(200_000) }),
  z.strictObject({ type: z.literal('input'), arguments: jsonObject }),
  /** A `CallToolResult`. */
  z.strictObject({ type: z.literal('result'), result: jsonObject }),
  z.strictObject({ type: z.literal('cancelled'), reason: z.string().max(1_000) })
])

export const inspectedViewCalls = {
  /**
   * Reads the page of a tool from its connected server and opens it. Runs no tool. Asks about hosts that the page declares.
   * @throws TOOL_UNKNOWN: the tool has no view, SERVER_NOT_CONNECTED, VIEW_UNAVAILABLE, and the server's error
   */
  'view.open-inspected': {
    approval: needs('sends', 'present'),
    input: z.strictObject({ serverName, toolName: z.string().max(1_000), context: inspectedContext }),
    output: viewFrame
  },
  /** Ignores unknown views, and modes that the view doesn't support. @throws BRIDGE_INVALID_INPUT */
  'view.change-context': {
    approval: null,
    input: z.strictObject({ viewId, context: inspectedContext, setsMode }),
    output: done
  },
  /** @throws VIEW_UNAVAILABLE: it isn't open, REQUEST_REFUSED: not now, BRIDGE_INVALID_INPUT */
  'view.send-step': {
    approval: needs('sends', 'press'),
    input: z.strictObject({ viewId, step: inspectedStep }),
    output: done
  },
  /**
   * Calls the view's tool after the usual question, and sends it the input and the result, or how the call ended instead.
   * @throws as `view.send-step`, TOOL_INVALID_ARGUMENTS, and the failure of the call
   */
  'view.call-tool': {
    approval: needs('sends', 'press'),
    input: z.strictObject({ viewId, arguments: jsonObject }),
    output: done
  },
  /** The views of a server's calls in conversations, newest first. */
  'view.list-traces': {
    approval: null,
    input: z.strictObject({ serverName }),
    output: z.array(viewTrace)
  },
  /** The last messages of such a view. @throws VIEW_UNAVAILABLE: they aren't kept any more */
  'view.read-trace': { approval: null, input: z.strictObject({ viewId }), output: tracedViewMessages }
} as const
