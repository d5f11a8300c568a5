/**
 * What is published about a server: a registry entry (`server.json`), a server card, or the manifest of a bundle. It is
 * compared with what the server offers, so both are reduced to what the publication says. Unknown members are ignored.
 */
import { jsonObject, type JsonObject, type JsonValue } from '../../contract/json'
import type { DefinitionDifferences, Definitions, Published } from '../../contract/workbench/differences'
import type { DirectoryEntry } from '../../contract/servers/directory'
import { toFields } from '../recordings/exchanges'
import { compareDefinitions } from './compare-definitions'
import { listedKinds, type ListedKind } from './definitions'

/** The entry of a server in the settings. */
export interface RunningEntry {
  /** Without credentials and query. Null: a program. */
  readonly url: string | null
  /** Names of the variables that it sets. */
  readonly variables: readonly string[]
}

/** `url` null: a program. Null: the address has a variable, so it is unknown. */
export function toRunningEntry(url: string | null, variables: readonly string[]): RunningEntry | null {
  if (url?.includes('${') === true) return null
  return { url: url === null ? null : bareAddress(url), variables }
}

/** Members about the entry in the settings, which must fit them. */
const entryMembers = ['remotes', 'environmentVariables', 'protocolVersions'] as const
const identifying: Readonly<Record<ListedKind, string>> = {
  tool: 'name',
  prompt: 'name',
  resource: 'uri',
  template: 'uriTemplate'
}

/** Null: the text is no entry, card or manifest. */
export function readPublished(text: string): Published | null {
  const document = parse(text)
  if (document === null) return null
  // An answer of a registry wraps the entry.
  const inner = toFields(document['server'])
  const entry = typeof inner['name'] === 'string' && typeof inner['version'] === 'string' ? inner : document
  const info = { ...entry, ...toFields(entry['serverInfo']) }
  if (typeof info['name'] !== 'string') return null
  if (info['version'] === undefined && !Array.isArray(entry['tools'])) return null
  const title = info['title'] ?? info['display_name']
  const remotes = readRemotes(entry)
  const variables = readVariables(entry)
  const protocolVersions = readProtocolVersions(entry)
  const capabilities = jsonObject.safeParse(entry['capabilities']).data
  const server: JsonObject = {
    ...pick(info, ['name', 'version', 'description']),
    ...(title !== undefined && { title }),
    ...pick(entry, ['instructions']),
    ...(capabilities !== undefined && { capabilities: Object.keys(capabilities).toSorted() }),
    ...(remotes.length > 0 && { remotes }),
    ...(variables.length > 0 && { environmentVariables: variables }),
    ...(protocolVersions.length > 0 && { protocolVersions })
  }
  return {
    definitions: {
      server,
      tool: readList(entry['tools'], 'tool'),
      prompt: readList(entry['prompts'], 'prompt'),
      resource: readList(entry['resources'], 'resource'),
      template: readList(entry['resourceTemplates'], 'template')
    },
    isPartial: entry['tools_generated'] === true || entry['prompts_generated'] === true
  }
}

/** An entry as a directory reads it. */
export function readEntry({ name, title, description, version, ways }: DirectoryEntry): Published {
  const remotes = ways.flatMap(({ type, identifier }) => (type === 'remote' ? [bareAddress(identifier)] : []))
  const variables = findCommon(
    ways.flatMap(({ launch, asked }) =>
      launch?.kind !== 'program'
        ? []
        : [
            asked.flatMap((input) =>
              input.isRequired && input.usual === null && launch.env.some((each) => each.name === input.name)
                ? [input.name]
                : []
            )
          ]
    )
  )
  const server: JsonObject = {
    ...{ name, version },
    ...(description !== '' && { description }),
    // An entry without a title is shown with its name.
    ...(!isSameName(name, title) && { title }),
    ...(remotes.length > 0 && { remotes }),
    ...(variables.length > 0 && { environmentVariables: variables })
  }
  return {
    definitions: { server, tool: null, prompt: null, resource: null, template: null },
    isPartial: false
  }
}

