/**
 * Repairs content blocks and resource contents that servers write in a slightly different form: a text instead of a
 * block, a missing type, `data:` URLs instead of base64. Values that can't be understood are returned unchanged.
 */
import { parsePictureType } from '../../contract/content/picture-types'
import { isJsonFields, toTextOrNull } from './json-fields'
import type { JsonFields } from './json-fields'
import { readLenientText } from './lenient-values'

const dataAddress = /^data:([^;,]*)(?:;[^;,]*)*;base64,/i
/** The first bytes of common audio formats, in base64. */
const sounds: readonly (readonly [string, string])[] = [
  ['SUQz', 'audio/mpeg'],
  ['//v', 'audio/mpeg'],
  ['T2dnUw', 'audio/ogg'],
  ['ZkxhQw', 'audio/flac']
]

/** Repairs one block. Numbers and the like become texts if a tool returns nothing else. */
export function normalizeBlock(given: unknown): unknown {
  if (typeof given === 'string') return { type: 'text', text: given }
  if (typeof given === 'number' || typeof given === 'boolean') return { type: 'text', text: String(given) }
  if (!isJsonFields(given)) return given
  const type = toKind(given)
  switch (type) {
    case 'text':
      return mendText(given)
    case 'image':
    case 'audio':
      return mendMedia(given, type)
    case 'resource':
      return { ...given, type, resource: normalizeContents(given['resource'] ?? given) }
    case 'resource_link':
      return { ...given, type }
    default:
      return given
  }
}

/** Its type as the protocol names it. If the server names none, the fields decide. */
function toKind(block: JsonFields): string | null {
  const { type, text, resource } = block
  if (typeof type === 'string') {
    const name = type.trim().toLowerCase().replaceAll('-', '_')
    return name === 'resourcelink' ? 'resource_link' : name
  }
  if (type !== undefined && type !== null) return null
  if (isJsonFields(resource)) return 'resource'
  return typeof text === 'string' ? 'text' : null
}

function mendText(block: JsonFields): JsonFields {
  const { text } = block
  if (typeof text === 'string' && block['type'] === 'text') return block
  return { ...block, type: 'text', text: toWords(text) ?? text }
}

/** Null if there is no text in it, or if the text would be too long. */
function toWords(value: unknown): string | null {
  if (value === undefined) return null
  if (value === null) return ''
  if (typeof value === 'boolean') return String(value)
  return readLenientText(value)
}

function mendMedia(block: JsonFields, type: 'image' | 'audio'): JsonFields {
  const { data, mimeType } = block
  if (typeof data !== 'string') return { ...block, type }
  const read = readMedia(data, mimeType)
  return { ...block, type, data: read.data, mimeType: read.mimeType ?? mimeType }
}

/** Base64 without the `data:` prefix, and the type: the server's, or the one that the bytes show. */
export function readMedia(
  data: string,
  named: unknown
): { readonly data: string; readonly mimeType: string | null } {
  const address = dataAddress.exec(data.slice(0, 256))
  const bytes = address === null ? data : data.slice(address[0].length)
  const mimeType = toTextOrNull(named) ?? toTextOrNull(address?.[1]) ?? readBeginning(bytes)
  return { data: bytes, mimeType }
}

function readBeginning(base64: string): string | null {
  const picture = parsePictureType(base64)
  if (picture !== null) return picture
  if (base64.startsWith('UklGR')) {
    const kind = Buffer.from(base64.slice(0, 16), 'base64').toString('latin1', 8, 12)
    return kind === 'WAVE' ? 'audio/wav' : null
  }
  return sounds.find(([start]) => base64.startsWith(start))?.[1] ?? null
}

/** Repairs the contents of a resource. */
export function normalizeContents(given: unknown): unknown {
  if (!isJsonFields(given)) return given
  const { text, blob, mimeType } = given
  if (typeof blob === 'string') {
    const read = readMedia(blob, mimeType)
    return { ...given, blob: read.data, mimeType: read.mimeType }
  }
  if (typeof text === 'string' || text === undefined || text === null) return given
  return { ...given, text: typeof text === 'object' ? JSON.stringify(text) : (toWords(text) ?? text) }
}
