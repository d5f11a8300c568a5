/** The folders of the conversation list. Deleting a folder deletes no conversation. */
import { z } from 'zod'
import { HostError } from '../../base/host-error'
import type { Handlers } from '../../contract/bridge/calls'
import { conversationFolder } from '../../contract/conversation/conversation-folders'
import type { ConversationFolder } from '../../contract/conversation/conversation-folders'
import type { HistoryStore } from '../../history/interface'
import { say } from '../../texts/render-localized'
import type { ConversationEvent } from '../messages/conversation-event'
import type { Conversation, ConversationIndex } from '../turns/conversation-list'

export interface ConversationFoldersOptions {
  readonly history: Pick<HistoryStore, 'readFact' | 'writeFact'>
  readonly list: ConversationIndex
  readonly emit: (event: ConversationEvent) => void
  readonly newId: () => string
}

/** Name of the stored fact. */
const fact = 'drawers'
const mostFolders = 500

export class ConversationFolders {
  readonly #options: ConversationFoldersOptions
  #all: readonly ConversationFolder[] = []

  constructor(options: ConversationFoldersOptions) {
    this.#options = options
  }

  /** Skips data that can't be read. @throws HostError HISTORY_UNAVAILABLE */
  async load(): Promise<void> {
    const json = await this.#options.history.readFact(fact)
    if (json === null) return
    const read = z.array(conversationFolder).safeParse(JSON.parse(json))
    if (read.success) this.#all = read.data
  }

  list(): ConversationFolder[] {
    return [...this.#all]
  }

  /** @throws HostError BRIDGE_INVALID_INPUT (too many folders, no name), HISTORY_UNAVAILABLE */
  readonly save: Handlers['folder.save'] = async ({ folderId, name }) => {
    if (folderId === null && this.#all.length >= mostFolders)
      throw new HostError('BRIDGE_INVALID_INPUT', say('conversation.drawersFull', { limit: mostFolders }))
    const saved = { id: folderId ?? this.#options.newId(), name: trimName(name) }
    const renamed = this.#all.map((one) => (one.id === folderId ? saved : one))
    await this.#keep(folderId === null ? [...this.#all, saved] : renamed)
    return { folderId: saved.id }
  }

  /** @throws HostError HISTORY_UNAVAILABLE */
  readonly remove: Handlers['folder.remove'] = async ({ folderId }) => {
    const inside = this.#options.list.all().filter(({ stored }) => stored.drawerId === folderId)
    await this.#moveAll(inside, null)
    await this.#keep(this.#all.filter(({ id }) => id !== folderId))
  }

  /** @throws HostError BRIDGE_INVALID_INPUT (no such folder), HISTORY_UNAVAILABLE */
  readonly moveConversations: Handlers['folder.move-conversations'] = async ({
    conversationIds,
    folderId
  }) => {
    if (folderId !== null && !this.#all.some(({ id }) => id === folderId))
      throw new HostError('BRIDGE_INVALID_INPUT', say('conversation.drawerUnknown'))
    await this.#moveAll(this.#options.list.known(conversationIds), folderId)
  }

  async #moveAll(conversations: readonly Conversation[], folderId: string | null): Promise<void> {
    const { list } = this.#options
    for (const conversation of conversations) {
      const { drawerId: _before, ...stored } = conversation.stored
      conversation.stored = { ...stored, ...(folderId !== null && { drawerId: folderId }) }
      await list.save(conversation)
      list.tell(conversation)
    }
  }

  async #keep(all: readonly ConversationFolder[]): Promise<void> {
    await this.#options.history.writeFact(fact, JSON.stringify(all))
    this.#all = all
    this.#options.emit({ name: 'folders.changed', payload: this.list() })
  }
}

function trimName(typed: string): string {
  const name = typed.trim()
  if (name === '') throw new HostError('BRIDGE_INVALID_INPUT', say('conversation.drawerUnnamed'))
  return name
}
