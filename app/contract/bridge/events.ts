/**
 * Every event from the host to the window: name `area.noun-changed`, payload the whole new entity
 * (text deltas and progress are the exceptions). Each payload travels in an `EventEnvelope` with
 * the revision of the host's state after it.
 */
import { z } from 'zod'
import { accountView } from '../accounts'
import { importProgress } from '../conversation/imports'
import { question } from '../questions/questions'
import { consentView } from '../consent-view'
import { callId, conversationId, messageId } from '../content-blocks'
import { conversationSummary, chatMessage, messagePage, messageQueue } from '../conversations'
import { toolCallProgress } from '../tool-calls'
import { openExchange } from '../exchanges'
import { collectorView } from '../ledger'
import { localizedText } from '../json'
import { openPreview } from './preview-calls'
import { tracedViewMessages } from './inspected-view-calls'
import { openView, viewContext, viewId } from './view-calls'
import { conversationFolder } from '../conversation/conversation-folders'
import { serverName, serverView } from '../servers'
import { recordingView } from '../workbench/recordings'
import { assistant, modelsView, settingsView } from '../settings'
import { addingMark } from './snapshot'
import { windowCommandNames } from './commands'
import { conformanceRun } from '../workbench/conformance'
import { testRun } from '../workbench/tests'

export const events = {
  'conversation.changed': conversationSummary,
  'conversation.removed': z.strictObject({ conversationId }),
  'message.changed': chatMessage,
  /** A different branch is shown. Its newest messages replace everything after the parent of the first. */
  'branch.shown': messagePage,
  'message.removed': z.strictObject({ conversationId, messageId }),
  /**
   * Text to append to `parts[partIndex]`, at most one event per frame and message. `offset` is the previous
   * length, so a window ignores text that it already has.
   */
  'text.appended': z.strictObject({
    conversationId,
    messageId,
    partIndex: z.number(),
    text: z.string(),
    offset: z.number().int().optional()
  }),
  /** Also when it has ended. */
  'view.changed': openView,
  /** Also when it has ended. */
  'preview.changed': openPreview,
  /** `context`: null if the view gives nothing for the model anymore. */
  'view.context-changed': z.strictObject({ viewId, context: viewContext.nullable() }),
  /** New messages of a view that the user inspects, several at a time. */
  'view.messaged': tracedViewMessages,
  /** More messages of a server's views in conversations. `view.list-traces` returns them. */
  'view.traced': z.strictObject({ serverName }),
  'tool-call.progressed': z.strictObject({ conversationId, messageId, callId, progress: toolCallProgress }),
  /** All queued messages of one conversation. */
  'queue.changed': messageQueue,
  'server.changed': serverView,
  'server.removed': z.strictObject({ serverName }),
  /** More messages to or from a server. Comes once after `messages.find`. */
  'messages.changed': z.strictObject({ serverName }),
  /** A server's lists have changed. Read them again if they are visible. */
  'resources.changed': z.strictObject({ serverName }),
  /** A followed resource has changed. */
  'resource.updated': z.strictObject({ serverName, uri: z.string() }),
  'prompts.changed': z.strictObject({ serverName }),
  /** All recordings that run or wait to be saved. */
  'recordings.changed': z.array(recordingView),
  'questions.changed': z.array(question),
  /** Requests other than calls during which servers ask for input, oldest first. */
  'exchanges.changed': z.array(openExchange),
  'consent.changed': consentView,
  'accounts.changed': z.array(accountView),
  'settings.changed': settingsView,
  /** The dialog for additions from outside has changed. `adding.read` returns its content. */
  'adding.changed': z.strictObject({ adding: addingMark.nullable() }),
  'folders.changed': z.array(conversationFolder),
  'assistants.changed': z.array(assistant),
  'models.changed': modelsView,
  /** A run of tests has started, or one of its tests has ended. */
  'test.run-changed': testRun,
  /** A run of the conformance suite has started, gone on or ended. */
  'conformance.changed': conformanceRun,
  /** null: the activity log is sent nowhere. */
  'collector.changed': z.strictObject({ collector: collectorView.nullable() }),
  /** null: no import runs. */
  'import.changed': z.strictObject({ progress: importProgress.nullable() }),
  'notice.raised': z.strictObject({
    /** `status` is information, `alert` an error; neither takes the focus. */
    level: z.enum(['status', 'alert']),
    text: localizedText,
    /** The action of the button in the notice; absent: none. `ask-collector`: the call `ledger.ask-collector`. */
    action: z.enum(['ask-collector']).optional()
  }),
  /** Absolute paths of folders that the user dropped on the window. Nothing has happened with them yet. */
  'paths.dropped': z.strictObject({ paths: z.array(z.string()) }),
  /** The user pressed a notification of this conversation. */
  'notification.pressed': z.strictObject({ conversationId }),
  /** A command of the application menu that the window runs. */
  'menu.chosen': z.strictObject({
    command: z.enum(windowCommandNames)
  })
} as const satisfies Record<string, z.ZodType>

export type Events = typeof events
export type EventName = keyof Events
export type EventPayload<N extends EventName> = z.infer<Events[N]>

export interface EventEnvelope<N extends EventName = EventName> {
  readonly name: N
  readonly revision: number
  readonly payload: EventPayload<N>
}
