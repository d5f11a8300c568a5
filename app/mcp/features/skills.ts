/**
 * Skills that a server offers: lists them, and checks that a file matches its entry. No file of a skill is fetched
 * before it is used. `wire-features.ts` reads the files.
 *
 * @spec io.modelcontextprotocol/skills
 */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { HostError } from '../../base/host-error'
import type { ResourceView } from '../../contract/offers'
import { isJsonFields, toTextOrNull } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'
import { findOddity, listEntryLimits, toDescription, toLabel } from '../protocol/list-entry-text'
import type { ListKind } from './paged-list'
import { say } from '../../texts/render-localized'

export const skillsExtension = 'io.modelcontextprotocol/skills'

/** In characters. No real skill has a longer description. */
const frontmatterLimit = 65_536

interface ListedFile {
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest: string
  /** Bytes. */
  readonly size: number
}

export interface SkillEntry {
  /** URI of its `SKILL.md`. */
  readonly uri: string
  readonly frontmatter: JsonFields
  /** By URI; null for a skill whose files the server creates on request. */
  readonly files: ReadonlyMap<string, ListedFile> | null
}

export const skillKind: ListKind<SkillEntry> = {
  method: 'skills/list',
  field: 'skills',
  request: 'skills',
  noun: 'skill',
  read: toEntry,
  keyOf: ({ uri }) => uri
}

function toEntry(entry: unknown): SkillEntry | string {
  if (!isJsonFields(entry)) return "isn't an object"
  const uri = toTextOrNull(entry['uri'])
  if (uri === null || findOddity(uri, listEntryLimits.uri) !== null) return 'has no usable URI'
  const { frontmatter, resources } = entry
  if (!isJsonFields(frontmatter) || toTextOrNull(frontmatter['name']) === null)
    return `has no name ("${uri}")`
  if (resources === 'dynamic') return { uri, frontmatter, files: null }
  if (!Array.isArray(resources)) return `lists no files ("${uri}")`
  const files = new Map(resources.flatMap(toFile))
  return files.has(uri) ? { uri, frontmatter, files } : `does not list its own "${uri}"`
}

function toFile(file: unknown): [string, ListedFile][] {
  if (!isJsonFields(file)) return []
  const { uri, digest, size } = file
  const isUsable =
    typeof digest === 'string' && /^sha256:[\da-f]{64}$/u.test(digest) && typeof size === 'number'
  return typeof uri === 'string' && isUsable ? [[uri, { digest, size }]] : []
}

/** A skill in the picker, as the resource of its `SKILL.md`. */
export function toSkillResource({ uri, frontmatter, files }: SkillEntry, serverName: string): ResourceView {
  return {
    serverName,
    uri,
    name: toLabel(frontmatter['name']) ?? uri,
    title: null,
    description: toDescription(frontmatter['description']),
    mimeType: 'text/markdown',
    size: files?.get(uri)?.size ?? null,
    annotations: { audience: ['assistant'], priority: null, lastModified: null },
    icons: [],
    isSkill: true
  }
}

/**
 * Compares the result of reading a file with the entry of its skill.
 * @throws HostError SERVER_PROTOCOL naming the difference; the file must not be used then
 */
export async function requireGenuine(uri: string, result: unknown, skill: SkillEntry): Promise<void> {
  const bytes = bytesOf(uri, result)
  if (bytes === null) throw new HostError('SERVER_PROTOCOL', say('mcp.skillWithoutContents', { uri }))
  const listed = skill.files?.get(uri)
  if (listed !== undefined && bytes.length !== listed.size) {
    const text = say('mcp.skillSize', { uri, bytes: bytes.length, listed: listed.size })
    throw new HostError('SERVER_PROTOCOL', text)
  }
  if (listed !== undefined && digestOf(bytes) !== listed.digest) {
    throw new HostError('SERVER_PROTOCOL', say('mcp.skillDigest', { uri }))
  }
  if (uri === skill.uri && !isDeepStrictEqual(await readFrontmatter(bytes), skill.frontmatter)) {
    throw new HostError('SERVER_PROTOCOL', say('mcp.skillDescription', { uri }))
  }
}

function bytesOf(uri: string, result: unknown): Buffer | null {
  const contents = isJsonFields(result) ? result['contents'] : null
  const content: unknown = Array.isArray(contents)
    ? contents.find((item: unknown) => isJsonFields(item) && item['uri'] === uri)
    : null
  if (!isJsonFields(content)) return null
  if (typeof content['text'] === 'string') return Buffer.from(content['text'], 'utf8')
  return typeof content['blob'] === 'string' ? Buffer.from(content['blob'], 'base64') : null
}

function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

/** The YAML between the first two lines of dashes, as plain JSON; null if it is missing or unreadable. */
async function readFrontmatter(bytes: Buffer): Promise<unknown> {
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/u, '')
    .replaceAll('\r\n', '\n')
  const yaml = /^---\n([\s\S]*?)\n---(?:\n|$)/u.exec(text)?.[1]
  if (yaml === undefined || yaml.length > frontmatterLimit) return null
  // Loaded lazily: it is an eighth of the code that loads before the first server can start.
  const { parse } = await import('yaml')
  try {
    return JSON.parse(JSON.stringify(parse(yaml, { schema: 'core', maxAliasCount: 10 }))) as unknown
  } catch {
    return null
  }
}
