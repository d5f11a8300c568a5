/**
 * Messages that the user sent during an answer. One is sent automatically when the answer is complete, or with the
 * results of its running calls if the user wants that. After any other end, and after a restart, they wait until the
 * user sends them. `stored-queues.ts` stores them, and `turns/` runs turns.
 */
import { HostError, toLocalizedText } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import type { MessageQueue, TakenMessage } from '../../contract/conversations'
import { queueLimit } from '../../contract/limits'
import type { HistoryStore } from '../../history/interface'
import { say, sentences } from '../../texts/render-localized'
import type { WaitingFiles } from '../attachments/waiting-files'
import type { ConversationEvent } from '../messages/conversation-event'
import { createSerializedWrites } from '../messages/serialized-writes'
import type { SerializedWrites } from '../messages/serialized-writes'
import type { WantedMessage } from '../turns/turn-start'
import { findViewMessage, readQueues, toQueuedMessage, writeQueues } from './stored-queues'
import type { Queued } from './stored-queues'

export interface MessageQueuesOptions {
  readonly history: Pick<HistoryStore, 'readFact' | 'writeFact'>
  readonly files: WaitingFiles
  readonly emit: (event: ConversationEvent) => void
  readonly isRunning: (conversationId: string) => boolean
  /**
   * Claims the conversation before its first await. Resolves when the message is stored. @throws what
   * `conversation.send` throws
   */
  readonly begin: (conversationId: string, wanted: WantedMessage) => Promise<void>
  readonly newId: () => string
  readonly log: Logger
}

interface Place {
  readonly conversationId: string
  readonly queuedId: string
}

export class MessageQueues {
  readonly #options: MessageQueuesOptions
  readonly #queues = new Map<string, readonly Queued[]>()
  readonly #saver: SerializedWrites
  #saved: Promise<void> = Promise.resolve()
  /** Messages that are being read for their turn. They stay in the stored queue until they are in the history. */
  readonly #leaving = new Map<string, Queued>()

  constructor(options: MessageQueuesOptions) {
    this.#options = options
    const { history, log } = options
    this.#saver = createSerializedWrites(
      () => writeQueues(history, this.#stored()),
      (error) => log.error('Queued messages could not be saved', { error })
    )
  }

