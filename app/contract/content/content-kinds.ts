/**
 * The kinds of content that servers send, in one table: how each is read from the protocol, what its fields are, and
 * how it is described to a model that takes only text. Code that limits content, sends it to a model or tracks its
 * source uses the role of a field and never the kind. The schemas are in `conversations.ts`; the window draws the
 * content. Free of zod: the window needs it at run time.
 */
import { sizeText } from './amounts'
import { readPicture } from './picture-types'
import type { ContentBlock } from '../content-blocks'
import type { JsonValue } from '../json'

/**
 * - `words`: text to be read; may be shortened.
 * - `name`: its name, chosen by the server; a model gets all of it.
 * - `address`: a URI; a model gets all of it.
 * - `type`: a MIME type.
 * - `media`: base64; kept in full or left out, and never read as text.
 * - `data`: any JSON; kept in full or left out.
 */
export type FieldRole = 'words' | 'name' | 'address' | 'type' | 'media' | 'data'

type KindName = ContentBlock['type']
export type KnownBlock = Exclude<ContentBlock, { readonly type: 'unknown' }>
type Of<K extends KindName> = Extract<ContentBlock, { readonly type: K }>
type FieldOf<K extends KindName> = Exclude<keyof Of<K>, 'type' | 'annotations'>
/** JSON from a server, unvalidated. */
type Fields = Readonly<Record<string, unknown>>

interface ContentKind<K extends KindName> {
  /** Its `type` in the protocol. */
  readonly wire: string
  readonly fields: { readonly [F in FieldOf<K>]: FieldRole }
  /** Null when the block doesn't have the form of its type. */
  readonly read: (block: Fields) => Pick<Of<K>, FieldOf<K>> | null
  /** Label of omitted content, and the start of `describe`. */
  readonly label: (block: Of<K>) => string
  /** For a model that can't process the block itself. */
  readonly describe: (block: Of<K>) => string
}

const onlyForPerson = 'shown to the user only'

export const contentKinds: { readonly [K in KindName]: ContentKind<K> } = {
  text: {
    wire: 'text',
    fields: { text: 'words' },
    read: ({ text }) => (typeof text === 'string' ? { text } : null),
    label: () => 'text',
    describe: ({ text }) => text
  },
  image: media('image'),
  audio: media('audio'),
  resource: {
    wire: 'resource',
    fields: { uri: 'address', mimeType: 'type', text: 'words', blob: 'media' },
    read: ({ resource }) => (isFields(resource) ? readResource(resource) : null),
    label: ({ uri }) => `resource ${uri}`,
    describe: (block) => {
      const head = `resource ${block.uri}, ${block.mimeType ?? 'unknown type'}`
      if (block.text !== null) return `[${head}]\n${block.text}`
      return `[${head}, ${block.blob === null ? 'empty' : sizeOf(block.blob)}, ${onlyForPerson}]`
    }
  },
  'resource-link': {
    wire: 'resource_link',
    fields: { uri: 'address', name: 'name', description: 'name', mimeType: 'type' },
    read: ({ uri, title, name, description, mimeType }) =>
      typeof uri === 'string'
        ? {
            uri,
            name: textOrNull(title) ?? textOrNull(name) ?? uri,
            description: textOrNull(description),
            mimeType: textOrNull(mimeType)
          }
        : null,
    label: ({ uri }) => `link to resource ${uri}`,
    describe: ({ uri, name, description }) =>
      `[link to resource ${uri}, named ${name}${description === null ? '' : `: ${description}`}]`
  },
  /** Content of an unknown type, kept unchanged. */
  unknown: {
    wire: '',
    fields: { raw: 'data' },
    read: () => null,
    label: () => 'content of an unknown kind',
    describe: () => `[content of a kind that Parley does not know, ${onlyForPerson}]`
  }
}

function media<K extends 'image' | 'audio'>(type: K): ContentKind<K> {
  const label = ({ mimeType }: Of<'image' | 'audio'>) => `${type} of type ${mimeType}`
  const kind: ContentKind<'image' | 'audio'> = {
    wire: type,
    fields: { mimeType: 'type', data: 'media' },
    read: ({ mimeType, data }) => {
      if (typeof data !== 'string') return null
      const picture = type === 'image' ? readPicture(data) : null
      return picture ?? (typeof mimeType === 'string' ? { mimeType, data } : null)
    },
    label,
    describe: (block) => `[${label(block)}, ${sizeOf(block.data)}, ${onlyForPerson}]`
  }
  return kind as ContentKind<K>
}

function readResource(resource: Fields): Pick<Of<'resource'>, FieldOf<'resource'>> | null {
  const { uri, mimeType, text, blob } = resource
  if (typeof uri !== 'string' || (typeof text !== 'string' && typeof blob !== 'string')) return null
  return { uri, mimeType: textOrNull(mimeType), text: textOrNull(text), blob: textOrNull(blob) }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function sizeOf(base64: string): string {
  return sizeText(Math.floor((base64.length * 3) / 4))
}

/** The block from a server, without its annotations; null when its type or form is unknown. */
export function readBlock(block: Fields): KnownBlock | null {
  const found = Object.entries(contentKinds).find(([, { wire }]) => wire !== '' && wire === block['type'])
  const fields = found?.[1].read(block) ?? null
  return found === undefined || fields === null ? null : ({ type: found[0], ...fields } as KnownBlock)
}

/** Label of omitted content. */
export function labelContentBlock(block: ContentBlock): string {
  return (contentKinds[block.type] as ContentKind<KindName>).label(block)
}

/** As text, for models that can't process the block itself: names binary data and never includes it. */
export function describeBlock(block: ContentBlock): string {
  return (contentKinds[block.type] as ContentKind<KindName>).describe(block)
}

export type BlockField =
  | { readonly role: Exclude<FieldRole, 'data'>; readonly value: string }
  | { readonly role: 'data'; readonly value: JsonValue }

/** Its nonempty fields, in the order of the table. */
export function listBlockFields(block: ContentBlock): readonly BlockField[] {
  const values = block as unknown as Readonly<Record<string, JsonValue>>
  return Object.entries<FieldRole>(contentKinds[block.type].fields).flatMap(([name, role]) => {
    const value = values[name] ?? null
    return value === null ? [] : [{ role, value } as BlockField] // as the table says
  })
}

type TextRole = Exclude<FieldRole, 'data'>

export type FieldChanges = { readonly [R in TextRole]?: (text: string) => string } & {
  readonly data?: (value: JsonValue) => JsonValue
}

/** The block with its fields changed by role; fields with other roles stay. */
export function mapFields(block: ContentBlock, changes: FieldChanges): ContentBlock {
  const changed: Record<string, JsonValue> = { ...(block as unknown as Record<string, JsonValue>) }
  for (const [name, role] of Object.entries<FieldRole>(contentKinds[block.type].fields)) {
    const value = changed[name] ?? null
    if (role === 'data') changed[name] = changes.data?.(value) ?? value
    else if (typeof value === 'string') changed[name] = changes[role]?.(value) ?? value
  }
  return changed as unknown as ContentBlock
}

/** Readable text of the block; null when there is none. */
export function readBlockText(block: ContentBlock): string | null {
  const found = listBlockFields(block).find(({ role }) => role === 'words')
  return typeof found?.value === 'string' ? found.value : null
}
