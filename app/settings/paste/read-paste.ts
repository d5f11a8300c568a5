/** What a user pastes to add servers: the configuration of another app, one entry, a command line, an address. */
import { HostError } from '../../base/host-error'
import type { JsonValue } from '../../contract/json'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import {
  isBreakage,
  parseDocument,
  listProperties,
  findProperty,
  toJsonValue
} from '../document/json-document'
import type { JsonDocument } from '../document/json-document'
import { readSettingsText, removeValue, renameKey, setValue } from '../document/text-edits'
import { readCommandLine } from './command-line'
import { nameEntry, readEntryName } from './entry-name'
import type { PastedInput } from './missing-values'

export interface PastedServer {
  readonly name: string
  /** Comments and variables unchanged. */
  readonly json: string
  /** What the original app would ask the user for. */
  readonly inputs: readonly PastedInput[]
}

const longest = 1_000_000
const longestLine = 20_000

/**
 * - `{ "mcpServers": … }` as most apps have it, `{ "servers": …, "inputs": … }` of VS Code, `{ "context_servers": … }`
 * of Zed, a map of entries, or one entry. Entries aren't validated.
 * - A command line, or an address.
 * A server without a name is named after its program, package or host.
 * @throws HostError SETTINGS_INVALID
 */
export function readPaste(text: string): readonly PastedServer[] {
  if (text.length > longest) throw refusePaste(say('settings.pasteForms'))
  // A quoted path begins a command, a quoted name with a colon an entry.
  const isJson = /^\s*(?:```\w*\s*)?(?:[{[]|"(?:[^"\\\n]|\\.)*"\s*:|\/[/*])/.test(text)
  const line = isJson || text.length > longestLine ? null : readCommandLine(text)
  if (line !== null) {
    const { name, entry } = line
    return [{ name: name ?? nameEntry(entry as JsonValue), json: JSON.stringify(entry, null, 2), inputs: [] }]
  }
  return readConfiguration(text.replace(/^\s*```\w*\n([\s\S]*?)\n?```\s*$/, '$1'))
}

function readConfiguration(text: string): readonly PastedServer[] {
  const document = parsePasted(text)
  const path = findServers(document)
  const inputs = readInputs(toJsonValue(document.root))
  if (path === null) {
    const json = asParleyHasIt(document.text.trim())
    return [{ name: nameEntry(toJsonValue(document.root)), json, inputs }]
  }
  const map = path.reduce((node, key) => findProperty(node, key)?.value ?? node, document.root)
  const names = [...new Set(listProperties(map).map(({ key }) => key))]
  if (names.length === 0) throw refusePaste(say('settings.pasteEmpty'))
  return names.map((name) => {
    const json = asParleyHasIt(readSettingsText(document.text, [...path, name]) ?? '{}')
    const entry = findProperty(map, name)?.value
    return { name: entry === undefined ? name : readEntryName(name, toJsonValue(entry)), json, inputs }
  })
}

function parsePasted(text: string): JsonDocument {
  const document = parseDocument(text, 'text')
  if (!isBreakage(document) && document.root.type === 'object') return document
  // Documentation often shows `"name": { … }` without the braces around it.
  const wrapped = parseDocument(`{${text}}`)
  if (!isBreakage(wrapped) && listProperties(wrapped.root).length > 0) return wrapped
  throw refusePaste(isBreakage(document) ? document.message : say('settings.pasteNotObject'))
}

/** Path of the map of entries; null if the whole text is one entry. */
function findServers({ root }: JsonDocument): readonly string[] | null {
  for (const path of [['mcpServers'], ['servers'], ['mcp', 'servers'], ['context_servers']]) {
    const node = path.reduce<typeof root | undefined>((inner, key) => findProperty(inner, key)?.value, root)
    // A map called "servers" whose entry is called "command" doesn't exist; an entry with such a key does.
    if (node?.type === 'object') return path
  }
  const isText = (key: string) => findProperty(root, key)?.value.type === 'string'
  if (['command', 'url', ...addressKeys].some(isText)) return null
  if (listProperties(root).every(({ value }) => value.type === 'object')) return []
  throw refusePaste(say('settings.pasteForms'))
}

/** Keys with the address of a server in other apps. */
const addressKeys = ['serverUrl', 'httpUrl', 'baseUrl', 'uri']

/** Renames keys of other apps. Keeps unknown keys and warns about them. */
function asParleyHasIt(json: string): string {
  const document = parseDocument(json, 'entry')
  if (isBreakage(document)) return json
  const known = addressKeys.find((key) => findProperty(document.root, key) !== undefined)
  if (findProperty(document.root, 'isActive')?.value.value === false)
    return asParleyHasIt(setValue(removeValue(json, ['isActive']), ['disabled'], true))
  if (known !== undefined && findProperty(document.root, 'url') === undefined)
    return renameKey(json, [known], 'url')
  const { command, ...rest } = toJsonValue(document.root) as { readonly [key: string]: JsonValue }
  if (typeof command !== 'object' || command === null || Array.isArray(command)) return json
  const { path, ...given } = command
  return JSON.stringify({ command: path ?? '', ...given, ...rest }, null, 2)
}

/** What VS Code would ask for. */
export function readInputs(root: JsonValue): readonly PastedInput[] {
  const { inputs, mcp } = (root ?? {}) as { inputs?: JsonValue; mcp?: JsonValue }
  const list = inputs ?? (mcp as { inputs?: JsonValue } | null | undefined)?.inputs
  if (!Array.isArray(list)) return []
  return list.flatMap((item) => {
    const { id, password, default: usual } = (item ?? {}) as { [key: string]: JsonValue }
    if (typeof id !== 'string') return []
    return [{ id, fallback: password !== true && typeof usual === 'string' && usual !== '' ? usual : null }]
  })
}

function refusePaste(reason: LocalizedText): HostError {
  return new HostError('SETTINGS_INVALID', say('settings.pasteRefused', { reason }))
}
