/**
 * Named assistants that the user starts conversations with. Stored in the history with permissions and trust, not in
 * the settings, so that programs that can write the settings file can neither add nor change them.
 */
import { z } from 'zod'
import { HostError } from '../../base/host-error'
import type { Handlers } from '../../contract/bridge/calls'
import { assistant } from '../../contract/settings'
import type { Assistant } from '../../contract/settings'
import type { HistoryStore } from '../../history/interface'
import { say } from '../../texts/render-localized'
import type { ConversationEvent } from '../messages/conversation-event'

export interface AssistantsOptions {
  readonly history: Pick<HistoryStore, 'readFact' | 'writeFact'>
  readonly emit: (event: ConversationEvent) => void
  readonly newId: () => string
}

const fact = 'assistants'
const mostAssistants = 500

export class Assistants {
  readonly #options: AssistantsOptions
  #all: readonly Assistant[] = []

  constructor(options: AssistantsOptions) {
    this.#options = options
  }

  /** Skips data that can't be read. @throws HostError HISTORY_UNAVAILABLE */
  async load(): Promise<void> {
    const json = await this.#options.history.readFact(fact)
    if (json === null) return
    const read = z.array(assistant).safeParse(JSON.parse(json))
    if (read.success) this.#all = read.data
  }

  list(): Assistant[] {
    return [...this.#all]
  }

  /** @throws HostError BRIDGE_INVALID_INPUT (too many assistants, no name), HISTORY_UNAVAILABLE */
  readonly save: Handlers['assistant.save'] = async ({ assistantId, name, ...chosen }) => {
    const id = assistantId ?? this.#options.newId()
    const isKnown = this.#all.some((one) => one.id === id)
    if (name.trim() === '') throw new HostError('BRIDGE_INVALID_INPUT', say('conversation.assistantUnnamed'))
    if (!isKnown && this.#all.length >= mostAssistants)
      throw new HostError(
        'BRIDGE_INVALID_INPUT',
        say('conversation.assistantsFull', { limit: mostAssistants })
      )
    const kept: Assistant = { ...chosen, id, name: name.trim() }
    await this.#keep(isKnown ? this.#all.map((one) => (one.id === id ? kept : one)) : [...this.#all, kept])
    return { assistantId: id }
  }

  /** An unknown assistant is not an error. @throws HostError HISTORY_UNAVAILABLE */
  readonly remove: Handlers['assistant.remove'] = ({ assistantId }) =>
    this.#keep(this.#all.filter(({ id }) => id !== assistantId))

  async #keep(all: readonly Assistant[]): Promise<void> {
    await this.#options.history.writeFact(fact, JSON.stringify(all))
    this.#all = all
    this.#options.emit({ name: 'assistants.changed', payload: this.list() })
  }
}
