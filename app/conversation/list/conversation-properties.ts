/**
 * The properties of a conversation that the user changes: name, place in the list, model, folders, choices. Also conversations that
 * Parley itself begins.
 */
import { isAbsolute } from 'node:path'
import { HostError } from '../../base/host-error'
import type { Handlers } from '../../contract/bridge/calls'
import { toFolderEntry } from '../../contract/conversation/folder-choice'
import { say } from '../../texts/render-localized'
import { untitled } from '../messages/transcript'
import { withStoredChoices } from '../turns/apply-choices'
import type { Conversation, ConversationIndex } from '../turns/conversation-list'

type Call<Verb extends string> = Handlers[`conversation.${Verb}` & keyof Handlers]

/** All methods throw HostError CONVERSATION_UNKNOWN and HISTORY_UNAVAILABLE. */
export class ConversationProperties {
  readonly #list: ConversationIndex

  constructor(list: ConversationIndex) {
    this.#list = list
  }

  /** An empty conversation in Direct mode, even if another one is still empty. Returns its id. */
  begin(title: string): string {
    return this.#list.add(title).stored.id
  }

  /** Resolves when no turn runs in it. */
  async settled(conversationId: string): Promise<void> {
    await this.#list.find(conversationId).run?.finished
  }

  readonly rename: Call<'rename'> = async ({ conversationId, title }) => {
    const conversation = this.#list.find(conversationId)
    conversation.stored = { ...conversation.stored, title: title.trim() || untitled }
    return this.#saveAndTell(conversation)
  }

  readonly setPlace: Handlers['folder.set-place'] = async ({ conversationIds, place }) => {
    for (const conversation of this.#list.known(conversationIds)) {
      const { shelf: _before, ...stored } = conversation.stored
      conversation.stored = { ...stored, ...(place !== null && { shelf: place }) }
      await this.#saveAndTell(conversation)
    }
  }

  readonly setModel: Call<'set-model'> = async ({ conversationId, model }) => {
    const conversation = this.#list.find(conversationId)
    conversation.model = model
    return this.#saveAndTell(conversation)
  }

  /** @throws HostError BRIDGE_INVALID_INPUT */
  readonly setChoices: Call<'set-choices'> = async ({ conversationId, choices, folders, model }) => {
    const conversation = this.#list.find(conversationId)
    if (folders !== undefined) await this.setFolders({ conversationId, folders })
    conversation.stored = withStoredChoices(conversation.stored, choices)
    conversation.model = model ?? conversation.model
    return this.#saveAndTell(conversation)
  }

  /** @throws HostError BRIDGE_INVALID_INPUT */
  readonly setFolders: Call<'set-folders'> = async ({ conversationId, folders }) => {
    const conversation = this.#list.find(conversationId)
    const byPath = new Map(folders.map((folder) => [toFolderEntry(folder).path, folder]))
    const relative = [...byPath.keys()].find((folder) => !isAbsolute(folder))
    if (relative !== undefined) {
      throw new HostError('BRIDGE_INVALID_INPUT', say('conversation.notWholePath', { path: relative }))
    }
    conversation.stored = { ...conversation.stored, folders: [...byPath.values()] }
    return this.#saveAndTell(conversation)
  }

  /** A folder that already exists is not changed. @throws HostError BRIDGE_INVALID_INPUT */
  async addFolder(conversationId: string, path: string): Promise<void> {
    const { folders = [] } = this.#list.find(conversationId).stored
    if (folders.some((folder) => toFolderEntry(folder).path === path)) return
    await this.setFolders({ conversationId, folders: [...folders, path] })
  }

  async #saveAndTell(conversation: Conversation): Promise<void> {
    await this.#list.save(conversation)
    this.#list.tell(conversation)
  }
}
