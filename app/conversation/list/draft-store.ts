/** Stores unsent text of message boxes while the user types, so that neither a restart nor a crash loses it. */
import type { Handlers } from '../../contract/bridge/calls'
import { draft } from '../../contract/conversation/drafts'
import type { ComposerDraft } from '../../contract/conversation/drafts'
import type { HistoryStore } from '../../history/interface'

export interface DraftsOptions {
  readonly history: Pick<HistoryStore, 'listDrafts' | 'saveDraft'>
}

/** Pause between two writes in milliseconds: longer than one keystroke, but short enough that a crash loses little. */
const pauseMs = 400

/** The key of a conversation that has no id yet. */
const notBegun = ''

export class Drafts {
  readonly #options: DraftsOptions
  #kept: readonly ComposerDraft[] = []
  /** Unwritten drafts as JSON, by conversation; null: the draft is empty again. */
  readonly #unwritten = new Map<string, string | null>()
  #writing: Promise<void> | null = null
  #writtenAt = 0
  #hurry = (): void => {}

  constructor(options: DraftsOptions) {
    this.#options = options
  }

  /** Skips drafts that can't be read, or whose conversation doesn't exist. @throws HostError HISTORY_UNAVAILABLE */
  async load(isKnown: (conversationId: string) => boolean): Promise<void> {
    const stored = await this.#options.history.listDrafts()
    this.#kept = stored.flatMap(({ json }) => {
      const read = draft.safeParse(JSON.parse(json))
      if (!read.success) return []
      const { conversationId } = read.data
      return conversationId === null || isKnown(conversationId) ? [read.data] : []
    })
  }

  /** The drafts from the start of Parley, with later changes. */
  list(): ComposerDraft[] {
    return [...this.#kept]
  }

  /** Call when a conversation is deleted. Removes its draft. */
  forget(conversationId: string): void {
    this.#kept = this.#kept.filter((one) => one.conversationId !== conversationId)
    this.#unwritten.delete(conversationId)
  }

  /** Resolves when all drafts are written or their failures were reported. */
  async settled(): Promise<void> {
    this.#hurry()
    await this.#writing?.catch(() => {})
  }

  /** Resolves when the draft is written, with later changes. @throws HostError HISTORY_UNAVAILABLE */
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
