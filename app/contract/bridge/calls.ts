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
import { answer, stops } from '../consents'
import { questionId } from '../consent/question-id'
import { contentBlock, modelId } from '../content-blocks'
import { waitingFile, fileId } from '../conversations'
import { askedModel, listedTask } from '../tool-calls'
import { conversationCalls } from './conversation-calls'
import { wallsCalls } from '../walls/walls'
import { packageCalls } from '../entries/package-update'
import { doingsCalls } from '../consent/doings'
import { privateFolderCalls } from '../private-folder'
import { reachCalls } from '../consent/reach'
import { consentCalls } from '../consent/write-target'
import { directoryCalls } from '../directory/directory'
import { diagramCalls } from '../diagrams/diagrams'
import { destinationKey } from '../destination'
import { entryCalls } from '../entries/entry-form'
import { otherHostCalls } from '../entries/other-hosts'
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
import { snapshot } from '../snapshot'
import { spellingCalls } from '../spelling/spelling'
import { windowCalls } from '../window/window-calls'

const nothing = z.strictObject({})
/** Of calls that only do something: their handlers answer with nothing, and the window hears of the end. */
const done = z.null()

const text = (limit: number) => z.string().max(limit)

export const calls = {
  /** All that the window shows, but for the messages of conversations, which `conversation.read` brings. */
  'app.snapshot': { input: nothing, output: snapshot },
  ...appCalls,
  /** What is odd about an address that the person is about to open. Nothing is sent anywhere. */
  'link.judge': {
    input: z.strictObject({ url: text(8_192) }),
    output: z.strictObject({ warnings: z.array(warning) })
  },
  /** Opens http, https and mailto addresses in the system's program after the window has shown the whole address. */
  'link.open': { input: z.strictObject({ url: text(8_192) }), output: done },

  ...conversationCalls,
  ...archiveCalls,
  ...listCalls,
  ...diagramCalls,
  ...spellingCalls,

  /** A piece of a file that the person added, in order. After the last one the file waits for its message; before, null. */
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
      /** Of a PDF: the file begins with so many bytes of its words, as UTF-8, which the page read; then comes the PDF, or nothing. */
      pdfWords: z.number().int().min(0).optional()
    }),
    output: waitingFile.nullable()
  },
  /** What a model will get of a file that waits, as it will be sent. */
  'file.show': { input: z.strictObject({ fileId }), output: z.array(contentBlock) },
  /** An unknown file is no error. */
  'file.remove': { input: z.strictObject({ fileId }), output: done },

  /** Tools of all connected servers ranked by name and description; all of them for an empty query. */
  'tool.search': {
    input: z.strictObject({ query: text(500), limit: z.number().int().min(1).max(200) }),
    output: z.array(toolSummary)
  },
  /** One usable tool with its schemas. */
  'tool.read': { input: z.strictObject({ serverName, toolName: text(500) }), output: toolView },
  /** Where the arguments do not fit the tool's input schema; empty: they fit. */
  'tool.check-arguments': {
    input: z.strictObject({ serverName, toolName: text(500), arguments: jsonObject }),
    output: z.array(argumentProblem)
  },

  /** Resources and templates of all connected servers that have any, in the order of the settings. */
  'resource.list': { input: nothing, output: z.array(resourceListing) },
  /** Reads a resource for a preview: it goes to the screen only. */
  'resource.read': {
    input: z.strictObject({ serverName, uri: text(8_192) }),
    output: z.array(resourceContents)
  },
  /** Whether its server is to tell of its changes, as `resource.updated`; of some twenty that are followed the first one ends. */
  'resource.follow': {
    input: z.strictObject({ serverName, uri: text(8_192), isFollowed: z.boolean() }),
    output: done
  },
  /** Fills in a template (RFC 6570). @throws BRIDGE_INVALID_INPUT when it can not be read. */
  'resource.expand-template': {
    input: z.strictObject({ uriTemplate: text(8_192), variables: z.record(z.string(), z.string()) }),
    output: z.strictObject({ uri: z.string() })
  },
  'prompt.list': { input: nothing, output: z.array(promptView) },
  'prompt.get': {
    input: z.strictObject({ serverName, name: text(1_000), arguments: z.record(z.string(), z.string()) }),
    output: promptResult
  },
  /** Values for an argument being typed; empty where the server offers no completion. */
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

  /** Like `stop` and `restart` answers at once: the server's state says what comes of it. */
  'server.start': { input: z.strictObject({ serverName }), output: done },
  'server.stop': { input: z.strictObject({ serverName }), output: done },
  'server.restart': { input: z.strictObject({ serverName }), output: done },
  /** Finds out why a server doesn't work: it is stopped for it, and started or reached once by the way. */
  'server.diagnose': { input: z.strictObject({ serverName }), output: diagnosis },
  /** Ends a check that takes too long; its call fails. */
  'server.cancel-diagnosis': { input: z.strictObject({ serverName }), output: done },
  /** The last 1,000 lines, oldest first. */
  'server.read-log': { input: z.strictObject({ serverName }), output: z.array(serverLogLine) },
  /** Reads a server's tools anew; what is others comes as `server.changed`. */
  'server.refresh-tools': { input: z.strictObject({ serverName }), output: done },
  /** All tools of one server, those that can not be used included. */
  'server.list-tools': { input: z.strictObject({ serverName }), output: z.array(toolView) },
  /** Null: the server runs on another computer or not at all, or this system doesn't report the load. */
  'server.read-load': { input: z.strictObject({ serverName }), output: serverLoad.nullable() },
  /** The tasks that the server still has, from all pages. Empty when it doesn't list tasks. */
  'server.list-tasks': { input: z.strictObject({ serverName }), output: z.array(listedTask) },
  ...entryCalls,
  ...logCalls,
  ...messageCalls,
  ...addingCalls,
  ...otherHostCalls,
  /**
   * Adds every server of what is pasted: the configuration of a host, a map of entries, one entry, a command line, an
   * address. A link that hands over a server is put before the person, as `adding.changed`, and adds none yet.
   */
  'server.paste': {
    input: z.strictObject({ text: text(1_000_000) }),
    output: z.strictObject({ added: z.array(serverName) })
  },
  /** Stops it, takes its entry out of the settings file and forgets that it was trusted. */
  'server.remove': { input: z.strictObject({ serverName }), output: done },

  /** Writes the given choices into the server's entry; it goes on running. */
  'server.set-options': { input: serverChanges.extend({ serverName }), output: done },
  /** Takes a tool away from the model, or gives it back; sends it always, or where it was searched for. */
  'server.set-tool': {
    input: z.strictObject({ serverName, toolName: text(500), ...toolChanges.shape }),
    output: done
  },
  /** The same for several of a server, in one write. */
  'server.set-tools': {
    input: z.strictObject({
      serverName,
      toolNames: z.array(text(500)).min(1).max(toolsAtOnce),
      isDisabled: z.boolean()
    }),
    output: done
  },
  /**
   * One icon that a server named, made harmless. An address on the network is fetched only where the person allowed
   * it for the server. @throws ICON_UNAVAILABLE
   */
  'icon.read': {
    input: z.strictObject({ serverName, src: text(1_000_000) }),
    output: z.strictObject({ mimeType: z.string(), data: z.string() })
  },

  /**
   * Asks before it opens the browser; answers at once: the account's state says what comes of it. `isAnyway`: also at an
   * issuer that doesn't say that it knows PKCE.
   */
  'account.sign-in': {
    input: z.strictObject({ serverName, isAnyway: z.boolean().optional() }),
    output: done
  },
  /** Ends a sign-in that waits for the browser. */
  'account.cancel': { input: z.strictObject({ serverName }), output: done },
  /** The page of a sign-in that waits, again: opened in the browser, or its address copied. */
  'account.reopen': {
    input: z.strictObject({ serverName, how: z.enum(['browser', 'clipboard']) }),
    output: done
  },
  /** Takes the tokens back where they came from, as far as that is offered, and forgets them. */
  'account.sign-out': { input: z.strictObject({ serverName }), output: done },
  /** Signs out and forgets what Parley was registered as: the next sign-in registers anew. */
  'account.forget-client': { input: z.strictObject({ serverName }), output: done },
  /** Connects once more beside the connection that stands, with the sign-in as it is. */
  'account.test': { input: z.strictObject({ serverName }), output: accountTest },
  /** Secrets that the server's entry names, in their order, and whether the vault holds them. */
  'server.list-secrets': {
    input: z.strictObject({ serverName }),
    output: z.array(z.strictObject({ name: z.string(), isStored: z.boolean() }))
  },
  /** Stores one of them, and starts the server anew with it. @throws SETTINGS_UNKNOWN_VARIABLE, VAULT_WRITE_FAILED */
  'server.set-secret': {
    input: z.strictObject({ serverName, secretName: text(500).min(1), value: text(8_192).min(1) }),
    output: done
  },
  /** Stores the value in the vault and names it in a header of the server's entry. */
  'server.set-secret-header': {
    input: z.strictObject({ serverName, headerName: text(100).min(1), value: text(8_192).min(1) }),
    output: done
  },

  /** @throws TOOL_INVALID_ARGUMENTS with the question left open when edited arguments do not fit. */
  'consent.answer': { input: z.strictObject({ questionId, answer }), output: done },
  /**
   * Ends what the question came with: further requests of it are refused, its open questions withdrawn.
   * @throws CONSENT_UNKNOWN_QUESTION, BRIDGE_INVALID_INPUT (nothing is known that could be stopped)
   */
  'consent.stop': { input: z.strictObject({ questionId, what: z.enum(stops) }), output: done },
  /** Where what is filled into the form of an elicitation does not fit; empty: it fits, or nobody asks any more. */
  'consent.check-content': {
    input: z.strictObject({ questionId, content: jsonObject }),
    output: z.array(argumentProblem)
  },
  'consent.revoke-grant': { input: z.strictObject({ grantId: text(100) }), output: done },
  /** Revokes all grants for tools of one server. */
  'consent.revoke-grants': { input: z.strictObject({ serverName }), output: done },
  ...consentCalls,
  ...reachCalls,
  ...wallsCalls,
  ...packageCalls,
  ...doingsCalls,
  ...privateFolderCalls,
  /** Nothing more is sent to a destination of Parley's own before it is asked about again. */
  'consent.revoke-destination': { input: destinationKey, output: done },
  /** Text of one server no longer goes to another one without a question. */
  'consent.revoke-flow': { input: z.strictObject({ flowId: text(100) }), output: done },
  /** Stops the server, too. */
  'consent.revoke-trust': { input: z.strictObject({ serverName }), output: done },

  /** Takes over the parts that are given. `off`, and back, starts a running server anew. @throws SERVER_UNKNOWN, REQUEST_REFUSED */
  'sampling.set-rule': {
    input: samplingLimits.partial().extend({ serverName, mode: z.enum(samplingModes).optional() }),
    output: done
  },

  /** Ends the asking of a model; its server hears that the person refused. Other requests are left alone. */
  'sampling.stop': { input: askedModel.pick({ requestId: true }), output: done },
  /** Ends the request during which a server asks back, and withdraws its questions. Unknown ids are ignored. */
  'exchange.stop': { input: z.strictObject({ exchangeId }), output: done },
  /** Takes an exchange that is over off the list. */
  'exchange.dismiss': { input: z.strictObject({ exchangeId }), output: done },

  ...directoryCalls,

  ...ledgerCalls,

  /** Writes settings that hold one value each. */
  'settings.set': { input: z.strictObject({ values: simpleChanges }), output: done },
  /** Folders that servers may know of, absolute paths. */
  'settings.set-roots': { input: z.strictObject({ roots: z.array(folderChoice).max(100) }), output: done },
  /** Opens the system's folder dialog and adds what the person chooses to them. */
  'settings.choose-root': { input: nothing, output: done },
  /**
   * Changes of the file that were held back: use them, or write into the file what held before.
   * @throws CONSENT_UNKNOWN_QUESTION: they are others by now
   */
  'settings.answer-held': { input: z.strictObject({ id: text(64), isUsed: z.boolean() }), output: done },
  /** Opens the settings file in the system's editor. */
  'settings.open-file': { input: nothing, output: done },
  /**
   * Writes a provider of models into the settings, with its key in the vault, and lists its models: that asks about
   * the destination where neither the address nor the key says that it is the person's wish.
   * @throws SETTINGS_NAME_TAKEN, SETTINGS_INVALID: the name or the address can't be used
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
  /** Programs for models that answer on this computer now and are not set up yet; asked with nothing of the person's. */
  'model.find-local': { input: nothing, output: z.array(localProvider).max(20) },
  /** Takes a provider out of the settings, and its key out of the vault. @throws SETTINGS_INVALID: it isn't in them */
  'model.remove-provider': { input: z.strictObject({ providerName: text(100) }), output: done },
  /** Stores the key in the vault and names it in the settings; then lists the models with it. */
  'model.set-key': {
    input: z.strictObject({ providerName: text(100), apiKey: text(1_000).min(1) }),
    output: done
  },
  /** Takes the key out of the vault and its name out of the settings. */
  'model.forget-key': { input: z.strictObject({ providerName: text(100) }), output: done },
  /** What the model costs; null: nobody knows. */
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

/** One function a call: a missing or a surplus handler does not compile. */
export type Handlers = {
  readonly [N in CallName]: (input: CallInput<N>) => HandlerOutput<N> | Promise<HandlerOutput<N>>
}
type HandlerOutput<N extends CallName> = [CallOutput<N>] extends [null] ? void : CallOutput<N>
