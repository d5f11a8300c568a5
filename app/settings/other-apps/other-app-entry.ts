/** An entry of another app in Parley's format. Keys without a meaning here are named and left out. */
import type { JsonValue } from '../../contract/json'
import { transportNames } from '../parse/settings-schema'

/** As it will be in the settings. */
export interface ParleyEntry {
  readonly type?: string
  readonly command?: string
  readonly args?: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface OtherAppEntry {
  readonly entry: ParleyEntry
  /** Switched off there. */
  readonly isDisabled: boolean
  /** Keys of the entry that were left out. */
  readonly leftOut: readonly string[]
}

type Raw = Readonly<Record<string, JsonValue>>

export function isPlainRecord(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const used = new Set([
  'type', 'transport', 'command', 'cmd', 'args', 'arguments', 'cwd', 'env', 'envs', 'env_keys', 'env_vars', 'url', 'serverUrl',
  'httpUrl', 'uri', 'baseUrl', 'headers', 'http_headers', 'env_http_headers', 'bearer_token_env_var', 'disabled', 'enabled',
  'isActive'
]) // prettier-ignore
/** Keys that don't affect how it runs. */
const idle = new Set([
  'name', 'description', 'display_name', 'id', 'icon', 'logoUrl', 'provider', 'providerUrl', 'tags', 'source', 'bundled',
  'gallery', 'version', 'available_tools', 'dxtPath', 'dxtVersion', 'isTrusted', 'installSource', '$schema'
]) // prettier-ignore

/** @param home replaces `${userHome}` */
export function readOtherAppEntry(
  raw: Raw,
  place: { readonly home: string; readonly project: string | null }
): OtherAppEntry {
  const nested = isPlainRecord(raw['command']) ? raw['command'] : {}
  const text = (...keys: readonly string[]) => firstText(raw, keys, place)
  const command = text('command', 'cmd') ?? firstText(nested, ['path'], place)
  const url = text('url', 'serverUrl', 'httpUrl', 'uri', 'baseUrl')
  const type = Object.entries(transportNames).find(
    ([word]) => word === (raw['type'] ?? raw['transport'])
  )?.[1]
  const isDisabled = raw['disabled'] === true || raw['enabled'] === false || raw['isActive'] === false
  const leftOut = Object.keys(raw).filter((key) => !used.has(key) && !idle.has(key))
  if (command !== undefined && command !== '') {
    const args = getTexts(raw['args'] ?? raw['arguments'] ?? nested['args'], place)
    const env = {
      ...recordOf(nested['env'], place),
      ...recordOf(raw['env'] ?? raw['envs'], place),
      ...keptElsewhere(raw)
    }
    const cwd = text('cwd')
    return {
      entry: {
        command,
        ...(args.length > 0 && { args }),
        ...(cwd !== undefined && cwd !== '' && { cwd }),
        ...(Object.keys(env).length > 0 && { env })
      },
      isDisabled,
      leftOut
    }
  }
  const headers = { ...recordOf(raw['headers'] ?? raw['http_headers'], place), ...headersOfVariables(raw) }
  return {
    entry: {
      ...(type !== undefined && type !== 'stdio' && { type }),
      ...(url !== undefined && { url }),
      ...(Object.keys(headers).length > 0 && { headers })
    },
    isDisabled,
    leftOut
  }
}

type Place = { readonly home: string; readonly project: string | null }

function firstText(raw: Raw, keys: readonly string[], place: Place): string | undefined {
  for (const key of keys) if (typeof raw[key] === 'string') return filledIn(raw[key], place)
  return undefined
}

function getTexts(value: JsonValue | undefined, place: Place): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item) => (isPlain(item) ? [filledIn(String(item), place)] : []))
}

function recordOf(value: JsonValue | undefined, place: Place): Readonly<Record<string, string>> {
  if (!isPlainRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      isPlain(one) ? [[name, filledIn(String(one), place)]] : []
    )
  )
}

function isPlain(value: JsonValue): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** goose names variables whose values are in its own key store; Codex names those that it forwards. */
function keptElsewhere(raw: Raw): Readonly<Record<string, string>> {
  const asked = namesIn(raw['env_keys']).map((name) => [name, `<${name}>`])
  const passed = namesIn(raw['env_vars']).map((name) => [name, `\${env:${name}}`])
  return Object.fromEntries([...asked, ...passed]) as Record<string, string>
}

function headersOfVariables(raw: Raw): Readonly<Record<string, string>> {
  const named = isPlainRecord(raw['env_http_headers']) ? Object.entries(raw['env_http_headers']) : []
  const bearer = raw['bearer_token_env_var']
  return Object.fromEntries([
    ...named.flatMap(([name, variable]) =>
      typeof variable === 'string' ? [[name, `\${env:${variable}}`]] : []
    ),
    ...(typeof bearer === 'string' ? [['Authorization', ['Bearer', `\${env:${bearer}}`].join(' ')]] : [])
  ]) as Record<string, string>
}

function namesIn(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value)
    ? value.filter((item) => typeof item === 'string' && /^\w+$/.test(item)).map(String)
    : []
}

/** Expands what other editors and command lines fill in, and Parley doesn't. */
function filledIn(text: string, { home, project }: Place): string {
  const known = text
    .replaceAll('${userHome}', home)
    .replace(/^~(?=[\\/]|$)/, home)
    .replace(/\$\{[A-Za-z_]\w*:-([^${}]*)\}/g, '$1')
  return project === null
    ? known
    : known.replace(/\$\{(?:workspaceFolder|workspaceRoot|CLAUDE_PROJECT_DIR)\}/g, project)
}
