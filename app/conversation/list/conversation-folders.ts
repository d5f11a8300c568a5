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

const fact = 'drawers'
const mostDrawers = 500

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
  readonly add: Handlers['drawer.add'] = async ({ name }) => {
    if (this.#all.length >= mostDrawers)
      throw new HostError('BRIDGE_INVALID_INPUT', say('conversation.drawersFull', { limit: mostDrawers }))
    const added = { id: this.#options.newId(), name: nameOf(name) }
    await this.#keep([...this.#all, added])
    return { drawerId: added.id }
  }

  /** @throws HostError BRIDGE_INVALID_INPUT (no name), HISTORY_UNAVAILABLE */
  readonly rename: Handlers['drawer.rename'] = ({ drawerId, name }) =>
    this.#keep(this.#all.map((one) => (one.id === drawerId ? { id: drawerId, name: nameOf(name) } : one)))

  /** @throws HostError HISTORY_UNAVAILABLE */
  readonly remove: Handlers['drawer.remove'] = async ({ drawerId }) => {
    const inside = this.#options.list.all().filter(({ stored }) => stored.drawerId === drawerId)
    await this.#putAll(inside, null)
    await this.#keep(this.#all.filter(({ id }) => id !== drawerId))
  }

  /** @throws HostError BRIDGE_INVALID_INPUT (no such folder), HISTORY_UNAVAILABLE */
  readonly put: Handlers['drawer.put'] = async ({ conversationIds, drawerId }) => {
    if (drawerId !== null && !this.#all.some(({ id }) => id === drawerId))
      throw new HostError('BRIDGE_INVALID_INPUT', say('conversation.drawerUnknown'))
    await this.#putAll(this.#options.list.known(conversationIds), drawerId)
  }

  async #putAll(conversations: readonly Conversation[], drawerId: string | null): Promise<void> {
    const { list } = this.#options
    for (const conversation of conversations) {
      const { drawerId: _before, ...stored } = conversation.stored
      conversation.stored = { ...stored, ...(drawerId !== null && { drawerId }) }
      await list.save(conversation)
      list.tell(conversation)
    }
  }

  async #keep(all: readonly ConversationFolder[]): Promise<void> {
    await this.#options.history.writeFact(fact, JSON.stringify(all))
    this.#all = all
    this.#options.emit({ name: 'drawers.changed', payload: this.list() })
  }
}

function nameOf(typed: string): string {
  const name = typed.trim()
  if (name === '') throw new HostError('BRIDGE_INVALID_INPUT', say('conversation.drawerUnnamed'))
  return name
}
