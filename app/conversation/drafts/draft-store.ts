/** What stands unsent in message fields, kept while it is typed, so that neither a restart nor a crash takes it. */
import type { Handlers } from '../../contract/bridge/calls'
import { draft } from '../../contract/list/drafts'
import type { StoredDraft } from '../../contract/list/drafts'
import type { HistoryStore } from '../../history/interface'

export interface DraftsOptions {
  readonly history: Pick<HistoryStore, 'listDrafts' | 'saveDraft'>
}

/** From one time of writing to the next, milliseconds: more than a letter takes, less than what one minds losing in a crash. */
const pauseMs = 400

/** In the history, the conversation that has not begun; no id is empty. */
const notBegun = ''

export class Drafts {
  readonly #options: DraftsOptions
  #kept: readonly StoredDraft[] = []
  /** What is not written yet, as JSON, by conversation; null: nothing stands there any more. */
  readonly #unwritten = new Map<string, string | null>()
  #writing: Promise<void> | null = null
  #writtenAt = 0
  #hurry = (): void => {}

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
  list(): StoredDraft[] {
    return [...this.#kept]
  }

  /** The conversation is gone, and with it what was stored. */
  forget(conversationId: string): void {
    this.#kept = this.#kept.filter((one) => one.conversationId !== conversationId)
    this.#unwritten.delete(conversationId)
  }

  /** All that was handed in is written, or has failed and told whoever handed it in. */
  async settled(): Promise<void> {
    this.#hurry()
    await this.#writing?.catch(() => {})
  }

  /** Resolves when it is written, with what came meanwhile. @throws HostError HISTORY_UNAVAILABLE */
  readonly keep: Handlers['draft.keep'] = async (kept) => {
    const { conversationId, text, resources, files } = kept
    const isEmpty = text === '' && resources.length === 0 && files.length === 0
    const others = this.#kept.filter((one) => one.conversationId !== conversationId)
    this.#kept = isEmpty ? others : [...others, kept]
    this.#unwritten.set(conversationId ?? notBegun, isEmpty ? null : JSON.stringify(kept))
    this.#writing ??= this.#writeSoon()
    await this.#writing
  }

  async #writeSoon(): Promise<void> {
    await this.#pause(Math.max(this.#writtenAt + pauseMs - Date.now(), 0))
    this.#writing = null
    this.#writtenAt = Date.now()
    const all = [...this.#unwritten]
    this.#unwritten.clear()
    await Promise.all(all.map(([id, json]) => this.#options.history.saveDraft(id, json)))
  }

  #pause(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#hurry = resolve
      setTimeout(resolve, waitMs)
    })
  }
}
