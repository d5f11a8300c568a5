/**
 * Every call from the window to the host: name `area.verb`, the approval that it needs, input and output schema.
 * Inputs are always parsed (the window is the untrusted side); outputs in tests and development only.
 */
import { z } from 'zod'
import { findChangeApproval } from '../settings/setting-descriptor'
import { linkPlace } from '../approval/own-places'
import { defineCall, type AnyCallRow, type CallRow } from '../approval/call-row'
import { needs, type Approval } from '../approval/approval'
import { appCalls } from './app-calls'
import { archiveCalls } from '../conversation/archives'
import { answer, stops, findAnswerApproval } from '../questions/questions'
import { questionId } from '../consent/question-id'
import { contentBlock, modelId } from '../content-blocks'
import { waitingFile, fileId } from '../conversations'
import { callModel } from '../tool-calls'
import { conversationCalls } from './conversation-calls'
import { consentCalls } from '../consent/write-target'
import { directoryCalls } from '../servers/directory'
import { diagramCalls } from '../conversation/diagrams'
import { refusedHost } from '../consent/network-access'
import { viewAccess } from '../consent/view-access'
import { destinationKey } from '../destination'
import { exchangeId } from '../exchanges'
import { folderChoice } from '../conversation/folders'
import { fileLimits } from '../limits'
import { jsonObject, warning } from '../json'
import { ledgerCalls } from '../ledger'
import { listCalls } from './list-calls'
import { modelCalls } from '../models/model-calls'
import { argumentProblem, serverName } from '../servers'
import { samplingLimits, samplingModes } from '../sampling-rules'
import { localProvider, modelPrice } from '../settings'
import { simpleChanges, simpleSettings } from '../simple-settings'
import { serverCalls } from './server-calls'
import { serverParts, type ReadServer } from './server-parts'
import { previewCalls } from './preview-calls'
import { snapshot } from './snapshot'
import { spellingCalls } from './spelling-calls'
import { conformanceCalls } from '../workbench/conformance'
import { testCalls } from '../workbench/tests'
import { inspectedViewCalls } from './inspected-view-calls'
import { viewCalls } from './view-calls'
import { windowCalls } from './window-calls'

const nothing = z.strictObject({})
/** For calls without a result: the window learns of their effects by events. */
const done = z.null()

const text = (limit: number) => z.string().max(limit)