  /**
   * Loads messages that waited when Parley quit. None of them is sent automatically. @throws HostError
   * HISTORY_UNAVAILABLE
   */
  async load(isKnown: (conversationId: string) => boolean): Promise<void> {
    for (const [conversationId, queue] of await readQueues(this.#options.history)) {
      if (isKnown(conversationId)) this.#queues.set(conversationId, queue.map(hold))
    }
  }

  /** Resolves when the queues are stored. */
  async settled(): Promise<void> {
    await this.#saved
  }

  list(): MessageQueue[] {
    return [...this.#queues.keys()].map((conversationId) => this.#view(conversationId))
  }

  /** @throws HostError BRIDGE_INVALID_INPUT (too many waiting messages), FILE_REFUSED */
  add(conversationId: string, { files: fileIds = [], ...wanted }: WantedMessage, isNext: boolean): void {
    const { files, newId } = this.#options
    const queue = this.#of(conversationId)
    if (queue.length >= queueLimit)
      throw new HostError('BRIDGE_INVALID_INPUT', say('conversation.queueFull', { limit: queueLimit }))
    const ids = [...new Set(fileIds)]
    const own = files.read(ids).map((part, index) => ({ fileId: ids[index] ?? '', part }))
    const queued: Queued = { id: newId(), wanted, files: own, isHeld: false, isNext }
    for (const fileId of fileIds) files.remove(fileId)
    this.#set(conversationId, isNext ? putFirst(queue, queued) : [...queue, queued])
  }

  /** Whether the running turn should end once the calls of its step are done. */
  hasNext(conversationId: string): boolean {
    return this.#of(conversationId).some(({ isNext }) => isNext)
  }

  /**
   * Call when the turn of the conversation is over. A message that is sent now has claimed the conversation when this
   * returns.
   */
  turnEnded(conversationId: string, isComplete: boolean): void {
    const queue = this.#of(conversationId)
    if (queue.length === 0) return
    const first = queue.find(({ isHeld }) => !isHeld)
    if (!isComplete) this.#set(conversationId, queue.map(hold))
    else if (first !== undefined) void this.#leave(conversationId, first).catch((error) => this.#tell(error))
  }

  /** Sends a message at the user's request. @throws what `conversation.send` throws */
  async send({ conversationId, queuedId }: Place): Promise<void> {
    const queue = this.#of(conversationId)
    const queued = queue.find(({ id }) => id === queuedId)
    if (queued === undefined) return
    if (!this.#options.isRunning(conversationId)) return this.#leave(conversationId, queued)
    const next = { ...queued, isHeld: false, isNext: true }
    this.#set(conversationId, putFirst(without(queue, queuedId), next))
  }

  take({ conversationId, queuedId }: Place): TakenMessage | null {
    const queue = this.#of(conversationId)
    const queued = queue.find(({ id }) => id === queuedId)
    // The text of a view must not become the user's own.
    if (queued === undefined || findViewMessage(queued.wanted) !== undefined) return null
    this.#set(conversationId, without(queue, queuedId))
    const { text, resources, prompt } = queued.wanted
    const files = queued.files.map(({ fileId, part }) => this.#options.files.putBack(fileId, part))
    return { text, resources, prompt, files }
  }

  remove({ conversationId, queuedId }: Place): void {
    this.#set(conversationId, without(this.#of(conversationId), queuedId))
  }

  /** Call when a conversation is deleted. */
  forget(conversationId: string): void {
    if (this.#of(conversationId).length > 0) this.#set(conversationId, [])
  }

  async #leave(conversationId: string, queued: Queued): Promise<void> {
    const { files, begin } = this.#options
    this.#leaving.set(conversationId, queued)
    this.#set(conversationId, without(this.#of(conversationId), queued.id))
    for (const { fileId, part } of queued.files) files.putBack(fileId, part)
    try {
      await begin(conversationId, { ...queued.wanted, files: queued.files.map(({ fileId }) => fileId) })
    } catch (error) {
      for (const { fileId } of queued.files) files.remove(fileId)
      this.#leaving.delete(conversationId)
      this.#set(conversationId, [hold(queued), ...this.#of(conversationId).map(hold)])
      throw error
    }
    this.#leaving.delete(conversationId)
    this.#save()
  }

  #tell(error: unknown): void {
    const text = sentences(say('conversation.queuedNotSent'), toLocalizedText(error))
    this.#options.emit({ name: 'notice.raised', payload: { level: 'alert', text } })
  }

  #of(conversationId: string): readonly Queued[] {
    return this.#queues.get(conversationId) ?? []
  }

  #set(conversationId: string, queue: readonly Queued[]): void {
    if (queue.length === 0) this.#queues.delete(conversationId)
    else this.#queues.set(conversationId, queue)
    this.#options.emit({ name: 'queue.changed', payload: this.#view(conversationId) })
    this.#save()
  }

  #save(): void {
    this.#saved = this.#saver.save() // never rejects
  }

  #view(conversationId: string): MessageQueue {
    return { conversationId, messages: this.#of(conversationId).map(toQueuedMessage) }
  }

  #stored(): ReadonlyMap<string, readonly Queued[]> {
    const stored = new Map(this.#queues)
    for (const [conversationId, queued] of this.#leaving)
      stored.set(conversationId, [queued, ...this.#of(conversationId)])
    return stored
  }
}

function hold(queued: Queued): Queued {
  return { ...queued, isHeld: true, isNext: false }
}

function without(queue: readonly Queued[], queuedId: string): readonly Queued[] {
  return queue.filter(({ id }) => id !== queuedId)
}

/** Behind other messages that leave at the same moment. */
function putFirst(queue: readonly Queued[], queued: Queued): readonly Queued[] {
  const next = queue.filter(({ isNext }) => isNext)
  return [...next, queued, ...queue.filter(({ isNext }) => !isNext)]
}
