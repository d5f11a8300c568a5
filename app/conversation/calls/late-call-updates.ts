/**
 * Changes to single calls that come from outside their turn, which may be over: a late answer, news of a task. They
 * go into the answer that is being written, or into the stored one. Who brings them is not known here.
 */
import type { Logger } from '../../base/logger'
import type { Message, ToolCallPart } from '../../contract/conversations'
import type { HistoryStore } from '../../history/interface'
import { addCallNote } from '../messages/call-notes'
import type { CallNote } from '../messages/call-notes'
import { keepNewestMedia } from '../messages/drop-old-media'
import type { LiveMessage } from '../messages/live-message'
import { findCall, replaceCall } from '../messages/transcript'

/** Where a call stands. */
export interface CallPlace {
  readonly conversationId: string
  readonly messageId: string
  readonly callId: string
}

export interface CallChangesOptions {
  readonly history: Pick<HistoryStore, 'readMessage' | 'saveMessage'>
  /** The answer that is being written in the conversation; null when there is none. */
  readonly findLive: (conversationId: string) => LiveMessage | null
  /** A stored message has been changed and saved. */
  readonly onChanged: (message: Message) => void
  readonly log: Logger
}

export type CallChange = (call: ToolCallPart) => ToolCallPart

export class LateCallUpdates {
  readonly #options: CallChangesOptions
  /** One change after another: two of one message would each undo the other. */
  #changing: Promise<void> = Promise.resolve()

  constructor(options: CallChangesOptions) {
    this.#options = options
  }

  /** Resolves when it is saved. A call that is gone is left alone. Never rejects. */
  apply(place: CallPlace, change: CallChange): Promise<void> {
    return this.#enqueue(place, (message) => replaceCall(message, place.callId, change))
  }

  /** Puts a note behind what the message of the call holds by then; as `apply`. */
  addNote(place: CallPlace, note: CallNote): Promise<void> {
    return this.#enqueue(place, (message) => addCallNote(message, place.callId, note))
  }

  /** The call as it stands now; null when it is gone. @throws HostError HISTORY_UNAVAILABLE */
  async read(place: CallPlace): Promise<ToolCallPart | null> {
    const message = this.#liveOf(place)?.read() ?? (await this.#readStored(place))
    return message === null ? null : findCall(message, place.callId)
  }

  /** Resolves when all changes are saved. */
  settled(): Promise<void> {
    return this.#changing
  }

  #enqueue(place: CallPlace, change: (message: Message) => Message): Promise<void> {
    this.#changing = this.#changing.then(() => this.#applyNow(place, change))
    return this.#changing
  }

  async #applyNow(place: CallPlace, change: (message: Message) => Message): Promise<void> {
    const { history, onChanged, log } = this.#options
    const live = this.#liveOf(place)
    const changed = (message: Message) => keepNewestMedia(change(message))
    if (live !== null) {
      live.change(changed)
      return await live.save()
    }
    try {
      const stored = await this.#readStored(place)
      if (stored === null) return // deleted, or dropped by a retry
      const message = changed(stored)
      await history.saveMessage(message)
      onChanged(message)
    } catch (error) {
      log.warn('News of a tool call could not be saved', { error })
    }
  }

  #liveOf({ conversationId, messageId }: CallPlace): LiveMessage | null {
    const live = this.#options.findLive(conversationId)
    return live?.read().id === messageId ? live : null
  }

  #readStored({ conversationId, messageId }: CallPlace): Promise<Message | null> {
    return this.#options.history.readMessage(conversationId, messageId)
  }
}
