/** What stands unsent in message fields, kept a moment after it was typed, so that neither a restart nor a crash takes it. */
import type { Handlers } from '../../contract/bridge/calls'
import { draft } from '../../contract/list/drafts'
import type { Draft } from '../../contract/list/drafts'
import type { HistoryStore } from '../../history/interface'

export interface DraftsOptions {
  readonly history: Pick<HistoryStore, 'listDrafts' | 'saveDraft'>
}

/** In the history, the conversation that has not begun; no id is empty. */
const notBegun = ''

export class Drafts {
  readonly #options: DraftsOptions
  #kept: readonly Draft[] = []

  constructor(options: DraftsOptions) {
    this.#options = options
  }

  /** What can't be read any more, or whose conversation never came to be, is not there. @throws HostError HISTORY_UNAVAILABLE */
  async load(isKnown: (conversationId: string) => boolean): Promise<void> {
    const stored = await this.#options.history.listDrafts()
    this.#kept = stored.flatMap(({ json }) => {
      const read = draft.safeParse(JSON.parse(json))
      if (!read.success) return []
      const { conversationId } = read.data
      return conversationId === null || isKnown(conversationId) ? [read.data] : []
    })
  }

  /** As they were when Parley began, with what was kept since. */
  list(): Draft[] {
    return [...this.#kept]
  }

  /** The conversation is gone, and with it what was stored. */
  forget(conversationId: string): void {
    this.#kept = this.#kept.filter((one) => one.conversationId !== conversationId)
  }

  /** @throws HostError HISTORY_UNAVAILABLE */
  readonly keep: Handlers['draft.keep'] = async (kept) => {
    const { conversationId, text, resources, files } = kept
    const isEmpty = text === '' && resources.length === 0 && files.length === 0
    const others = this.#kept.filter((one) => one.conversationId !== conversationId)
    this.#kept = isEmpty ? others : [...others, kept]
    await this.#options.history.saveDraft(conversationId ?? notBegun, isEmpty ? null : JSON.stringify(kept))
  }
}
