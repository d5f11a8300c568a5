/** Calls about servers: their tools and other offers, their entries, accounts and secrets. */
import { z } from 'zod'
import { findChangeApproval } from '../settings/setting-descriptor'
import { defineCall } from '../approval/call-row'
import { needs } from '../approval/approval'
import { clearingPlace, removalPlace } from '../approval/own-places'
import { logCalls } from './logs'
import { differenceCalls } from '../workbench/differences'
import { recordingCalls } from '../workbench/recordings'
import { replayCalls } from '../workbench/replays'
import { healthCalls } from '../workbench/health'
import { messageCalls } from '../workbench/messages'
import { writtenMessageCalls } from '../workbench/written-messages'
import { diagnosis } from '../servers/diagnosis'
import { accountCalls } from '../accounts'
import { addingCalls } from '../servers/adding'
import { sandboxCalls } from '../servers/sandbox-view'
import { packageCalls } from '../servers/package-update'
import { fileActivityCalls } from '../consent/file-activity'
import { entryCalls } from '../servers/entry-form'
import { otherAppCalls } from '../servers/other-apps'
import { toolsAtOnce } from '../limits'
import { jsonObject } from '../json'
import { argumentProblem, serverName, toolChanges, toolSummary, toolView } from '../servers'
import {
  completion,
  completionReference,
  promptResult,
  promptView,
  resourceContents,
  resourceListing
} from '../offers'
import { serverChanges, serverSettings } from '../simple-settings'

import { serverPartName, serverParts } from './server-parts'

const nothing = z.strictObject({})
/** For calls without a result: the window learns of their effects by events. */
const done = z.null()
const text = (limit: number) => z.string().max(limit)

