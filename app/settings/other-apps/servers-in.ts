/** Finds the servers in a parsed file of another app. */
import type { JsonValue } from '../../contract/json'
import { readEntryName } from '../paste/entry-name'
import type { PastedInput } from '../paste/missing-values'
import { readInputs } from '../paste/read-paste'
import { isPlainRecord, readOtherAppEntry, type OtherAppEntry } from './other-app-entry'
import type { OtherAppFormat, OtherAppFileLocation } from './app-files'

export interface OtherAppServer extends OtherAppEntry {
  readonly name: string
  /** What its app would ask the user for. */
  readonly inputs: readonly PastedInput[]
  /** The folder that it is for; null: everything. */
  readonly project: string | null
}

/** More isn't a configuration that a user wrote. */
export const mostServers = 200
const mostProjects = 50

type Entries = { readonly [key: string]: JsonValue }

interface FoundMap {
  readonly entries: Entries
  readonly project: string | null
  readonly disabled?: JsonValue | undefined
}

export function serversIn(
  root: JsonValue,
  { dialect, project }: Pick<OtherAppFileLocation, 'dialect' | 'project'>,
  home: string
): readonly OtherAppServer[] {
  const inputs = readInputs(root)
  const read = ({ entries, project: folder, disabled }: FoundMap): OtherAppServer[] =>
    Object.entries(entries).flatMap(([key, raw]) => {
      if (!isPlainRecord(raw) || !isServer(raw, dialect)) return []
      const known = readOtherAppEntry(dialect === 'gemini' ? withBraces(raw) : raw, { home, project: folder })
      const isDisabled = known.isDisabled || (Array.isArray(disabled) && disabled.includes(key))
      return [{ ...known, isDisabled, name: getName(key, raw), inputs, project: folder }]
    })
  return mapsIn(root, dialect, project).flatMap(read).slice(0, mostServers)
}

/** Project folders that Claude Code knows, newest last. */
export function projectsIn(root: JsonValue): readonly string[] {
  const projects = isPlainRecord(root) ? root['projects'] : undefined
  return isPlainRecord(projects) ? Object.keys(projects).slice(-mostProjects) : []
}

/** Servers of a project's own file that the user has switched off in Claude Code. */
export function switchedOff(root: JsonValue, project: string): readonly string[] {
  const projects = isPlainRecord(root) ? root['projects'] : undefined
  const one = isPlainRecord(projects) && Object.hasOwn(projects, project) ? projects[project] : undefined
  const names = isPlainRecord(one) ? one['disabledMcpjsonServers'] : undefined
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

function mapsIn(root: JsonValue, dialect: OtherAppFormat, project: string | null): readonly FoundMap[] {
  const at = (...path: readonly string[]): FoundMap[] => {
    const found = path.reduce<JsonValue | undefined>(
      (inner, key) => (isPlainRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
      root
    )
    return isPlainRecord(found) ? [{ entries: found, project }] : []
  }
  if (dialect === 'goose') return at('extensions')
  if (dialect === 'codex') return at('mcp_servers')
  if (dialect !== 'claude-code')
    return [...at('mcpServers'), ...at('servers'), ...at('mcp', 'servers'), ...at('context_servers')]
  const projects = isPlainRecord(root) && isPlainRecord(root['projects']) ? root['projects'] : {}
  const own = Object.entries(projects).flatMap(([folder, one]): FoundMap[] =>
    isPlainRecord(one) && isPlainRecord(one['mcpServers'])
      ? [{ entries: one['mcpServers'], project: folder, disabled: one['disabledMcpServers'] }]
      : []
  )
  return [...at('mcpServers'), ...own]
}

/** goose keeps its own extensions in the same list. */
function isServer(raw: Entries, dialect: OtherAppFormat): boolean {
  if (dialect !== 'goose') return true
  const { type } = raw
  return type === 'stdio' || type === 'sse' || type === 'streamable_http'
}

/** Without characters that a reference to a secret can't contain, and without invisible ones. */
function getName(key: string, raw: Entries): string {
  const name = readEntryName(key, raw)
  return (
    name
      .replace(/[${}\p{C}]/gu, '')
      .trim()
      .slice(0, 100) || 'server'
  )
}

/** Gemini CLI also treats `$NAME` as a variable. */
function withBraces(raw: Entries): Entries {
  const change = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return value.replace(/\$([A-Za-z_]\w*)/g, '${env:$1}')
    if (Array.isArray(value)) return value.map(change)
    return isPlainRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)]))
      : value
  }
  return change(raw) as Entries
}
