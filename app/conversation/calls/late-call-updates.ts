/**
 * Applies changes to single calls that come from outside their turn, which may be over: a late answer or a task update.
 * They are applied to the answer in progress or to the stored one. This module doesn't know their source.
 */
import type { Logger } from '../../base/logger'
import type { Message, ToolCallPart } from '../../contract/conversations'
import type { LateCallAnswer } from '../../contract/tool-calls'
import type { HistoryStore } from '../../history/interface'
import { addCallNote } from '../messages/call-notes'
import type { CallNote } from '../messages/call-notes'
import { keepNewestMedia } from '../messages/drop-old-media'
import { findCall, replaceCall } from '../messages/transcript'
import { boundResult } from './bounded-result'
import type { CallPlace, TurnCalls } from './turn-calls'

export interface CallChangesOptions {
  readonly history: Pick<HistoryStore, 'readMessage' | 'saveMessage'>
  readonly runningCalls: Pick<TurnCalls, 'findLive'>
  /** A stored message was changed and saved. */
  readonly onChanged: (message: Message) => void
  readonly log: Logger
}

export type CallChange = (call: ToolCallPart) => ToolCallPart

export class LateCallUpdates {
  readonly #options: CallChangesOptions
  /** Serializes changes, because two at once in one message would undo each other. */
  #changing: Promise<void> = Promise.resolve()

  constructor(options: CallChangesOptions) {
    this.#options = options
  }

  /** Resolves when the change is saved. Ignores calls that no longer exist. Never rejects. */
  apply(place: CallPlace, change: CallChange): Promise<void> {
    return this.#enqueue(place, (message) => replaceCall(message, place.callId, change))
  }

  /** Keeps what the server answered after the call was given up. For the user only: the model never reads it. */
  addLateAnswer(place: CallPlace, answer: LateCallAnswer): Promise<void> {
    return this.apply(place, (call) => ({ ...call, lateAnswer: boundResult(answer) }))
  }

  /** Adds a note after what the message contains by then. Otherwise like `apply`. */
  addNote(place: CallPlace, note: CallNote): Promise<void> {
    return this.#enqueue(place, (message) => addCallNote(message, place.callId, note))
  }

  /** The current state of the call; null if it no longer exists. @throws HostError HISTORY_UNAVAILABLE */
  async read(place: CallPlace): Promise<ToolCallPart | null> {
    const message = this.#options.runningCalls.findLive(place)?.read() ?? (await this.#readStored(place))
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
    const { history, runningCalls, onChanged, log } = this.#options
    const live = runningCalls.findLive(place)
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
      log.warn('Progress of a tool call could not be saved', { error })
    }
  }

  #readStored({ conversationId, messageId }: CallPlace): Promise<Message | null> {
    return this.#options.history.readMessage(conversationId, messageId)
  }
}
