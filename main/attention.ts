/**
 * Notifies outside of the window that a question or an answer waits in it. Contains only Parley's own text: text of
 * servers, models and titles could pose as Parley there. A click shows the window; the notification itself can't answer
 * anything.
 */
import type { ConversationSummary } from '../app/contract/conversations'
import type { EventEnvelope, EventPayload } from '../app/contract/bridge/events'
import { notifications } from '../app/texts/compiled/window/notifications'

export interface AttentionNotice {
  readonly text: string
  /** The conversation that it opens; null: only the window. */
  readonly conversationId: string | null
}

export interface AttentionOptions {
  /** Whether the user sees the window and needs no notification. */
  readonly isInFront: () => boolean
  readonly isWanted: () => boolean
  /** Replaces the notification that was shown before. */
  readonly show: (news: AttentionNotice) => void
}

export interface Attention {
  /** To be called with every event of the host. */
  hear(event: EventEnvelope): void
}

type Questions = EventPayload<'questions.changed'>

export function createAttention({ isInFront, isWanted, show }: AttentionOptions): Attention {
  let asked: ReadonlySet<string> = new Set()
  const running = new Set<string>()

  const tell = (text: string, conversationId: string | null): void => {
    if (isWanted() && !isInFront()) show({ text, conversationId })
  }
  const hearQuestions = (questions: Questions): void => {
    const added = questions.filter(({ id }) => !asked.has(id))
    asked = new Set(questions.map(({ id }) => id))
    const newest = added.at(-1)
    if (newest === undefined) return
    const where = 'conversationId' in newest ? newest.conversationId : null
    tell(notifications.questions({ count: questions.length }), where)
  }
  const hearConversation = ({ id, isRunning }: ConversationSummary): void => {
    if (isRunning) running.add(id)
    else if (running.delete(id)) tell(notifications.answer(), id)
  }
  return {
    hear: ({ name, payload }) => {
      if (name === 'questions.changed') hearQuestions(payload as Questions)
      else if (name === 'conversation.changed') hearConversation(payload as ConversationSummary)
    }
  }
}
