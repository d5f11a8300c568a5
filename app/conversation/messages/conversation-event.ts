/** Conversation events as in the contract, without the revision that the host adds. */
import type { EventName, EventPayload } from '../../contract/bridge/events'

type ConversationEventName = Extract<
  EventName,
  | 'conversation.changed'
  | 'conversation.removed'
  | 'message.changed'
  | 'message.removed'
  | 'branch.shown'
  | 'text.appended'
  | 'tool-call.progressed'
  | 'queue.changed'
  | 'assistants.changed'
  | 'folders.changed'
  | 'notice.raised'
>

export type ConversationEvent = {
  [N in ConversationEventName]: { readonly name: N; readonly payload: EventPayload<N> }
}[ConversationEventName]

/** Runs `work` once after `delayMs`. The returned function cancels it. */
export type Schedule = (work: () => void, delayMs: number) => () => void
