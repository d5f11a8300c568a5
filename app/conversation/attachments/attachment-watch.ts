/**
 * Marks attached resources whose server reports a change, in the conversations that were opened since Parley started.
 * The message itself keeps what was read.
 */
import type { Logger } from '../../base/logger'
import type { Message, ResourcePart } from '../../contract/conversations'
import type { HistoryStore } from '../../history/interface'
import type { Servers } from '../../servers/interface'

export interface AttachmentWatchOptions {
  readonly servers: Pick<Servers, 'watchResource'>
  readonly history: Pick<HistoryStore, 'readMessage' | 'saveMessage'>
  /** The message was marked and saved. */
  readonly onMarked: (message: Message) => void
  readonly log: Logger
}

/** Identifies a message. Its content is read again when it is needed. */
type Place = Pick<Message, 'conversationId' | 'id'>

export class AttachmentWatch {
  readonly #options: AttachmentWatchOptions
  /** Functions that end a watch, by conversation, then by message and resource. */
  readonly #stops = new Map<string, Map<string, () => void>>()
  /** Serializes marks, because two resources of one message may change at once. */
  #marking: Promise<void> = Promise.resolve()

  constructor(options: AttachmentWatchOptions) {
    this.#options = options
  }

  /**
   * Watches the resources of a stored message that haven't changed yet. Calling it again has no effect. Imported
   * messages are skipped: the user attached nothing in them, and their addresses would be sent to servers.
   */
  watch({ conversationId, id, parts, importedFrom }: Message): void {
    if (importedFrom !== undefined) return
    for (const part of parts) {
      if (part.type === 'resource' && !part.hasChanged && part.fromView === undefined)
        this.#watchPart({ conversationId, id }, part)
    }
  }

  /** Ends all watches of a conversation. */
  forget(conversationId: string): void {
    const stops = this.#stops.get(conversationId)
    this.#stops.delete(conversationId)
    for (const stop of stops?.values() ?? []) stop()
  }

  /** Ends all watches and waits for marks that are being saved. */
  async dispose(): Promise<void> {
    for (const conversationId of [...this.#stops.keys()]) this.forget(conversationId)
    await this.#marking
  }

  #watchPart(place: Place, { serverName, uri }: ResourcePart): void {
    const stops = this.#stops.get(place.conversationId) ?? new Map<string, () => void>()
    this.#stops.set(place.conversationId, stops)
    const key = JSON.stringify([place.id, serverName, uri])
    if (stops.has(key)) return
    const stop = this.#options.servers.watchResource(serverName, uri, () => {
      stop()
      this.#marking = this.#marking
        .then(() => this.#mark(place, { serverName, uri }))
        .finally(() => stops.delete(key)) // only now, because a reader would find the message unmarked before
    })
    stops.set(key, stop)
  }

  /** Never rejects. */
  async #mark(place: Place, changed: Pick<ResourcePart, 'serverName' | 'uri'>): Promise<void> {
    const { history, onMarked, log } = this.#options
    try {
      const message = await history.readMessage(place.conversationId, place.id)
      if (message === null) return // deleted meanwhile
      const marked = { ...message, parts: message.parts.map((part) => markPart(part, changed)) }
      await history.saveMessage(marked)
      onMarked(marked)
    } catch (error) {
      log.warn('An attached resource has changed and could not be marked', { error })
    }
  }
}

function markPart(
  part: Message['parts'][number],
  { serverName, uri }: Pick<ResourcePart, 'serverName' | 'uri'>
): Message['parts'][number] {
  const isMeant = part.type === 'resource' && part.serverName === serverName && part.uri === uri
  return isMeant ? { ...part, hasChanged: true } : part
}
