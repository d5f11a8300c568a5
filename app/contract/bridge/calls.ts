/**
 * Every call from the window to the host: name `area.verb`, input and output schema.
 * Inputs are always parsed (the window is the untrusted side); outputs in tests and development only.
 */
import { z } from 'zod'
import { logCalls } from '../logs/logs'
import { messageCalls } from '../traced-messages'
import { diagnosis } from '../diagnosis/diagnosis'
import { accountTest } from '../accounts'
import { addingCalls } from '../adding/adding'
import { appCalls } from '../app/app-calls'
import { archiveCalls } from '../archives/archives'
import { answer, stops } from '../questions/questions'
import { questionId } from '../consent/question-id'
import { contentBlock, modelId } from '../content-blocks'
import { waitingFile, fileId } from '../conversations'
import { callModel, listedTask } from '../tool-calls'
import { conversationCalls } from './conversation-calls'
import { sandboxCalls } from '../sandbox/sandbox-view'
import { packageCalls } from '../entries/package-update'
import { fileActivityCalls } from '../consent/file-activity'
import { privateFolderCalls } from '../private-folder'
import { networkCalls } from '../consent/network-access'
import { consentCalls } from '../consent/write-target'
import { directoryCalls } from '../directory/directory'
import { diagramCalls } from '../diagrams/diagrams'
import { destinationKey } from '../destination'
import { entryCalls } from '../entries/entry-form'
import { otherAppCalls } from '../entries/other-apps'
import { exchangeId } from '../exchanges'
import { folderChoice } from '../folders/folders'
import { fileLimits, toolsAtOnce } from '../limits'
import { jsonObject, warning } from '../json'
import { ledgerCalls } from '../ledger'
import { listCalls } from '../list/list-calls'
import { modelCalls } from '../models/model-calls'
import {
  argumentProblem,
  serverLoad,
  serverLogLine,
  serverName,
  toolChanges,
  toolSummary,
  toolView
} from '../servers'
import {
  completion,
  completionReference,
  promptResult,
  promptView,
  resourceContents,
  resourceListing
} from '../offers'
import { samplingLimits, samplingModes } from '../sampling-rules'
import { localProvider, modelPrice } from '../settings'
import { serverChanges, simpleChanges } from '../simple-settings'
import { snapshot } from './snapshot'
import { spellingCalls } from '../spelling/spelling-calls'
import { windowCalls } from '../window/window-calls'

const nothing = z.strictObject({})
/** For calls without a result: the window learns of their effects by events. */
const done = z.null()

const text = (limit: number) => z.string().max(limit)

