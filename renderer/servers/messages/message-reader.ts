/**
 * Reads the part of a server's messages that is on screen, and reads it again when messages arrive. The host keeps and
 * filters them, so this holds a few hundred rows. `messages.find` explains positions.
 */
import type { CallOutput } from '../../../app/contract/bridge/calls'
import type { FilterProblem, MessageRow } from '../../../app/contract/workbench/messages'
import { call } from '../../bridge/call'

/** Rows read above and below what is visible. */
const margin = 40
/** Rows read at the end of the list. */
const lastCount = 120
const mostCount = 200
/** Rows that are kept in the page. */
const mostRows = 600
/** Lines of the list. Further ones show after going to the end: browsers limit the height of an element. */
const mostLines = 500_000

export interface ShownMessages {
  /** False until the first answer. */
  readonly isRead: boolean
  /** The position of the first line. It stays while the user reads, also if its message is no longer kept. */
  readonly base: number
  /** Lines from `base` on. */
  readonly lineCount: number
  /** Messages that match the filter. */
  readonly matchCount: number
  /** Messages of the server that are no longer kept. */
  readonly removed: number
  readonly rows: ReadonlyMap<number, MessageRow>
  readonly problems: readonly FilterProblem[]
}

const nothing: ShownMessages = {
  isRead: false,
  base: 0,
  lineCount: 0,
  matchCount: 0,
  removed: 0,
  rows: new Map(),
  problems: []
}

type Page = CallOutput<'messages.find'>

export class MessageReader {
  readonly #serverName: string
  readonly #filter: string
  #shown = nothing
  readonly #listeners = new Set<() => void>()
  /** Positions; null: the end of the list. */
  #visible: { readonly start: number; readonly end: number } | null = null
  #isPaused = false
  #isAsking = false
  #isOutdated = false

  constructor(serverName: string, filter: string) {
    this.#serverName = serverName
    this.#filter = filter
  }

  readonly shown = (): ShownMessages => this.#shown

  /** Reads while there is a listener. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    const stop = window.bridge.on(({ name, payload }) => {
      if (name !== 'messages.changed' || this.#isPaused) return
      if ((payload as { readonly serverName: string }).serverName === this.#serverName) this.#ask()
    })
    this.#ask()
    return () => {
      stop()
      this.#listeners.delete(listener)
    }
  }

  /** Shows these positions, which then stay in place. */
  show(start: number, end: number): void {
    const isMoved = this.#visible?.start !== start || this.#visible.end !== end
    this.#visible = { start, end }
    if (isMoved && !this.#hasRows(start, end)) this.#ask()
  }

  /** Shows the newest messages, also as they arrive. */
  showEnd(): void {
    if (this.#visible === null) return
    this.#visible = null
    this.#ask()
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused
    if (!isPaused) this.#ask()
  }

  #hasRows(start: number, end: number): boolean {
    for (let position = start; position < end; position += 1)
      if (!this.#shown.rows.has(position)) return false
    return true
  }

  #ask(): void {
    this.#isOutdated = true
    if (!this.#isAsking) void this.#read()
  }

  async #read(): Promise<void> {
    this.#isAsking = true
    while (this.#isOutdated && this.#listeners.size > 0) {
      this.#isOutdated = false
      const visible = this.#visible
      const range =
        visible === null
          ? { from: null, count: lastCount }
          : {
              from: Math.max(0, visible.start - margin),
              count: Math.min(mostCount, visible.end - visible.start + 2 * margin)
            }
      const about = { serverName: this.#serverName, filter: this.#filter }
      const page = await call('messages.find', { ...about, ...range }).catch(() => null) // then the old rows stay
      if (page !== null) this.#take(page, visible === null)
    }
    this.#isAsking = false
  }

  #take(page: Page, isEnd: boolean): void {
    const { base: oldBase, isRead, lineCount: oldCount } = this.#shown
    // Positions begin again after the messages were cleared.
    const isNew = !isRead || page.end < oldBase || (isEnd && !this.#isPaused)
    const base = isNew ? page.first : oldBase
    const lineCount = this.#isPaused && isRead && !isNew ? oldCount : Math.min(page.end - base, mostLines)
    this.#shown = {
      isRead: true,
      base,
      lineCount,
      matchCount: page.end - page.first,
      removed: page.removed,
      rows: this.#mergeRows(page, isNew),
      problems: page.problems
    }
    for (const listener of this.#listeners) listener()
  }

  #mergeRows({ from, rows }: Page, isNew: boolean): ReadonlyMap<number, MessageRow> {
    const merged = new Map(isNew ? [] : this.#shown.rows)
    for (const [index, row] of rows.entries()) {
      merged.delete(from + index)
      merged.set(from + index, row)
    }
    // The rows that were read first are gone first.
    for (const position of merged.keys()) {
      if (merged.size <= mostRows) break
      merged.delete(position)
    }
    return merged
  }
}
