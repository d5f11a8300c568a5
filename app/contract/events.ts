/**
 * Every event from the host to the window: name `area.noun-changed`, payload the whole new entity
 * (text deltas and progress are the exceptions). Each payload travels in an `EventEnvelope` with
 * the revision of the host's state after it.
 */
import { z } from 'zod'
import { accountView } from './accounts'
import { importProgress } from './archives/imports'
import { question } from './consents'
import { consentView } from './consent-view'
import { callId, conversationId, messageId } from './content-blocks'
import { conversationSummary, message, messagePage, messageQueue } from './conversations'
import { toolCallProgress } from './tool-calls'
import { openExchange } from './exchanges'
import { collectorView } from './ledger'
import { tracedMessage } from './traced-messages'
import { said } from './json'
import { drawer } from './list/drawers'
import { serverName, serverView } from './servers'
import { assistant, modelsView, settingsView } from './settings'
import { addingMark } from './snapshot'
import { commandNames } from './window/commands'

export const events = {
  'conversation.changed': conversationSummary,
  'conversation.removed': z.strictObject({ conversationId }),
  'message.changed': message,
  /** Another branch is shown: its newest messages, in the place of all that followed the parent of the first. */
  'branch.shown': messagePage,
  'message.removed': z.strictObject({ conversationId, messageId }),
  /**
   * Text to append to `parts[partIndex]`, joined to at most one event a frame and message. `offset` is the length
   * of the part's text before it: a window that read the message meanwhile sees what it has already.
   */
  'text.appended': z.strictObject({
    conversationId,
    messageId,
    partIndex: z.number(),
    text: z.string(),
    offset: z.number().int().optional()
  }),
  'tool-call.progressed': z.strictObject({ conversationId, messageId, callId, progress: toolCallProgress }),
  /** All that waits in one conversation now. */
  'queue.changed': messageQueue,
  'server.changed': serverView,
  'server.removed': z.strictObject({ serverName }),
  /** A message to or from a server, after `server.trace` has asked for them. Secrets are taken out. */
  'server.traced': tracedMessage,
  /** The lists of a server changed: read them again when they are on the screen. */
  'resources.changed': z.strictObject({ serverName }),
  /** A resource that is followed has changed. */
  'resource.updated': z.strictObject({ serverName, uri: z.string() }),
  'prompts.changed': z.strictObject({ serverName }),
  'questions.changed': z.array(question),
  /** Requests that are no calls and whose servers asked back, oldest first. */
  'exchanges.changed': z.array(openExchange),
  'consent.changed': consentView,
  'accounts.changed': z.array(accountView),
  'settings.changed': settingsView,
  /** A server that came from outside lies before the person, or none does: `adding.read` has it. */
  'adding.changed': z.strictObject({ adding: addingMark.nullable() }),
  'drawers.changed': z.array(drawer),
  'assistants.changed': z.array(assistant),
  'models.changed': modelsView,
  /** Null: the ledger is sent nowhere. */
  'collector.changed': z.strictObject({ collector: collectorView.nullable() }),
  /** Null: none runs. */
  'import.changed': z.strictObject({ progress: importProgress.nullable() }),
  'notice.raised': z.strictObject({
    /** `status` is news, `alert` an error; neither steals the focus. */
    level: z.enum(['status', 'alert']),
    text: said,
    /** What a press in the notice begins; absent: nothing. `ask-collector`: the call `ledger.ask-collector`. */
    action: z.enum(['ask-collector']).optional()
  }),
  /** Absolute paths of folders that the person dropped on the window; nothing is done with them yet. */
  'folders.dropped': z.strictObject({ paths: z.array(z.string()) }),
  /** The person pressed news of the system that led there. */
  'conversation.wanted': z.strictObject({ conversationId }),
  /** The application menu; commands that the window carries out. */
  'menu.chosen': z.strictObject({
    command: z.enum(commandNames)
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
