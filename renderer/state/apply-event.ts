/** How a snapshot and an event change the projection. Pure, so that the order of events can be tested. */
import type { Snapshot } from '../../app/contract/bridge/snapshot'
import type { EventEnvelope, EventName } from '../../app/contract/bridge/events'
import { toText } from '../../app/texts/localized'
import { conversationChanged, conversationRemoved } from './conversations-slice'
import {
  branchShown,
  messageChanged,
  messageRemoved,
  textAppended,
  threadRemoved,
  toolCallProgressed
} from './messages-slice'
import { noticeAdded } from './notices-slice'
import { offersChanged } from './offers-slice'
import { emptyProjection } from './projection'
import type { Projection } from './projection'
import { queueChanged, toQueuesSlice } from './queues-slice'
import { serverChanged, serverRemoved } from './servers-slice'
import { frameChanged } from './views-slice'

/** Replaces everything; notices of the window stay. */
export function snapshotTaken(state: Projection, snapshot: Snapshot): Projection {
  const { revision, app, isFirstRun, conversations, servers, questions, consent, settings, models } = snapshot
  return {
    ...emptyProjection,
    notices: state.notices,
    lastNoticeId: state.lastNoticeId,
    isReady: true,
    revision,
    app,
    isFirstRun,
    conversations,
    servers,
    questions,
    consent,
    settings,
    models,
    accounts: snapshot.accounts ?? [],
    storedDrafts: snapshot.drafts ?? [],
    assistants: snapshot.assistants ?? [],
    folders: snapshot.folders ?? [],
    exchanges: snapshot.exchanges ?? [],
    recordings: snapshot.recordings ?? [],
    ...toQueuesSlice(snapshot.queues ?? []),
    adding: snapshot.adding ?? null,
    collector: snapshot.collector ?? null
  }
}

/** An event that the projection already contains changes nothing. */
export function eventApplied(state: Projection, event: EventEnvelope): Projection {
  if (event.revision <= state.revision) return state
  return { ...state, ...changes(state, event as AnyEvent), revision: event.revision }
}

/** The union of all envelopes, so that a `switch` over the name narrows the payload. */
type AnyEvent = { [N in EventName]: EventEnvelope<N> & { readonly name: N } }[EventName]

function changes(state: Projection, event: AnyEvent): Partial<Projection> {
  switch (event.name) {
    case 'conversation.changed':
      return conversationChanged(state, event.payload)
    case 'conversation.removed':
      return withoutConversation(state, event.payload.conversationId)
    case 'message.changed':
      return messageChanged(state, event.payload)
    case 'message.removed':
      return messageRemoved(state, event.payload)
    case 'branch.shown':
      return branchShown(state, event.payload)
    case 'text.appended':
      return textAppended(state, event.payload)
    case 'tool-call.progressed':
      return toolCallProgressed(state, event.payload)
    case 'view.changed':
    case 'view.context-changed':
    case 'preview.changed':
      return frameChanged(state, event)
    case 'queue.changed':
      return queueChanged(state, event.payload)
    case 'server.changed':
      return serverChanged(state, event.payload)
    case 'server.removed':
      return serverRemoved(state, event.payload.serverName)
    case 'resources.changed':
    case 'resource.updated':
    case 'prompts.changed':
      return offersChanged(state, event)
    case 'questions.changed':
      return { questions: event.payload }
    case 'recordings.changed':
      return { recordings: event.payload }
    case 'exchanges.changed':
      return { exchanges: event.payload }
    case 'consent.changed':
      return { consent: event.payload }
    case 'accounts.changed':
      return { accounts: event.payload }
    case 'settings.changed':
      return { settings: event.payload }
    case 'folders.changed':
      return { folders: event.payload }
    case 'assistants.changed':
      return { assistants: event.payload }
    case 'models.changed':
      return { models: event.payload }
    case 'adding.changed':
    case 'collector.changed':
      return event.payload
    case 'import.changed':
      return { importing: event.payload.progress }
    case 'notice.raised':
      return noticeAdded(state, { ...event.payload, text: toText(event.payload.text) })
    default:
      return unchanged(event.name)
  }
}

/** Events that the projection doesn't keep. A new event that is handled nowhere doesn't compile. */
type UnkeptEvent =
  | 'test.run-changed'
  | 'conformance.changed'
  | 'messages.changed'
  | 'view.messaged'
  | 'view.traced'
  | 'menu.chosen'
  | 'notification.pressed'
  | 'paths.dropped'

function unchanged(_: UnkeptEvent): Partial<Projection> {
  return {}
}

function withoutConversation(state: Projection, conversationId: string): Partial<Projection> {
  return { ...conversationRemoved(state, conversationId), ...threadRemoved(state, conversationId) }
}
