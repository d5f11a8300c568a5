/** Pages of a directory put together. A registry may give names twice, cursors in circles, or pages without end. Pure. */
import type { DirectoryEntry, DirectoryPage } from '../../../app/contract/directory/directory'

export interface Pages {
  readonly entries: readonly DirectoryEntry[]
  readonly nextCursor: string | null
  readonly skipped: number
  /** More was offered than is taken. */
  readonly isCut: boolean
  readonly seenCursors: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  /** Pages one after the other that brought nothing new. */
  readonly emptyPages: number
}

export const mostEntries = 50_000
const mostEmptyPages = 5

export const noPages: Pages = {
  entries: [],
  nextCursor: null,
  skipped: 0,
  isCut: false,
  seenCursors: new Set(),
  names: new Set(),
  emptyPages: 0
}

export function addPage(pages: Pages, { entries, nextCursor, skipped }: DirectoryPage): Pages {
  const names = new Set(pages.names)
  const fresh = entries.filter(({ name }) => {
    if (names.has(name)) return false
    names.add(name)
    return true
  })
  const emptyPages = fresh.length === 0 ? pages.emptyPages + 1 : 0
  const all = [...pages.entries, ...fresh].slice(0, mostEntries)
  const isEndless =
    nextCursor !== null &&
    (pages.seenCursors.has(nextCursor) || all.length >= mostEntries || emptyPages >= mostEmptyPages)
  return {
    entries: all,
    nextCursor: isEndless ? null : nextCursor,
    skipped: pages.skipped + skipped,
    isCut: isEndless,
    seenCursors: nextCursor === null ? pages.seenCursors : new Set([...pages.seenCursors, nextCursor]),
    names,
    emptyPages
  }
}