export const serverCalls = {
  /** Tools of all connected servers, ranked by name and description. All tools if the query is empty. */
  'tool.search': {
    approval: null,
    input: z.strictObject({ query: text(500), limit: z.number().int().min(1).max(200) }),
    output: z.array(toolSummary)
  },
  /** One usable tool with its schemas. */
  'tool.read': {
    approval: null,
    input: z.strictObject({ serverName, toolName: text(500) }),
    output: toolView
  },
  /** Where the arguments don't match the tool's input schema. Empty: they match. */
  'tool.check-arguments': {
    approval: null,
    input: z.strictObject({ serverName, toolName: text(500), arguments: jsonObject }),
    output: z.array(argumentProblem)
  },

  /** Resources and templates of all connected servers, in the order of the settings. */
  'resource.list': {
    // The page reads what a trusted server offers while the user types and navigates, several times per press.
    approval: null,
    input: nothing,
    output: z.array(resourceListing)
  },
  /** Reads a resource for a preview on screen. No model gets it. */
  'resource.read': {
    approval: needs('sends', 'present'),
    input: z.strictObject({ serverName, uri: text(8_192) }),
    output: z.array(resourceContents)
  },
  /** Turns `resource.updated` on or off for a resource. Above about 20, the oldest ends. */
  'resource.follow': defineCall({
    approval: ({ isFollowed }) => (isFollowed ? needs('sends', 'present') : null),
    input: z.strictObject({ serverName, uri: text(8_192), isFollowed: z.boolean() }),
    output: done
  }),
  /** Fills in a URI template (RFC 6570). @throws BRIDGE_INVALID_INPUT if the template is invalid. */
  'resource.expand-template': {
    approval: null,
    input: z.strictObject({ uriTemplate: text(8_192), variables: z.record(z.string(), z.string()) }),
    output: z.strictObject({ uri: z.string() })
  },
  'prompt.list': { approval: null, input: nothing, output: z.array(promptView) },
  'prompt.get': {
    approval: needs('sends', 'present'),
    input: z.strictObject({ serverName, name: text(1_000), arguments: z.record(z.string(), z.string()) }),
    output: promptResult
  },
  /** Suggestions for an argument. Empty if the server has no completion. */
  'completion.complete': {
    approval: needs('sends', 'present'),
    input: z.strictObject({
      serverName,
      reference: completionReference,
      argumentName: text(1_000),
      value: text(10_000),
      /** Arguments filled in before this one. */
      context: z.record(z.string(), z.string())
    }),
    output: completion
  },

  /** Starts, stops or restarts a server. Returns at once: the server's state shows the result. */
  'server.control': defineCall({
    approval: ({ act }) => (act === 'stop' ? null : needs('runs', 'press')),
    input: z.strictObject({ serverName, act: z.enum(['start', 'stop', 'restart']) }),
    output: done
  }),
  /** Finds out why a server fails. Stops the server, and starts or contacts it once. */
  'server.diagnose': {
    approval: needs('runs', 'press'),
    input: z.strictObject({ serverName }),
    output: diagnosis
  },
  /** Cancels a running diagnosis. Its call fails. */
  'server.cancel-diagnosis': { approval: null, input: z.strictObject({ serverName }), output: done },
  /** One part of a server, for example its log. `app/contract/bridge/server-parts.ts` describes the parts. */
  'server.read': {
    approval: null,
    input: z.strictObject({ serverName, what: serverPartName }),
    output: z.union(Object.values(serverParts))
  },
  /** Reads a server's tools again. Changes arrive as `server.changed`. */
  'server.refresh-tools': { approval: null, input: z.strictObject({ serverName }), output: done },
  /**
   * Clears file and network activity, the messages to and from the server, or its private folder. For the folder, a running
   * server is stopped and started again. The activity log keeps its entries.
   */
  'server.clear': defineCall({
    approval: ({ serverName, what }) =>
      what === 'private-folder' ? { ...needs('destroys', 'seen'), place: clearingPlace(serverName) } : null,
    input: z.strictObject({ serverName, what: z.enum(['file-activity', 'messages', 'private-folder']) }),
    output: done
  }),
  ...entryCalls,
  ...logCalls,
  ...messageCalls,
  ...writtenMessageCalls,
  ...healthCalls,
  ...recordingCalls,
  ...differenceCalls,
  ...replayCalls,
  ...addingCalls,
  ...otherAppCalls,
  /**
   * Adds every server of a pasted text: settings of another app, a map of entries, one entry, a command line,
   * an address. An install link adds nothing yet and arrives as `adding.changed`.
   */
  'server.paste': {
    approval: null,
    input: z.strictObject({ text: text(1_000_000) }),
    output: z.strictObject({ added: z.array(serverName) })
  },
  /** Stops the server, removes its entry and forgets its trust. */
  'server.remove': defineCall({
    approval: ({ serverName }) => ({ ...needs('destroys', 'seen'), place: removalPlace(serverName) }),
    input: z.strictObject({ serverName }),
    output: done
  }),

  /** Writes these settings into the server's entry. The server keeps running. */
  'server.set-options': defineCall({
    approval: (choices) => findChangeApproval(serverSettings, choices),
    input: serverChanges.extend({ serverName }),
    output: done
  }),
  /** Hides tools from the model or shows them. Sends them always, or only after a search. Limits their calls. */
  'server.set-tools': defineCall({
    approval: ({ isDisabled, callLimits }) =>
      isDisabled === false || callLimits !== undefined ? needs('weakens', 'press') : null,
    input: z.strictObject({
      serverName,
      toolNames: z.array(text(500)).min(1).max(toolsAtOnce),
      ...toolChanges.shape
    }),
    output: done
  }),
  /**
   * One icon of a server, re-encoded. A network address is downloaded only if the user allowed it for this
   * server. @throws ICON_UNAVAILABLE
   */
  'icon.read': {
    approval: null,
    input: z.strictObject({ serverName, src: text(1_000_000) }),
    output: z.strictObject({ mimeType: z.string(), data: z.string() })
  },

  ...accountCalls,
  /**
   * Stores a secret that the entry names, or the value of a header, which it adds to the entry. Restarts the server with it.
   * @throws SETTINGS_UNKNOWN_VARIABLE, VAULT_WRITE_FAILED
   */
  'server.set-secret': {
    approval: needs('sends', 'press'),
    input: z.union([
      z.strictObject({ serverName, secretName: text(500).min(1), value: text(8_192).min(1) }),
      z.strictObject({ serverName, headerName: text(100).min(1), value: text(8_192).min(1) })
    ]),
    output: done
  },
  ...sandboxCalls,
  ...packageCalls,
  ...fileActivityCalls
} as const