export const calls = {
  /** Everything that the window shows, except messages, which `conversation.read` returns. */
  'app.snapshot': { input: nothing, output: snapshot },
  ...appCalls,
  /** Warnings about an address before the user opens it. Sends nothing. */
  'link.judge': {
    input: z.strictObject({ url: text(8_192) }),
    output: z.strictObject({ warnings: z.array(warning) })
  },
  /** Opens an http, https or mailto address in the system's app, after the window has shown it in full. */
  'link.open': { input: z.strictObject({ url: text(8_192) }), output: done },

  ...conversationCalls,
  ...archiveCalls,
  ...listCalls,
  ...diagramCalls,
  ...spellingCalls,

  /** A piece of a file that the user added, in order. Returns null until the last piece, then the file. */
  'file.add': {
    input: z.strictObject({
      fileId,
      name: text(300).min(1),
      /** Bytes of the whole file. */
      size: z.number().int().min(0),
      /** Bytes that came before. */
      offset: z.number().int().min(0),
      /** base64 */
      data: text(Math.ceil(fileLimits.piece / 3) * 4),
      /**
       * For a PDF: the length in bytes of the UTF-8 text at the beginning, which the page extracted. The PDF follows
       * it, or nothing.
       */
      pdfWords: z.number().int().min(0).optional()
    }),
    output: waitingFile.nullable()
  },
  /** What a model will get of a file that isn't sent yet. */
  'file.show': { input: z.strictObject({ fileId }), output: z.array(contentBlock) },
  /** Removes a file that isn't sent yet. Not an error if it is unknown. */
  'file.remove': { input: z.strictObject({ fileId }), output: done },

  /** Tools of all connected servers, ranked by name and description. All tools if the query is empty. */
  'tool.search': {
    input: z.strictObject({ query: text(500), limit: z.number().int().min(1).max(200) }),
    output: z.array(toolSummary)
  },
  /** One usable tool with its schemas. */
  'tool.read': { input: z.strictObject({ serverName, toolName: text(500) }), output: toolView },
  /** Where the arguments don't match the tool's input schema. Empty: they match. */
  'tool.check-arguments': {
    input: z.strictObject({ serverName, toolName: text(500), arguments: jsonObject }),
    output: z.array(argumentProblem)
  },

  /** Resources and templates of all connected servers, in the order of the settings. */
  'resource.list': { input: nothing, output: z.array(resourceListing) },
  /** Reads a resource for a preview on screen. No model gets it. */
  'resource.read': {
    input: z.strictObject({ serverName, uri: text(8_192) }),
    output: z.array(resourceContents)
  },
  /** Turns `resource.updated` on or off for a resource. Above about 20, the oldest ends. */
  'resource.follow': {
    input: z.strictObject({ serverName, uri: text(8_192), isFollowed: z.boolean() }),
    output: done
  },
  /** Fills in a URI template (RFC 6570). @throws BRIDGE_INVALID_INPUT if the template is invalid. */
  'resource.expand-template': {
    input: z.strictObject({ uriTemplate: text(8_192), variables: z.record(z.string(), z.string()) }),
    output: z.strictObject({ uri: z.string() })
  },
  'prompt.list': { input: nothing, output: z.array(promptView) },
  'prompt.get': {
    input: z.strictObject({ serverName, name: text(1_000), arguments: z.record(z.string(), z.string()) }),
    output: promptResult
  },
  /** Suggestions for an argument. Empty if the server has no completion. */
  'completion.complete': {
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

  /** Returns at once, like `stop` and `restart`. The server's state shows the result. */
  'server.start': { input: z.strictObject({ serverName }), output: done },
  'server.stop': { input: z.strictObject({ serverName }), output: done },
  'server.restart': { input: z.strictObject({ serverName }), output: done },
  /** Finds out why a server fails. Stops the server, and starts or contacts it once. */
  'server.diagnose': { input: z.strictObject({ serverName }), output: diagnosis },
  /** Cancels a running diagnosis. Its call fails. */
  'server.cancel-diagnosis': { input: z.strictObject({ serverName }), output: done },
  /** The last 1,000 lines, oldest first. */
  'server.read-log': { input: z.strictObject({ serverName }), output: z.array(serverLogLine) },
  /** Reads a server's tools again. Changes arrive as `server.changed`. */
  'server.refresh-tools': { input: z.strictObject({ serverName }), output: done },
  /** All tools of one server, including those that can't be used. */
  'server.list-tools': { input: z.strictObject({ serverName }), output: z.array(toolView) },
  /** Processor and memory use. null: the server is remote or stopped, or the system doesn't report it. */
  'server.read-load': { input: z.strictObject({ serverName }), output: serverLoad.nullable() },
  /** The tasks that the server still has, from all pages. Empty when it doesn't list tasks. */
  'server.list-tasks': { input: z.strictObject({ serverName }), output: z.array(listedTask) },
  ...entryCalls,
  ...logCalls,
  ...messageCalls,
  ...addingCalls,
  ...otherAppCalls,
  /**
   * Adds every server of a pasted text: settings of another app, a map of entries, one entry, a command line,
   * an address. An install link adds nothing yet and arrives as `adding.changed`.
   */
  'server.paste': {
    input: z.strictObject({ text: text(1_000_000) }),
    output: z.strictObject({ added: z.array(serverName) })
  },
  /** Stops the server, removes its entry and forgets its trust. */
  'server.remove': { input: z.strictObject({ serverName }), output: done },

  /** Writes these settings into the server's entry. The server keeps running. */
  'server.set-options': { input: serverChanges.extend({ serverName }), output: done },
  /** Hides a tool from the model or shows it. Sends it always, or only after a search. */
  'server.set-tool': {
    input: z.strictObject({ serverName, toolName: text(500), ...toolChanges.shape }),
    output: done
  },
  /** The same for several tools of a server, in one write. */
  'server.set-tools': {
    input: z.strictObject({
      serverName,
      toolNames: z.array(text(500)).min(1).max(toolsAtOnce),
      isDisabled: z.boolean()
    }),
    output: done
  },
  /**
   * One icon of a server, re-encoded. A network address is downloaded only if the user allowed it for this
   * server. @throws ICON_UNAVAILABLE
   */
  'icon.read': {
    input: z.strictObject({ serverName, src: text(1_000_000) }),
    output: z.strictObject({ mimeType: z.string(), data: z.string() })
  },

  /**
   * Asks before it opens the browser, and returns at once. The account's state shows the result. `isAnyway`:
   * also if the issuer doesn't list PKCE.
   */
  'account.sign-in': {
    input: z.strictObject({ serverName, isAnyway: z.boolean().optional() }),
    output: done
  },
  /** Cancels a sign-in that waits for the browser. */
  'account.cancel': { input: z.strictObject({ serverName }), output: done },
  /** Opens the page of a waiting sign-in again, or copies its address. */
  'account.reopen': {
    input: z.strictObject({ serverName, how: z.enum(['browser', 'clipboard']) }),
    output: done
  },
  /** Revokes the tokens if the server supports that, and deletes them. */
  'account.sign-out': { input: z.strictObject({ serverName }), output: done },
  /** Signs out and deletes Parley's registration. The next sign-in registers again. */
  'account.forget-client': { input: z.strictObject({ serverName }), output: done },
  /** Makes a second connection with the current sign-in. */
  'account.test': { input: z.strictObject({ serverName }), output: accountTest },
  /** The secrets in the server's entry, in order, and whether the vault has them. */
  'server.list-secrets': {
    input: z.strictObject({ serverName }),
    output: z.array(z.strictObject({ name: z.string(), isStored: z.boolean() }))
  },
  /**
   * Stores a secret and restarts the server with it. @throws SETTINGS_UNKNOWN_VARIABLE, VAULT_WRITE_FAILED
   */
  'server.set-secret': {
    input: z.strictObject({ serverName, secretName: text(500).min(1), value: text(8_192).min(1) }),
    output: done
  },
  /** Stores the value in the vault and adds a header with its name to the server's entry. */
  'server.set-secret-header': {
    input: z.strictObject({ serverName, headerName: text(100).min(1), value: text(8_192).min(1) }),
    output: done
  },

  /** @throws TOOL_INVALID_ARGUMENTS if edited arguments don't match. The question stays open. */
  'consent.answer': { input: z.strictObject({ questionId, answer }), output: done },
  /**
   * Stops the request that caused the question. Parley refuses its further requests and closes its open
   * questions. @throws CONSENT_UNKNOWN_QUESTION, BRIDGE_INVALID_INPUT (nothing to stop)
   */
  'consent.stop': { input: z.strictObject({ questionId, what: z.enum(stops) }), output: done },
  /** Where a filled-in form doesn't match. Empty: it matches, or the question has closed. */
  'consent.check-content': {
    input: z.strictObject({ questionId, content: jsonObject }),
    output: z.array(argumentProblem)
  },
  'consent.revoke-grant': { input: z.strictObject({ grantId: text(100) }), output: done },
  /** Revokes all tool permissions of one server. */
  'consent.revoke-grants': { input: z.strictObject({ serverName }), output: done },
  ...consentCalls,
  ...networkCalls,
  ...sandboxCalls,
  ...packageCalls,
  ...fileActivityCalls,
  ...privateFolderCalls,
  /** A destination asks again before anything is sent. */
  'consent.revoke-destination': { input: destinationKey, output: done },
  /** Text of one server asks again before it goes to the other. */
  'consent.revoke-flow': { input: z.strictObject({ flowId: text(100) }), output: done },
  /** Revokes trust and stops the server. */
  'consent.revoke-trust': { input: z.strictObject({ serverName }), output: done },

  /**
   * Changes the given parts of the rule. `off`, and back, restarts a running server. @throws SERVER_UNKNOWN,
   * REQUEST_REFUSED
   */
  'sampling.set-rule': {
    input: samplingLimits.partial().extend({ serverName, mode: z.enum(samplingModes).optional() }),
    output: done
  },

  /** Stops the model. The server learns that the user declined. Ignores other requests. */
  'sampling.stop': { input: callModel.pick({ requestId: true }), output: done },
  /** Ends a request during which a server asks back, and closes its questions. Ignores unknown ids. */
  'exchange.stop': { input: z.strictObject({ exchangeId }), output: done },
  /** Removes a finished exchange from the list. */
  'exchange.dismiss': { input: z.strictObject({ exchangeId }), output: done },

  ...directoryCalls,

  ...ledgerCalls,

  /** Writes settings with one value. */
  'settings.set': { input: z.strictObject({ values: simpleChanges }), output: done },
  /** The roots of the settings, as absolute paths. */
  'settings.set-roots': { input: z.strictObject({ roots: z.array(folderChoice).max(100) }), output: done },
  /** Opens the system's folder dialog and adds the folder to the roots. */
  'settings.choose-root': { input: nothing, output: done },
  /**
   * Answers waiting changes of the file: apply them, or write the old values back. @throws
   * CONSENT_UNKNOWN_QUESTION: they have changed meanwhile
   */
  'settings.answer-held': { input: z.strictObject({ id: text(64), isUsed: z.boolean() }), output: done },
  /** Opens the settings file in the system's editor. */
  'settings.open-file': { input: nothing, output: done },
  /**
   * Adds a provider with its key in the vault, and lists its models. Asks for approval of the address unless
   * the address or the key implies it. @throws SETTINGS_NAME_TAKEN, SETTINGS_INVALID: the name or the address
   * is invalid
   */
  'model.add-provider': {
    input: z.strictObject({
      providerName: text(100).min(1),
      type: text(50),
      baseUrl: text(2_000),
      apiKey: text(1_000).min(1).nullable()
    }),
    output: done
  },
  /** Model programs on this computer that aren't set up yet. Sends them no user data. */
  'model.find-local': { input: nothing, output: z.array(localProvider).max(20) },
  /**
   * Removes a provider from the settings and its key from the vault. @throws SETTINGS_INVALID: it isn't there
   */
  'model.remove-provider': { input: z.strictObject({ providerName: text(100) }), output: done },
  /** Stores the key in the vault, adds its name to the settings, and lists the models. */
  'model.set-key': {
    input: z.strictObject({ providerName: text(100), apiKey: text(1_000).min(1) }),
    output: done
  },
  /** Removes the key from the vault and its name from the settings. */
  'model.forget-key': { input: z.strictObject({ providerName: text(100) }), output: done },
  /** The price of a model. null: unknown. */
  'model.set-price': {
    input: z.strictObject({ model: modelId, price: modelPrice.nullable() }),
    output: done
  },
  ...modelCalls,
  ...windowCalls
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>

export type Calls = typeof calls
export type CallName = keyof Calls
export type CallInput<N extends CallName> = z.infer<Calls[N]['input']>
export type CallOutput<N extends CallName> = z.infer<Calls[N]['output']>

/** One function per call: a missing or additional handler does not compile. */
export type Handlers = {
  readonly [N in CallName]: (input: CallInput<N>) => HandlerOutput<N> | Promise<HandlerOutput<N>>
}
type HandlerOutput<N extends CallName> = [CallOutput<N>] extends [null] ? void : CallOutput<N>
