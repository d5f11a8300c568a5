import { expect, it } from 'vitest'
import type { DirectoryEntry } from '../../../app/contract/servers/directory'
import { addPage, entriesPerView, noPages, type Pages } from './pages'

const entries = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `com.example/${from + index}` }) as DirectoryEntry)
const follow = (pageOf: (page: number) => { from: number; count: number; cursor: string | null }) => {
  let pages: Pages = noPages()
  let page = 0
  do {
    const { from, count, cursor } = pageOf(page)
    pages = addPage(pages, { entries: entries(from, count), nextCursor: cursor, skipped: 1 })
    page += 1
  } while (pages.nextCursor !== null && page < 2_000)
  return { pages, page }
}

it('SYS-67: reads pages up to the last one, and counts what was left out', () => {
  const { pages } = follow((page) => ({ from: page * 100, count: 100, cursor: page < 49 ? `${page}` : null }))
  expect(pages.entries).toHaveLength(5_000)
  expect(pages).toMatchObject({ isCut: false, skipped: 50 })
})

it('ends at a repeated cursor', () => {
  const { pages, page } = follow((at) => ({ from: at * 100, count: 100, cursor: 'again' }))
  expect(page).toBe(2)
  expect(pages).toMatchObject({ isCut: true, nextCursor: null })
})

it('ends after new cursors without new entries', () => {
  const { pages, page } = follow((at) => ({ from: 0, count: 100, cursor: `${at}` }))
  expect(page).toBe(6)
  expect(pages.entries).toHaveLength(100)
  expect(pages.isCut).toBe(true)
})

it('brings the same result when a page is read again', () => {
  const first = addPage(noPages(), { entries: entries(0, 100), nextCursor: 'a', skipped: 0 })
  const second = { entries: [...entries(50, 100), ...entries(149, 2)], nextCursor: null, skipped: 0 }
  const all = addPage(first, second)
  expect(all.entries.map(({ name }) => name)).toEqual(entries(0, 151).map(({ name }) => name))
  expect(addPage(first, second)).toEqual(all)
  const other = { entries: entries(120, 40), nextCursor: null, skipped: 0 }
  expect(addPage(first, other).entries).toHaveLength(140)
})

it('ends even if new entries never stop', () => {
  const { pages } = follow((at) => ({ from: at * 200, count: 200, cursor: `${at}` }))
  expect(pages.entries).toHaveLength(entriesPerView)
  expect(pages.isCut).toBe(true)
})
