/** Pages of a directory put together. A registry may give names twice, cursors in circles, or pages without end. */
import type { DirectoryEntry, DirectoryPage } from '../../../app/contract/directory/directory'

export interface Pages {
  readonly entries: readonly DirectoryEntry[]
  readonly nextCursor: string | null
  readonly skipped: number
  /** More was offered than is taken. */
  readonly isCut: boolean
  /** Both grow with each page: a copy for each of them would take seconds for all that a registry can have. */
  readonly seenCursors: Set<string>
  readonly names: Set<string>
  /** Pages one after the other that brought nothing new. */
  readonly emptyPages: number
}

export const mostEntries = 50_000
const mostEmptyPages = 5

export const noPages = (): Pages => ({
  entries: [],
  nextCursor: null,
  skipped: 0,
  isCut: false,
  seenCursors: new Set(),
  names: new Set(),
  emptyPages: 0
})

/** To the same pages one is added once only. */
export function addPage(pages: Pages, { entries, nextCursor, skipped }: DirectoryPage): Pages {
  const { names, seenCursors } = pages
  const fresh = entries.filter(({ name }) => {
    if (names.has(name)) return false
    names.add(name)
    return true
  })
  const emptyPages = fresh.length === 0 ? pages.emptyPages + 1 : 0
  const all = pages.entries.concat(fresh).slice(0, mostEntries)
  const isEndless =
    nextCursor !== null &&
    (seenCursors.has(nextCursor) || all.length >= mostEntries || emptyPages >= mostEmptyPages)
  if (nextCursor !== null) seenCursors.add(nextCursor)
  return {
    entries: all,
    nextCursor: isEndless ? null : nextCursor,
    skipped: pages.skipped + skipped,
    isCut: isEndless,
    seenCursors,
    names,
    emptyPages
  }
}
