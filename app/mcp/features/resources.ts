/**
 * Resources and templates of a server: their lists, and the contents of one resource. Invalid entries are left out and
 * logged. Parley doesn't interpret the URIs.
 *
 * @spec 2025-11-25 server/resources
 */
import type { ResourceContents, ResourceTemplateView, ResourceView } from '../../contract/offers'
import { cutText } from '../../base/cut-text'
import { HostError } from '../../base/host-error'
import { isUnknownMethod } from '../calls/send-request'
import { limitContent, resultTextLimit } from '../protocol/content-limits'
import { toIcons } from './icons'
import { isJsonFields, toTextOrNull } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'
import { readLenientList, readLenientNumber } from '../protocol/lenient-values'
import { normalizeContents } from '../protocol/normalize-content'
import { readPriority } from '../protocol/content'
import { findOddity, listEntryLimits, toClause, toDescription, toLabel } from '../protocol/list-entry-text'
import { toMeta } from '../protocol/meta'
import type { ResourceLists } from '../interface'
import type { ListKind } from './paged-list'
import type { LogServerLine } from '../protocol/wire-log'
import { readTemplate } from '../protocol/uri-template'
import { say } from '../../texts/render-localized'

/** `read` reads one list. A server may support only one of the two methods; the other list is then empty. */
export async function listResources(
  serverName: string,
  read: <T>(kind: ListKind<T>) => Promise<T[]>
): Promise<ResourceLists> {
  const orNone = <T>(entries: Promise<T[]>) =>
    entries.catch((error: unknown) => {
      if (isUnknownMethod(error)) return []
      throw error
    })
  const [resources, templates] = await Promise.all([
    orNone(read(resourceKind(serverName))),
    orNone(read(templateKind(serverName)))
  ])
  return { resources, templates }
}

function resourceKind(serverName: string): ListKind<ResourceView> {
  return {
    method: 'resources/list',
    field: 'resources',
    request: 'resources',
    noun: 'resource',
    read: (entry) => toResource(entry, serverName),
    keyOf: ({ uri }) => uri
  }
}

function templateKind(serverName: string): ListKind<ResourceTemplateView> {
  return {
    method: 'resources/templates/list',
    field: 'resourceTemplates',
    request: 'templates',
    noun: 'resource template',
    read: (entry) => toTemplate(entry, serverName),
    keyOf: ({ uriTemplate }) => uriTemplate
  }
}

export function toResource(entry: unknown, serverName: string): ResourceView | string {
  if (!isJsonFields(entry)) return "isn't an object"
  const uri = toTextOrNull(entry['uri'])
  if (uri === null) return 'has no URI'
  const oddity = findOddity(uri, listEntryLimits.uri)
  if (oddity !== null) return `can't be used, because its URI ${toClause(oddity)}`
  const size = readLenientNumber(entry['size'])
  return {
    serverName,
    uri,
    ...toCommon(entry, uri),
    size: size !== null && size >= 0 ? size : null,
    annotations: toAnnotations(entry['annotations']),
    ...toMeta(entry),
    isSkill: false
  }
}

function toTemplate(entry: unknown, serverName: string): ResourceTemplateView | string {
  if (!isJsonFields(entry)) return "isn't an object"
  const uriTemplate = toTextOrNull(entry['uriTemplate'])
  if (uriTemplate === null) return 'has no URI template'
  const oddity = findOddity(uriTemplate, listEntryLimits.uri)
  if (oddity !== null) return `can't be used, because it ${toClause(oddity)}`
  const { variables, problem } = readTemplate(uriTemplate)
  return { serverName, uriTemplate, ...toCommon(entry, uriTemplate), variables: [...variables], problem }
}

function toCommon(entry: JsonFields, uri: string) {
  const title = toLabel(entry['title'])
  return {
    name: toLabel(entry['name']) ?? title ?? cutText(uri, listEntryLimits.label),
    title,
    description: toDescription(entry['description']),
    mimeType: toLabel(entry['mimeType']),
    icons: toIcons(entry['icons'])
  }
}

function toAnnotations(given: unknown): ResourceView['annotations'] {
  const { audience, priority, lastModified }: JsonFields = isJsonFields(given) ? given : {}
  const readers = ['user', 'assistant'] as const
  const named: readonly unknown[] = Array.isArray(audience) ? audience : [audience]
  return {
    audience: readers.filter((reader) => named.includes(reader)),
    priority: readPriority(priority),
    lastModified: toLabel(lastModified)
  }
}

/**
 * The result of `resources/read`: often one content, several for a folder.
 * @throws HostError SERVER_PROTOCOL if it has no readable content
 */
export function toResourceContents(result: unknown, uri: string, log: LogServerLine): ResourceContents[] {
  const entries = listContents(result)
  if (entries === null) throw unreadable(uri)
  const contents = entries.flatMap((entry: unknown) => toContents(entry, uri) ?? [])
  if (contents.length === 0 && entries.length > 0) throw unreadable(uri)
  const oddCount = entries.length - contents.length
  if (oddCount > 0) log('life', 'warning', `${oddCount} contents of "${uri}" can't be read; left out.`)
  return limitContents(contents, uri)
}

/** Also accepts one content, a text, or bare content fields instead of a list. Null if there is none. */
function listContents(result: unknown): readonly unknown[] | null {
  if (Array.isArray(result)) return result as readonly unknown[]
  if (!isJsonFields(result)) return null
  const { contents } = result
  if (contents === undefined || contents === null) return hasBody(result) ? [result] : null
  return typeof contents === 'string' ? [contents] : readLenientList(contents, hasBody)
}

function hasBody({ text, blob }: JsonFields): boolean {
  return typeof text === 'string' || typeof blob === 'string'
}

function toContents(given: unknown, uri: string): ResourceContents | null {
  const entry = typeof given === 'string' ? { text: given } : normalizeContents(given)
  if (!isJsonFields(entry)) return null
  const { text, blob } = entry
  const own = toTextOrNull(entry['uri'])
  if (typeof text !== 'string' && typeof blob !== 'string') return null
  return {
    uri: own === null || findOddity(own, listEntryLimits.uri) !== null ? uri : own,
    mimeType: toLabel(entry['mimeType']),
    text: typeof text === 'string' ? text : null,
    blob: typeof blob === 'string' ? blob : null,
    ...toMeta(entry),
    ...(entry['_meta'] === undefined && isJsonFields(entry['meta']) && { hasMisnamedMeta: true })
  }
}

/** Names contents that are too large in a text of its own. */
function limitContents(contents: readonly ResourceContents[], uri: string): ResourceContents[] {
  // Pages of views are whole programs in one file.
  const text = uri.startsWith('ui://') ? resultTextLimit : undefined
  const blocks = limitContent(
    contents.map((content) => ({ type: 'resource', ...content })),
    text
  )
  return blocks.flatMap((block, index) => {
    if (block.type === 'resource') {
      const { type: _, ...content } = block
      return [content]
    }
    if (block.type !== 'text') return []
    return [{ uri: contents[index]?.uri ?? uri, mimeType: null, text: block.text, blob: null }]
  })
}

function unreadable(uri: string): HostError {
  return new HostError('SERVER_PROTOCOL', say('mcp.noContents', { uri }))
}