export const calls = {
  /** Everything that the window shows, except messages, which `conversation.read` returns. */
  'app.snapshot': { approval: null, input: nothing, output: snapshot },
  ...appCalls,
  /** Warnings about an address before the user opens it. Sends nothing. */
  'link.judge': {
    approval: null,
    input: z.strictObject({ url: text(8_192) }),
    output: z.strictObject({ warnings: z.array(warning) })
  },
  /** Opens an http, https or mailto address in the system's app, after the window has shown it in full. */
  'link.open': defineCall({
    approval: ({ url }) => ({ ...needs('opens', 'in-place'), place: linkPlace(url) }),
    input: z.strictObject({ url: text(8_192) }),
    output: done
  }),

  ...conversationCalls,
  ...archiveCalls,
  ...listCalls,
  ...diagramCalls,
  ...viewCalls,
  ...inspectedViewCalls,
  ...previewCalls,
  ...spellingCalls,
  ...testCalls,
  ...conformanceCalls,

  /** A piece of a file that the user added, in order. Returns null until the last piece, then the file. */
  'file.add': {
    // Files wait on this computer. The press that sends the message approves them.
    approval: null,
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
  'file.show': { approval: null, input: z.strictObject({ fileId }), output: z.array(contentBlock) },
  /** Removes a file that isn't sent yet. Not an error if it is unknown. */
  'file.remove': { approval: null, input: z.strictObject({ fileId }), output: done },

  ...serverCalls,

  /** @throws TOOL_INVALID_ARGUMENTS if edited arguments don't match. The question stays open. */
  'consent.answer': defineCall({
    approval: ({ questionId, answer }) => {
      const approval = findAnswerApproval(answer)
      return approval && { ...approval, place: questionId }
    },
    input: z.strictObject({ questionId, answer }),
    output: done
  }),
  /**
   * Stops the request that caused the question. Parley refuses its further requests and closes its open
   * questions. @throws CONSENT_UNKNOWN_QUESTION, BRIDGE_INVALID_INPUT (nothing to stop)
   */
  'consent.stop': {
    approval: null,
    input: z.strictObject({ questionId, what: z.enum(stops) }),
    output: done
  },
  /** Where a filled-in form doesn't match. Empty: it matches, or the question has closed. */
  'consent.check-content': {
    approval: null,
    input: z.strictObject({ questionId, content: jsonObject }),
    output: z.array(argumentProblem)
  },
  /**
   * Takes back what the user decided: a permission or all permissions of a server, an approved destination, data sharing
   * between two servers, an allowed or a blocked host, what views may use, or trust. Parley asks again. Without trust, the server stops.
   */
  'consent.revoke': {
    approval: null,
    input: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('permission'), grantId: text(100) }),
      z.strictObject({ kind: z.literal('server-permissions'), serverName }),
      z.strictObject({ kind: z.literal('destination'), destination: destinationKey }),
      z.strictObject({ kind: z.literal('data-sharing'), flowId: text(100) }),
      z.strictObject({ kind: z.literal('allowed-host'), serverName, line: text(300).min(1) }),
      refusedHost.omit({ createdAt: true }).extend({ kind: z.literal('blocked-host') }),
      viewAccess.pick({ serverName: true, subject: true }).extend({ kind: z.literal('view-access') }),
      z.strictObject({ kind: z.literal('trust'), serverName })
    ]),
    output: done
  },
  ...consentCalls,
  /**
   * Changes the given parts of the rule. `off`, and back, restarts a running server. @throws SERVER_UNKNOWN,
   * REQUEST_REFUSED
   */
  'sampling.set-rule': {
    approval: needs('permits', 'press'),
    input: samplingLimits.partial().extend({ serverName, mode: z.enum(samplingModes).optional() }),
    output: done
  },

  /** Stops the model. The server learns that the user declined. Ignores other requests. */
  'sampling.stop': { approval: null, input: callModel.pick({ requestId: true }), output: done },
  /** Ends a request during which a server asks back, and closes its questions. Or removes a finished one from the list. */
  'exchange.control': {
    approval: null,
    input: z.strictObject({ exchangeId, act: z.enum(['stop', 'dismiss']) }),
    output: done
  },

  ...directoryCalls,

  ...ledgerCalls,

  /** Writes settings with one value. */
  'settings.set': defineCall({
    approval: ({ values }) => findChangeApproval(simpleSettings, values),
    input: z.strictObject({ values: simpleChanges }),
    output: done
  }),
  /** The roots of the settings, as absolute paths. */
  'settings.set-roots': {
    approval: needs('permits', 'press'),
    input: z.strictObject({ roots: z.array(folderChoice).max(100) }),
    output: done
  },
  /**
   * Answers waiting changes of the file: apply them, or write the old values back. @throws
   * CONSENT_UNKNOWN_QUESTION: they have changed meanwhile
   */
  'settings.answer-waiting-change': defineCall({
    // Declining restores the earlier values, which weakens nothing.
    approval: ({ id, isUsed }) => (isUsed ? { ...needs('weakens', 'in-place'), place: id } : null),
    input: z.strictObject({ id: text(64), isUsed: z.boolean() }),
    output: done
  }),
  /**
   * Adds a provider with its key in the vault, and lists its models. Asks for approval of the address unless
   * the address or the key implies it. @throws SETTINGS_NAME_TAKEN, SETTINGS_INVALID: the name or the address
   * is invalid
   */
  'model.add-provider': {
    approval: needs('sends', 'press'),
    input: z.strictObject({
      providerName: text(100).min(1),
      type: text(50),
      baseUrl: text(2_000),
      apiKey: text(1_000).min(1).nullable()
    }),
    output: done
  },
  /** Model programs on this computer that aren't set up yet. Sends them no user data. */
  'model.find-local': { approval: null, input: nothing, output: z.array(localProvider).max(20) },
  /**
   * Removes a provider from the settings and its key from the vault. @throws SETTINGS_INVALID: it isn't there
   */
  'model.remove-provider': {
    approval: null,
    input: z.strictObject({ providerName: text(100) }),
    output: done
  },
  /** Stores the key in the vault, adds its name to the settings, and lists the models. null: removes both. */
  'model.set-key': defineCall({
    approval: ({ apiKey }) => (apiKey === null ? null : needs('sends', 'press')),
    input: z.strictObject({ providerName: text(100), apiKey: text(1_000).min(1).nullable() }),
    output: done
  }),
  /** The price of a model. null: unknown. */
  'model.set-price': defineCall({
    // A lower price, or a first one, lets servers spend more.
    approval: ({ price }) => (price === null ? null : needs('weakens', 'press')),
    input: z.strictObject({ model: modelId, price: modelPrice.nullable() }),
    output: done
  }),
  ...modelCalls,
  ...windowCalls
} as const satisfies Record<string, AnyCallRow>

export type Calls = typeof calls
export type CallName = keyof Calls
export type CallInput<N extends CallName> = z.infer<Calls[N]['input']>
export type CallOutput<N extends CallName> = z.infer<Calls[N]['output']>

/** One function per call: a missing or additional handler does not compile. */
export type Handlers = {
  readonly [N in CallName]: N extends 'server.read'
    ? ReadServer
    : (input: CallInput<N>) => HandlerOutput<N> | Promise<HandlerOutput<N>>
}
type HandlerOutput<N extends CallName> = [CallOutput<N>] extends [null] ? void : CallOutput<N>

/** The schema of the output of a call with this parsed input. */
export function findOutputSchema<N extends CallName>(name: N, input: CallInput<N>): z.ZodType {
  return name === 'server.read' ? serverParts[(input as CallInput<'server.read'>).what] : calls[name].output
}

/** What a call with this parsed input approves, and the proof that it needs. null: nothing. */
export function findRequiredApproval<N extends CallName>(name: N, input: CallInput<N>): Approval | null {
  const { approval } = calls[name] as CallRow
  return typeof approval === 'function' ? approval(input) : approval
}
