/**
 * The one server that a link contains, in Parley's format. The author of the link is a stranger: only what says how a
 * server runs is accepted, everything else is named and left out, and variables of this computer aren't expanded.
 */
import type { LinkOrigin } from '../../contract/servers/link'
import type { JsonValue } from '../../contract/json'
import { say } from '../../texts/render-localized'
import { isPlainRecord, readOtherAppEntry } from '../other-apps/other-app-entry'
import type { OtherAppServer } from '../other-apps/servers-in'
import { readCommandLine } from '../paste/command-line'
import { nameEntry } from '../paste/entry-name'
import type { PastedInput } from '../paste/missing-values'
import { readInputs } from '../paste/read-paste'
import { mapTexts } from './entry-texts'
import { refuseLink, splitLink } from './link-forms'

export interface ServerLink extends OtherAppServer {
  readonly origin: LinkOrigin
}

type Raw = { readonly [key: string]: JsonValue }

/**
 * @param home replaces `~`
 * @throws HostError SETTINGS_INVALID: what is wrong with it, and how to fix it. Doesn't repeat its content
 */
export function readServerLink(text: string, home: string): ServerLink {
  const { origin, name, config, inputs, leftOut } = splitLink(text)
  const root = parse(unpacked(config))
  if (!isPlainRecord(root)) throw refuseLink(say('adding.linkNoObject'))
  const found = findServer(root)
  const raw = withSplitCommand(found.raw)
  requirePlain(raw)
  const { entry, leftOut: unknown } = readOtherAppEntry(raw, { home, project: null })
  return {
    origin,
    name: shownName(name ?? found.name ?? nameEntry(entry as JsonValue)),
    entry: mapTexts(entry, askForVariables),
    inputs: readInputs(inputs === null ? root : { inputs: parse(inputs) }).map(withPlainFallback),
    project: null,
    isDisabled: false,
    leftOut: [...new Set([...leftOut, ...unknown])].filter((key) => key !== 'inputs')
  }
}

/** JSON, or JSON in base64 of either alphabet. Decoded once: double encoding hides something. */
function unpacked(config: string): string {
  const text = config.trim()
  if (text.startsWith('{')) return text
  // If it wasn't encoded, the query turned its plus into a space.
  const base64 = text.replaceAll(' ', '+')
  if (!/^[\w+/-]+={0,2}$/.test(base64)) throw refuseLink(say('adding.linkDamaged'))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'))
  } catch {
    throw refuseLink(say('adding.linkDamaged'))
  }
}

/** The parser's own message would repeat the text, which may contain a key. */
function parse(text: string): JsonValue {
  let value: JsonValue
  try {
    value = JSON.parse(text) as JsonValue
  } catch {
    throw refuseLink(say('adding.linkNotJson'))
  }
  if (holdsPrototype(value)) throw refuseLink(say('adding.linkKey', { key: '__proto__' }))
  return value
}

function holdsPrototype(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(holdsPrototype)
  return (
    isPlainRecord(value) && (Object.hasOwn(value, '__proto__') || Object.values(value).some(holdsPrototype))
  )
}

interface Found {
  readonly name: string | null
  readonly raw: Raw
}

/** The entry itself, or the only one of a configuration. */
function findServer(root: Raw): Found {
  const mcp = own(root, 'mcp')
  const maps = [
    own(root, 'mcpServers'),
    own(root, 'servers'),
    isPlainRecord(mcp) ? own(mcp, 'servers') : undefined
  ]
  const map = maps.find(isPlainRecord) ?? (isMap(root) ? root : null)
  if (map === null) {
    const name = own(root, 'name')
    return { name: typeof name === 'string' ? name : null, raw: root }
  }
  const [first, ...others] = Object.entries(map)
  if (first === undefined) throw refuseLink(say('adding.linkNoServer'))
  if (others.length > 0) throw refuseLink(say('adding.linkSeveral', { count: others.length + 1 }))
  const [name, raw] = first
  if (!isPlainRecord(raw)) throw refuseLink(say('adding.linkNoServer'))
  return { name, raw }
}

function isMap(root: Raw): boolean {
  const values = Object.values(root)
  return values.length > 0 && values.every(isPlainRecord) && !Object.hasOwn(root, 'command')
}

function own(record: Raw, key: string): JsonValue | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** Links of Cursor often have the whole command line as `command`. */
function withSplitCommand(raw: Raw): Raw {
  const { command, args, env } = raw
  const isLine = typeof command === 'string' && /^[^\s\\/"']+\s/.test(command)
  if (!isLine || (args !== undefined && !(Array.isArray(args) && args.length === 0))) return raw
  const line = readCommandLine(command)?.entry
  if (line?.command === undefined) return raw
  return {
    ...raw,
    command: line.command,
    args: [...(line.args ?? [])],
    ...(line.env !== undefined && { env: { ...line.env, ...(isPlainRecord(env) ? env : {}) } })
  }
}

/** Refuses a value that would be dropped silently. */
function requirePlain(raw: Raw): void {
  const isPlain = (value: JsonValue) => ['string', 'number', 'boolean'].includes(typeof value)
  for (const key of ['args', 'arguments']) {
    const value = raw[key] ?? []
    if (!Array.isArray(value) || !value.every(isPlain)) throw refuseLink(say('adding.linkKey', { key }))
  }
  for (const key of ['env', 'envs', 'headers', 'http_headers']) {
    const value = raw[key] ?? {}
    if (!isPlainRecord(value) || !Object.values(value).every(isPlain))
      throw refuseLink(say('adding.linkKey', { key }))
  }
  for (const key of ['command', 'url', 'cwd', 'type'])
    if (
      raw[key] !== undefined &&
      raw[key] !== null &&
      typeof raw[key] !== 'string' &&
      !isPlainRecord(raw[key])
    )
      throw refuseLink(say('adding.linkKey', { key }))
}

/** Removes characters that a reference to a secret can't contain, and invisible ones. */
function shownName(name: string): string {
  const plain = name
    .replace(/[${}\p{C}]/gu, '')
    .trim()
    .slice(0, 100)
    .trim()
  return plain === '' || plain === '__proto__' ? 'server' : plain
}

/** A default that is used without a question must not name anything else. */
function withPlainFallback({ id, fallback }: PastedInput): PastedInput {
  return { id, fallback: fallback?.includes('${') === true ? null : fallback }
}

const variable = /\$\{(?:env:)?([A-Za-z_]\w*)\}/g
/** Filled in with project folders, which don't exist here. They are kept and asked for as such. */
const folders = new Set(['workspaceFolder', 'workspaceRoot'])

/** A stranger can't read variables of this computer: the user is asked for each. */
function askForVariables(text: string): string {
  return text.replace(variable, (whole, name: string) => (folders.has(name) ? whole : `\${input:${name}}`))
}
