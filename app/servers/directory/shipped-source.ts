/** The list that Parley includes, in the format of the official registry. Never fetched; one page. */
import { readFileSync } from 'node:fs'
import type { DirectoryPage } from '../../contract/servers/directory'
import { readPage } from './read-page'
import type { ServerSource } from './server-source'

const nothing: DirectoryPage = { entries: [], nextCursor: null, skipped: 0 }

/** The file is read at its first use, because most starts don't need it. */
export function createShippedSource(file: string): ServerSource {
  let read: DirectoryPage | null = null
  const all = (): DirectoryPage => (read ??= readPage(JSON.parse(readFileSync(file, 'utf8'))) ?? nothing)
  return {
    list: async ({ search, cursor }) => {
      if (cursor !== null) return nothing
      const page = all()
      const words = search.toLowerCase().split(/\s+/).filter(Boolean)
      const entries = page.entries.filter(({ name, title, description }) => {
        const text = `${name} ${title} ${description}`.toLowerCase()
        return words.every((word) => text.includes(word))
      })
      return { ...page, entries }
    },
    versions: async (name) => ({ ...all(), entries: all().entries.filter((entry) => entry.name === name) })
  }
}
