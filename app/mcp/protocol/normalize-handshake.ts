/**
 * Repairs what a server says about itself in the answers to `initialize` and `server/discover`. The client library
 * would end the whole connection because of one invalid member.
 *
 * @spec 2025-11-25 basic/lifecycle#initialization
 */
import { isJsonFields, textOrNull, toTextOrNull } from './json-fields'
import type { JsonFields } from './json-fields'
import { dropOddMeta, readLenientList, readLenientObject, readLenientText, readTruth } from './lenient-values'
import { batchRevision, revisions } from './revisions'

/** Assumed if a server names none, as the protocol does for requests. @spec 2025-06-18 basic/transports */
const assumedRevision = batchRevision
const serverInfoKey = 'io.modelcontextprotocol/serverInfo'
/** Members that are true or false; all other members of a capability are objects. */
const switches: ReadonlySet<string> = new Set(['listChanged', 'subscribe'])
/** Names in these are the server's own choice. */
const openMaps: ReadonlySet<string> = new Set(['experimental', 'extensions'])
/** The deepest name that the protocol defines is `tasks.requests.tools.call`. */
const depthLimit = 4

/** Values that aren't objects are returned unchanged. */
export function normalizeInitialize(result: unknown): unknown {
  if (!isJsonFields(result)) return result
  const { protocolVersion, capabilities, serverInfo, instructions, ...others } = dropOddMeta(result)
  return {
    ...others,
    protocolVersion: readRevision(protocolVersion),
    capabilities: mendCapabilities(capabilities) ?? capabilities,
    serverInfo: mendServerInfo(serverInfo),
    ...mendInstructions(instructions)
  }
}

export function normalizeDiscover(result: unknown): unknown {
  if (!isJsonFields(result)) return result
  const { supportedVersions, capabilities, instructions, ...others } = dropOddMeta(result)
  const meta = others['_meta']
  const about = isJsonFields(meta) ? meta[serverInfoKey] : undefined
  return {
    ...others,
    ...(about === undefined
      ? {}
      : { _meta: { ...(meta as JsonFields), [serverInfoKey]: mendServerInfo(about) } }),
    supportedVersions:
      typeof supportedVersions === 'string'
        ? [supportedVersions]
        : (readLenientList(supportedVersions) ?? supportedVersions),
    capabilities: mendCapabilities(capabilities) ?? capabilities,
    ...mendInstructions(instructions)
  }
}

/** Also accepts `20250618`. All other values are left to the library to refuse, by their name. */
function readRevision(given: unknown): unknown {
  if (given === undefined || given === null) return assumedRevision
  const text = readLenientText(given)
  if (text === null) return given
  const dashed = text.trim().replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  return revisions.includes(dashed) ? dashed : text
}

/** Null if it can't be understood. Parley still asks a server that declares nothing for its tools. */
function mendCapabilities(given: unknown): JsonFields | null {
  if (given === undefined || given === null) return { tools: {} }
  if (Array.isArray(given) && given.every((name) => typeof name === 'string'))
    return Object.fromEntries(given.map((name) => [name, {}]))
  const fields = readLenientObject(given)
  return fields === null ? null : mendMembers(fields, 1)
}

function mendMembers(fields: JsonFields, depth: number): JsonFields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const inner = depth === 1 && openMaps.has(name) ? depthLimit - 1 : depth
      const mended = switches.has(name) ? readTruth(value) : mendMember(value, inner)
      return mended === null ? [] : [[name, mended]]
    })
  )
}

/** Null if the server lacks the capability. `true`, a text or a list declare it without details. */
function mendMember(value: unknown, depth: number): JsonFields | null {
  if (value === null || readTruth(value) === false) return null
  if (!isJsonFields(value)) return {}
  return depth < depthLimit ? mendMembers(value, depth + 1) : value
}

function mendServerInfo(given: unknown): JsonFields {
  if (!isJsonFields(given)) return { name: textOrNull(given) ?? '', version: '' }
  const { name, version, title, icons, description, websiteUrl, ...others } = given
  return {
    ...others,
    name: readLenientText(name) ?? '',
    version: readLenientText(version) ?? '',
    ...withWords({ title, description, websiteUrl }),
    ...mendIcons(icons)
  }
}

function withWords(fields: JsonFields): JsonFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => toTextOrNull(value) !== null))
}

/** Removes what would make the library refuse the whole answer. `icons.ts` decides what can be shown. */
function mendIcons(given: unknown): JsonFields {
  const icons = readLenientList(given, ({ src }) => typeof src === 'string')
  if (icons === null) return {}
  const kept = icons.filter(isJsonFields).filter(({ src }) => typeof src === 'string')
  return {
    icons: kept.map(({ src, mimeType, sizes, theme }) => ({
      src,
      ...withWords({ mimeType }),
      ...(sizes === undefined || sizes === null ? {} : { sizes: toTexts(sizes) }),
      ...(theme === 'light' || theme === 'dark' ? { theme } : {})
    }))
  }
}

function toTexts(given: unknown): readonly string[] {
  const list = Array.isArray(given) ? given : [given]
  return list.filter((item) => typeof item === 'string')
}

function mendInstructions(given: unknown): JsonFields {
  const lines: unknown[] = Array.isArray(given) ? given : [given]
  const text = lines.filter((line) => typeof line === 'string').join('\n')
  return text === '' ? {} : { instructions: text }
}