export interface PublishedSide {
  readonly definitions: Definitions
  /** Absent: the side is a server, or a recording of one. */
  readonly published?: Published | undefined
  readonly entry?: RunningEntry | null
}

/** As `compareDefinitions`, also if one side is published. */
export function comparePublished(before: PublishedSide, after: PublishedSide): DefinitionDifferences {
  const reduce = ({ published }: PublishedSide, { definitions, entry = null, ...other }: PublishedSide) =>
    published === undefined || other.published !== undefined
      ? definitions
      : reduceToPublished(published, definitions, entry)
  return compareDefinitions(reduce(after, before), reduce(before, after))
}

/** What the server offers, reduced to what the publication says. `entry` null: unknown. */
function reduceToPublished(
  { definitions, isPartial }: Published,
  offered: Definitions,
  entry: RunningEntry | null
): Definitions {
  const lists = listedKinds.map((kind) => [
    kind,
    reduceList(kind, [definitions[kind], offered[kind]], isPartial)
  ])
  const server =
    definitions.server === null || offered.server === null
      ? null
      : reduceServer(definitions.server, offered.server, entry)
  return { server, ...Object.fromEntries(lists) } as Definitions
}

function reduceServer(said: JsonObject, offered: JsonObject, entry: RunningEntry | null): JsonObject {
  const found = Object.keys(said).flatMap((member): [string, JsonValue][] => {
    const value = said[member]
    if (value === undefined) return []
    if (entryMembers.includes(member as (typeof entryMembers)[number]))
      return [
        [member, readFit(member, toTexts(value), { protocolVersion: offered['protocolVersion'], entry })]
      ]
    if (member === 'capabilities') return [[member, Object.keys(toFields(offered[member])).toSorted()]]
    const own = offered[member]
    // Registries put a namespace before the name.
    if (member === 'name' && isSameName(value, own)) return [[member, value]]
    // Servers needn't repeat these.
    const isOptional = member === 'title' || member === 'description'
    if (own === undefined) return isOptional ? [[member, value]] : []
    return [[member, isOptional && isCut(value, own) ? value : own]]
  })
  return Object.fromEntries(found)
}

/** The same texts if the running server fits them, otherwise what is there instead. */
function readFit(
  member: string,
  said: readonly string[],
  { protocolVersion, entry }: { protocolVersion: JsonValue | undefined; entry: RunningEntry | null }
): JsonValue {
  if (member === 'protocolVersions')
    return typeof protocolVersion !== 'string' || said.includes(protocolVersion)
      ? [...said]
      : [protocolVersion]
  if (entry === null) return [...said]
  const { url, variables } = entry
  if (member === 'remotes')
    return url === null || said.some((each) => isAddressOf(each, url)) ? [...said] : [url]
  return url === null ? said.filter((name) => variables.includes(name)) : [...said]
}

/** In a published address, the user replaces each `{name}` with at least one character. */
function isAddressOf(published: string, url: string): boolean {
  const address = withoutLastSlashes(url)
  // Not a regular expression: an address with many names would take it hours.
  const [first = '', ...others] = withoutLastSlashes(published).split(/\{[^{}]*\}/u)
  const last = others.pop()
  if (last === undefined) return address === first
  if (!address.startsWith(first)) return false
  let at = first.length
  for (const piece of others) {
    const found = address.indexOf(piece, at + 1)
    if (found <= at) return false
    at = found + piece.length
  }
  return address.endsWith(last) && address.length - last.length > at
}

function withoutLastSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}

