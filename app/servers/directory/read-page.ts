/** Reads an answer of a registry as a page of entries. Unreadable entries are counted and left out. Pure. */
import { canParseUrl } from '../../base/can-parse-url'
import type { DirectoryEntry, DirectoryPage } from '../../contract/servers/directory'
import { answeredEntry, answeredList, type AnsweredEntry } from './answer-schema'
import { looksLike, parsePublisher } from './publisher'
import { toPackageOption, toRemoteOption } from './install-options'

/** More than Parley requests. Further entries of a page are counted. */
export const entriesPerPage = 200
export const longestCursor = 2_000
const longestTitle = 100
const longestDescription = 1_000

/** Null if the answer has another format. */
export function readPage(answer: unknown): DirectoryPage | null {
  const read = answeredList.safeParse(answer)
  if (!read.success) return null
  const { servers, metadata } = read.data
  const found = servers.slice(0, entriesPerPage).map((server) => answeredEntry.safeParse(server))
  const good = found.flatMap(({ data }) => (data === undefined ? [] : [data]))
  const cursor = metadata?.nextCursor ?? ''
  return {
    entries: good.filter((entry) => statusOf(entry) !== 'deleted').map(readDirectoryEntry),
    nextCursor: cursor === '' || cursor.length > longestCursor ? null : cursor,
    skipped: servers.length - good.length
  }
}

export function readDirectoryEntry(entry: AnsweredEntry): DirectoryEntry {
  const { name, title, description, version, repository, websiteUrl, packages, remotes } = entry.server
  const publisher = parsePublisher(name)
  return {
    name,
    title: shorten(title ?? '', longestTitle) || name.slice(name.indexOf('/') + 1),
    description: shorten(description ?? '', longestDescription),
    version,
    publisher,
    looksLike: looksLike(publisher),
    publishedAt: dateOf(entry),
    isDeprecated: statusOf(entry) === 'deprecated',
    repository: linkOf(repository?.url),
    website: linkOf(websiteUrl),
    ways: [...(packages ?? []).map(toPackageOption), ...(remotes ?? []).map(toRemoteOption)]
  }
}

function officialOf({ _meta }: AnsweredEntry) {
  return _meta?.['io.modelcontextprotocol.registry/official'] ?? null
}

function statusOf(entry: AnsweredEntry): string | null {
  return officialOf(entry)?.status ?? null
}

function dateOf(entry: AnsweredEntry): string | null {
  const at = Date.parse(officialOf(entry)?.publishedAt ?? '')
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

function linkOf(url: string | null | undefined): string | null {
  if (url === null || url === undefined || !canParseUrl(url)) return null
  return /^https?:$/.test(new URL(url).protocol) ? url : null
}

function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')}…`
}
