/**
 * Adds conversations from an imported file to the existing ones. Nothing existing is changed: a conversation that was
 * started here never gets messages from a file, and an imported one gets only the messages that it lacks.
 */
import type { Message } from '../../contract/conversations'
import type { HistoryStore, ImportedTree, StoredConversation } from '../../history/interface'
import type { ConversationEvent } from '../messages/conversation-event'
import type { ConversationIndex } from '../turns/conversation-list'

export interface IncomingArchive {
  /** The id in the file, and the id that the conversation gets if it isn't known yet. */
  readonly originalId: string
  readonly id: string
  readonly stored: Omit<StoredConversation, 'id' | 'model'>
  /** Each message after the one that it follows. */
  readonly messages: readonly Message[]
  readonly shownId: string | null
}

export interface ImportsOptions {
  readonly history: Pick<HistoryStore, 'importConversations' | 'readMessages'>
  readonly list: ConversationIndex
  readonly readDefaultModel: () => string
  readonly emit: (event: ConversationEvent) => void
}

export type ImportEnd = 'added' | 'extended' | 'same'

/** Messages of a branch that the window gets at once. */
const longestBranch = 500

export class Imports {
  readonly #options: ImportsOptions

  constructor(options: ImportsOptions) {
    this.#options = options
  }

  /** Returns the result for each conversation. @throws HostError HISTORY_UNAVAILABLE; then none of them was added */
  async add(incoming: readonly IncomingArchive[]): Promise<readonly ImportEnd[]> {
    const placed = await Promise.all(incoming.map(async (one) => this.#place(one)))
    const wanted = placed.flatMap((one) => one ?? [])
    const counts = await this.#options.history.importConversations(wanted)
    const byPlace = new Map(wanted.map((one, index) => [one, counts[index] ?? 0]))
    const ends: ImportEnd[] = []
    for (const one of placed) ends.push(await this.#tell(one, one === null ? 0 : (byPlace.get(one) ?? 0)))
    return ends
  }

  /** null: nothing changes. */
  async #place({ originalId, id, stored, messages, shownId }: IncomingArchive): Promise<ImportedTree | null> {
    const { history, list, readDefaultModel } = this.#options
    const known = list.get(originalId) ?? list.get(id)
    if (known === null) {
      const conversation = { ...stored, id, model: readDefaultModel() }
      return { conversation, messages: inConversation(messages, id), shownId }
    }
    if (known.stored.importedFrom === undefined || known.run !== null) return null
    const knownId = known.stored.id
    // The user stays on the same branch, now with what follows its end.
    const { messages: end } = await history.readMessages(knownId, null, 1)
    return {
      conversation: { ...known.stored, model: list.modelOf(known) },
      messages: inConversation(messages, knownId),
      shownId: end[0]?.id ?? null
    }
  }

  async #tell(placed: ImportedTree | null, count: number): Promise<ImportEnd> {
    if (placed === null || count === 0) return 'same'
    const { history, list, emit } = this.#options
    const { model, ...stored } = placed.conversation
    const known = list.get(stored.id)
    if (known === null) {
      const settling = Promise.resolve()
      list.tell(list.put({ stored, model, isPersisted: true, run: null, revision: 0, settling }))
      return 'added'
    }
    known.revision += 1
    emit({ name: 'branch.shown', payload: await history.readMessages(stored.id, null, longestBranch) })
    list.tell(known)
    return 'extended'
  }
}

function inConversation(messages: readonly Message[], conversationId: string): readonly Message[] {
  return messages.map((message) => ({ ...message, conversationId }))
}