/** Without credentials, query and fragment, which can have secrets. */
function bareAddress(url: string): string {
  return url.replace(/[?#].*$/su, '').replace(/^([a-z][a-z\d+.-]*:\/\/)[^/]*@/iu, '$1')
}

/** Directories cut long texts. */
function isCut(said: JsonValue, own: JsonValue): boolean {
  if (typeof said !== 'string' || typeof own !== 'string' || !said.endsWith('…')) return false
  return own.startsWith(said.slice(0, -1))
}

function isSameName(said: JsonValue, own: JsonValue | undefined): boolean {
  return typeof said === 'string' && (said === own || said.slice(said.lastIndexOf('/') + 1) === own)
}

function reduceList(
  kind: ListedKind,
  [said, offered]: readonly [readonly JsonObject[] | null, readonly JsonObject[] | null],
  isPartial: boolean
): JsonObject[] | null {
  if (said === null || offered === null) return null
  const key = identifying[kind]
  return offered.flatMap((definition) => {
    const own = said.find((each) => each[key] === definition[key])
    if (own !== undefined) return [pickLike(own, definition)]
    return isPartial ? [] : [definition]
  })
}

/** Manifests name the arguments of a prompt only. */
function pickLike(said: JsonObject, definition: JsonObject): JsonObject {
  const picked = pick(definition, Object.keys(said))
  const { arguments: named } = said
  if (!Array.isArray(named) || !named.every((each) => typeof each === 'string')) return picked
  const own = definition['arguments']
  return { ...picked, arguments: Array.isArray(own) ? own.map((each) => toFields(each)['name'] ?? '') : [] }
}

const readMembers = [
  'name',
  'uri',
  'uriTemplate',
  'title',
  'description',
  'inputSchema',
  'arguments',
  'mimeType'
]

/** Null: it doesn't list them. Older cards say "dynamic". */
function readList(value: JsonValue | undefined, kind: ListedKind): JsonObject[] | null {
  if (!Array.isArray(value)) return null
  const items = value.map(toFields).filter((item) => typeof item[identifying[kind]] === 'string')
  if (items.length === 0 && value.length > 0) return null
  return items.map((item) => {
    const schema = item['inputSchema'] ?? item['input_schema']
    return { ...pick(item, readMembers), ...(schema !== undefined && { inputSchema: schema }) }
  })
}

function readRemotes({ remotes, transport }: JsonObject): string[] {
  const addresses = [...toItems(remotes).map(({ url }) => url), toFields(transport)['endpoint']]
  return addresses.flatMap((url) =>
    typeof url === 'string' && /^https?:/u.test(url) ? [bareAddress(url)] : []
  )
}

/** Those that every package needs, as it isn't known which one runs. */
function readVariables({ packages }: JsonObject): string[] {
  return findCommon(
    toItems(packages).map(({ environmentVariables }) =>
      toItems(environmentVariables).flatMap(({ name, isRequired, default: usual, value }) =>
        typeof name === 'string' && isRequired === true && usual === undefined && value === undefined
          ? [name]
          : []
      )
    )
  )
}

function findCommon([first = [], ...others]: readonly (readonly string[])[]): string[] {
  return [...new Set(first)].filter((name) => others.every((names) => names.includes(name))).toSorted()
}

function readProtocolVersions({ protocolVersion, supportedProtocolVersions, remotes }: JsonObject): string[] {
  const all = [
    ...toTexts(protocolVersion === undefined ? undefined : [protocolVersion]),
    ...toTexts(supportedProtocolVersions),
    ...toItems(remotes).flatMap((remote) => toTexts(remote['supportedProtocolVersions']))
  ]
  return [...new Set(all)].toSorted()
}

function pick(from: JsonObject, members: readonly string[]): JsonObject {
  return Object.fromEntries(
    members.flatMap((member) => {
      const value = Object.hasOwn(from, member) ? from[member] : undefined
      return value === undefined ? [] : [[member, value]]
    })
  )
}

function toItems(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(toFields) : []
}

function toTexts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}

function parse(text: string): JsonObject | null {
  try {
    return jsonObject.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
