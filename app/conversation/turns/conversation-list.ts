/**
 * The user's conversations without their messages: their titles and models, and whether a turn is running.
 * `conversations.ts` handles messages and turns.
 */
import { HostError } from '../../base/host-error'
import type { ConversationSummary } from '../../contract/conversations'
import { directModelId } from '../../contract/direct-model'
import type { HistoryStore, StoredConversation } from '../../history/interface'
import type { ConversationEvent } from '../messages/conversation-event'
import type { LiveMessage } from '../messages/live-message'
import { untitled } from '../messages/transcript'
import { say } from '../../texts/render-localized'

/** A turn from the moment it was requested. */
export interface ConversationRun {
  readonly controller: AbortController
  /** Never rejects. Resolves after the preparation and after the answer is saved. */
  finished: Promise<void>
  live: LiveMessage | null
}

export interface Conversation {
  stored: Omit<StoredConversation, 'model'>
  /** null: uses the default until the first message. */
  model: string | null
  /** False until the first message, because an empty conversation isn't stored. */
  isPersisted: boolean
  run: ConversationRun | null
  /**
   * Increases when messages are added or removed, or start or stop being written. A reader compares it to know if it
   * must read again.
   */
  revision: number
  /** Set once Parley has checked for an answer that a crash interrupted. */
  settling: Promise<void> | null
}

export interface ConversationListOptions {
  readonly history: Pick<HistoryStore, 'listConversations' | 'saveConversation'>
  readonly readDefaultModel: () => string
  readonly emit: (event: ConversationEvent) => void
  readonly now: () => number
  readonly newId: () => string
}

const emptyConversation: Omit<Conversation, 'stored'> = {
  model: null,
  isPersisted: false,
  run: null,
  revision: 0,
  settling: Promise.resolve()
}

export class ConversationIndex {
  readonly #options: ConversationListOptions
  readonly #conversations = new Map<string, Conversation>()

  constructor(options: ConversationListOptions) {
    this.#options = options
  }

  /** @throws HostError HISTORY_UNAVAILABLE */
  async load(): Promise<void> {
    for (const { model, ...stored } of await this.#options.history.listConversations()) {
      this.put({ stored, model, isPersisted: true, run: null, revision: 0, settling: null })
    }
  }

  all(): readonly Conversation[] {
    return [...this.#conversations.values()]
  }

  /** @throws HostError CONVERSATION_UNKNOWN */
  find(conversationId: string): Conversation {
    const conversation = this.#conversations.get(conversationId)
    if (conversation !== undefined) return conversation
    throw new HostError('CONVERSATION_UNKNOWN', say('conversation.unknown'))
  }

  get(conversationId: string): Conversation | null {
    return this.#conversations.get(conversationId) ?? null
  }

  /** The conversations with these ids that exist. */
  known(ids: readonly string[]): readonly Conversation[] {
    return ids.flatMap((id) => this.#conversations.get(id) ?? [])
  }

  /** The conversations with these ids that exist, in this order. */
  pick(ids: readonly string[]): ConversationSummary[] {
    return this.known(ids).map((found) => this.summarize(found))
  }

  /** Newest first. */
  summaries(): ConversationSummary[] {
    return this.all()
      .map((conversation) => this.summarize(conversation))
      .toSorted((a, b) => b.updatedAt - a.updatedAt)
  }

  /** Returns the existing empty conversation if there is one. There is never more than one. */
  takeEmpty(): Conversation {
    const at = this.#options.now()
    const empty = this.all().find(({ isPersisted, run }) => !isPersisted && run === null)
    if (empty !== undefined) {
      const { id, title, createdAt } = empty.stored // without earlier choices
      empty.stored = { id, title, createdAt, updatedAt: at }
      return empty
    }
    const stored = { id: this.#options.newId(), title: untitled, createdAt: at, updatedAt: at }
    return this.put({ ...emptyConversation, stored })
  }

  /** A conversation of its own, for work that Parley does for the user without a model. */
  add(title: string): Conversation {
    const at = this.#options.now()
    const stored = { id: this.#options.newId(), title, createdAt: at, updatedAt: at }
    const conversation = this.put({ ...emptyConversation, stored, model: directModelId })
    this.tell(conversation)
    return conversation
  }

  put(conversation: Conversation): Conversation {
    this.#conversations.set(conversation.stored.id, conversation)
    return conversation
  }

  /** Removes the conversation from the list. No turn can start in it, and no more events are sent about it. */
  remove(conversation: Conversation): void {
    this.#conversations.delete(conversation.stored.id)
  }

  modelOf(conversation: Conversation): string {
    return conversation.model ?? this.#options.readDefaultModel()
  }

  summarize(conversation: Conversation): ConversationSummary {
    return { ...conversation.stored, model: this.modelOf(conversation), isRunning: conversation.run !== null }
  }

  tell(conversation: Conversation): ConversationSummary {
    const summary = this.summarize(conversation)
    if (this.#conversations.has(summary.id)) {
      this.#options.emit({ name: 'conversation.changed', payload: summary })
    }
    return summary
  }

  /** @throws HostError HISTORY_UNAVAILABLE */
  async save(conversation: Conversation): Promise<void> {
    if (!conversation.isPersisted) return
    const model = this.modelOf(conversation)
    await this.#options.history.saveConversation({ ...conversation.stored, model })
  }
}
