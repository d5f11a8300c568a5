/** Combines a directory's pages. A registry may repeat names, send cursors in circles, or send endless pages. */
import type { DirectoryEntry, DirectoryPage } from '../../../app/contract/servers/directory'

export interface Pages {
  readonly entries: readonly DirectoryEntry[]
  readonly nextCursor: string | null
  readonly skipped: number
  /** More was offered than is accepted. */
  readonly isCut: boolean
  readonly seenCursors: ReadonlySet<string>
  /**
   * Each name's index in the entries. All successive pages share one map, because copying it for each would take
   * seconds for a full registry. Indexes beyond these entries belong to later pages.
   */
  readonly places: Map<string, number>
  /** Consecutive pages without new entries. */
  readonly emptyPages: number
}

export const entriesPerView = 50_000
const mostEmptyPages = 5

/** A directory before its first page. */
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
