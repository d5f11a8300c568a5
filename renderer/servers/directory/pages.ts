/** Pages of a directory put together. A registry may give names twice, cursors in circles, or pages without end. */
import type { DirectoryEntry, DirectoryPage } from '../../../app/contract/directory/directory'

export interface Pages {
  readonly entries: readonly DirectoryEntry[]
  readonly nextCursor: string | null
  readonly skipped: number
  /** More was offered than is taken. */
  readonly isCut: boolean
  readonly seenCursors: ReadonlySet<string>
  /**
   * Where in the entries each name stands. One map for all pages that follow each other, as a copy for each would take seconds
   * for all that a registry can have: what stands behind these entries was added to them later.
   */
  readonly places: Map<string, number>
  /** Pages one after the other that brought nothing new. */
  readonly emptyPages: number
}

export const entriesPerView = 50_000
const mostEmptyPages = 5

/** A directory that nothing was read of yet. */
export const noPages = (): Pages => ({
  entries: [],
  nextCursor: null,
  skipped: 0,
  isCut: false,
  seenCursors: new Set(),
  places: new Map(),
  emptyPages: 0
})

export function addPage(pages: Pages, { entries, nextCursor, skipped }: DirectoryPage): Pages {
  const { places, seenCursors } = pages
  const begin = pages.entries.length
  const fresh = new Map<string, DirectoryEntry>()
  for (const entry of entries) {
    const { name } = entry
    if (fresh.has(name) || (places.get(name) ?? begin) < begin) continue
    places.set(name, begin + fresh.size)
    fresh.set(name, entry)
  }
  const emptyPages = fresh.size === 0 ? pages.emptyPages + 1 : 0
  const all = pages.entries.concat([...fresh.values()]).slice(0, entriesPerView)
  const isEndless =
    nextCursor !== null &&
    (seenCursors.has(nextCursor) || all.length >= entriesPerView || emptyPages >= mostEmptyPages)
  return {
    entries: all,
    nextCursor: isEndless ? null : nextCursor,
    skipped: pages.skipped + skipped,
    isCut: isEndless,
    seenCursors: nextCursor === null ? seenCursors : new Set([...seenCursors, nextCursor]),
    places,
    emptyPages
  }
}
