/**
 * Views: pages that servers bring for calls of their tools, as in MCP Apps. The window shows them in the cards of their
 * calls. Their messages never pass through the window.
 */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { domainUses } from '../consent/domain-uses'
import { refusedDomain, viewPermissions } from '../consent/view-access'
import { callId, conversationId, messageId } from '../content-blocks'
import { resourceContents } from '../offers'
import { serverName } from '../servers'

const done = z.null()
export const pixels = z.number().int().min(0).max(20_000)

export const viewId = z.string().min(1).max(64)

/** `pip`: a small panel in a corner of the window. */
export const viewDisplayModes = ['inline', 'fullscreen', 'pip'] as const

/**
 * The user chose the mode, or allowed what the view asked for. Otherwise it is the mode in which the window measured. The core may
 * have changed it meanwhile: if each side took the other's mode, neither would ever settle.
 */
export const setsMode = z.boolean().optional()

/** How the window shows a view. */
export const viewSurroundings = z.strictObject({
  theme: z.enum(['light', 'dark']),
  /** Computed values of the window's tokens that views may know, by name. @see view-styles.ts */
  tokens: z.record(z.string().max(100), z.string().max(500)),
  width: pixels,
  /** The most that it may be. */
  height: pixels,
  /** IANA name. The window learns of a change while Parley runs. Default: as when Parley started. */
  timeZone: z.string().max(100).optional()
})
export type ViewSurroundings = z.infer<typeof viewSurroundings>

/**
 * Why a view ended that Parley didn't close. `removed`: the window no longer shows it, or the user closed it in a
 * question. `silent`: it didn't start in time.
 */
export const viewEndReasons = [
  'crashed',
  'navigated',
  'flooded',
  'too-large',
  'memory',
  'unresponsive',
  'removed',
  'silent'
] as const

/** What the user can send by hand to a view of the server's page. `call`: its tool is called for what follows. */
export const viewSteps = ['partial-input', 'input', 'result', 'cancelled', 'call'] as const
export type ViewStep = (typeof viewSteps)[number]

/** What the `<webview>` of the window needs. It can be attached once. */
export const viewFrame = z.strictObject({ viewId, address: z.string(), partition: z.string() })

/** A view that the window shows. Without its address, which only the window that opened it knows. */
export const openView = z.strictObject({
  viewId,
  /** `ready`: it has answered. Before that it is unknown whether it shows anything. */
  state: z.enum(['loading', 'ready', 'ended']),
  /** Null unless it has ended. */
  reason: z.enum(viewEndReasons).nullable(),
  /** The height that it wants, in CSS pixels; null: it doesn't say. */
  height: pixels.nullable(),
  displayMode: z.enum(viewDisplayModes),
  /** The modes that it supports. None before it is ready. */
  displayModes: z.array(z.enum(viewDisplayModes)),
  /** The mode that it asks for. The window decides. */
  wantedMode: z.enum(viewDisplayModes).nullable(),
  /** Declared and allowed. */
  hosts: z.array(z.string()),
  /** Declared, but not allowed or not possible. */
  refusedHosts: z.array(z.string()),
  /** What it has asked for and got. */
  permissions: z.array(z.enum(viewPermissions)),
  /** Only of a view that the user inspects: what can be sent now. */
  steps: z.array(z.enum(viewSteps)).optional()
})
export type OpenView = z.infer<typeof openView>

export const viewContextId = z.string().min(1).max(64)

/** What a view gave for the model. It goes with the user's next message. */
export const viewContext = z.strictObject({
  /** Of this update: the next one of the view has another id. */
  contextId: viewContextId,
  viewId,
  conversationId,
  serverName,
  toolName: z.string(),
  contents: z.array(resourceContents)
})
export type ViewContext = z.infer<typeof viewContext>

const domains = z.array(z.string())

/** What Parley reads from the page of a view, and makes of it. */
export const viewInspection = z.strictObject({
  /** Of the page, in bytes of UTF-8. */
  size: z.int().min(0),
  /** Declared hosts, by use. */
  domains: z.record(z.enum(domainUses), domains),
  /** Declared domains that the view never reaches. */
  refused: z.array(refusedDomain),
  permissions: z.array(z.enum(viewPermissions)),
  /** Null: the page doesn't say. */
  prefersBorder: z.boolean().nullable(),
  /** The server wrote `meta` instead of `_meta`, so Parley reads nothing that it declares. */
  hasMisnamedMeta: z.boolean(),
  /** The Content-Security-Policy header. Its last directive names a random host that each view has of its own. */
  policies: z.strictObject({
    withoutHosts: z.string(),
    /** With all hosts that the user can allow. */
    withHosts: z.string()
  })
})
export type ViewInspection = z.infer<typeof viewInspection>

export const viewCalls = {
  /**
   * Starts the process of a view. Nothing loads in it before `view.open`, and without that it ends after 10 s.
   * @throws VIEW_UNAVAILABLE: there are too many
   */
  'view.prepare': { approval: null, input: z.strictObject({}), output: viewFrame },
  /**
   * Reads the view of a stored call from the call's server and opens it in a prepared process. Runs no tool. Asks about hosts that the page
   * declares, before the page loads.
   * @throws TOOL_UNKNOWN: the call has no view, SERVER_NOT_CONNECTED, VIEW_UNAVAILABLE, and the server's error
   */
  'view.open': {
    // It shows a result that the user has, and nothing that it asks for happens without an approval of its own.
    approval: null,
    input: z.strictObject({
      viewId,
      conversationId,
      messageId,
      callId,
      surroundings: viewSurroundings,
      /** The user opened it: Parley asks again what the user didn't allow before. */
      asksAgain: z.boolean().optional()
    }),
    output: done
  },
  /** Ignores unknown views. */
  'view.close': { approval: null, input: z.strictObject({ viewId }), output: done },
  /** Tells a view how it is shown. Ignores unknown views, modes that the view doesn't support, and what was measured in another mode. */
  'view.show': {
    approval: null,
    input: z.strictObject({
      viewId,
      surroundings: viewSurroundings,
      displayMode: z.enum(viewDisplayModes),
      setsMode
    }),
    output: done
  },
  /**
   * Reads the page of a view from its connected server, and opens nothing.
   * @throws SERVER_NOT_CONNECTED, VIEW_UNAVAILABLE: it isn't a page for a view, and the server's error
   */
  'view.inspect': {
    approval: needs('sends', 'present'),
    input: z.strictObject({ serverName, uri: z.string().max(8_192) }),
    output: viewInspection
  },
  /** The user doesn't want to send it. Ignores unknown ones. */
  'view.forget-context': {
    approval: null,
    input: z.strictObject({ contextId: viewContextId }),
    output: done
  }
} as const
