/**
 * Variables in the user's own file: `${env:NAME}` and `${secret:NAME}`. Expanded once, when they are used, never inside
 * an expanded value. Code that shows or stores a definition uses the unexpanded text.
 */
import { isSensitiveKey, type SecretRegistry } from '../../base/logger'
import { HostError } from '../../base/host-error'
import type { OAuthDefinition, RemoteDefinition, ServerDefinition, StdioDefinition } from '../definition'
import { checkHeaderValue, checkUrl, checkValue } from './text-rules'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

/**
 * Folders that entries for Windows name as its shell does. No other such variable is expanded: these are paths and
 * contain no key.
 */
const windowsFolder =
  /%(APPDATA|LOCALAPPDATA|USERPROFILE|HOMEDRIVE|HOMEPATH|PROGRAMDATA|PROGRAMFILES|PROGRAMFILES\(X86\)|SYSTEMROOT|TEMP|TMP)%/gi

const variable = /\$\{(env|secret):([^${}]*)\}/g
/** Variables of other programs; Parley passes them unchanged. */
const foreign = /\$\{(?!(?:env|secret):)[A-Za-z_][^${}]*\}/

/**
 * Values that aren't treated as secrets. The file doesn't say which are. A wrong guess in one direction costs a word in
 * a log, in the other direction it reveals a secret.
 */
const notSecret = [
  /^\p{L}+$/u, // one word
  /^[\d.]{1,7}$/, // a port, a version
  /^(?:[A-Za-z]:)?[\\/~.]/, // a path
  /^https?:\/\/[^@?]*$/ // an address without user and query
]

type Texts = Readonly<Record<string, string>>

export interface VariableSources {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** As Node names it; `%APPDATA%` and the like are expanded only on `win32`. Absent: this computer's. */
  readonly platform?: string
  readonly secrets: { read(name: string): Promise<string | null> }
  readonly secretRegistry: SecretRegistry
}

export interface Variables {
  /** @throws HostError SETTINGS_UNKNOWN_VARIABLE */
  expandText(text: string): Promise<string>
  /** Without secrets, to inspect what would run: secrets and unknown names stay unexpanded. */
  fillInEnvironment(text: string): string
  /**
   * The definition with expanded values, for the launch. The result contains secrets: never log or show it.
   * @throws HostError SETTINGS_UNKNOWN_VARIABLE, SETTINGS_INVALID (an expanded value can't be used)
   */
  expandServer(definition: ServerDefinition): Promise<ServerDefinition>
  /** Like `expandText` for a key: all of it is a secret. @throws HostError SETTINGS_UNKNOWN_VARIABLE */
  expandApiKey(text: string): Promise<string>
}

/** The first `${…}` of another program's syntax, null if there is none. */
export function findUnknownVariable(text: string): string | null {
  return foreign.exec(text)?.[0] ?? null
}

/** The text with something harmless instead of each variable, to check what is around them. */
export function withoutVariables(text: string): string {
  return text.replace(variable, 'x')
}

export function createVariables(sources: VariableSources): Variables {
  async function valueOf(type: string, name: string): Promise<string> {
    const value = type === 'env' ? readOwn(sources.environment, name) : await sources.secrets.read(name)
    if (value === null || value === undefined) throw unknownVariable(type, name)
    keepSecret(type === 'secret' ? [value] : secretsIn(name, value))
    return value
  }

  function keepSecret(values: readonly (string | null | undefined)[]): void {
    for (const value of values) sources.secretRegistry.add(value ?? '')
  }

  async function expandText(text: string): Promise<string> {
    const values = new Map<string, string>()
    for (const [whole, type = '', name = ''] of text.matchAll(variable)) {
      if (!values.has(whole)) values.set(whole, await valueOf(type, name))
    }
    return text.replace(variable, (whole) => values.get(whole) ?? whole)
  }

  async function expandRecord(record: Texts, expandOne = expandText): Promise<Record<string, string>> {
    const expand = async ([key, text]: [string, string]) => [key, await expandOne(text)] as const
    const entries = await Promise.all(Object.entries(record).map(expand))
    for (const [key, value] of entries) keepSecret(secretsIn(key, value))
    return Object.fromEntries(entries)
  }

  async function expandStdio(definition: StdioDefinition): Promise<StdioDefinition> {
    // Folders first: nothing is expanded inside an expanded value.
    const local = (text: string) => expandText(fillInFolders(text, sources))
    const args = await Promise.all(definition.args.map(local))
    const env = await expandRecord(definition.env, local)
    for (const value of [...args, ...Object.values(env)]) refuse(definition.name, checkValue(value))
    return { ...definition, args, env }
  }

  async function expandRemote(definition: RemoteDefinition): Promise<RemoteDefinition> {
    const url = await expandText(definition.url)
    const headers = await expandRecord(definition.headers)
    refuse(definition.name, checkUrl(url))
    for (const value of Object.values(headers)) refuse(definition.name, checkHeaderValue(value))
    const { oauth } = definition
    if (oauth === undefined) return { ...definition, url, headers }
    const filledIn = await expandOAuth(oauth, expandText)
    const { clientSecret, privateKey, assertion, identityProvider } = filledIn
    keepSecret([
      clientSecret,
      privateKey,
      assertion,
      identityProvider?.clientSecret,
      identityProvider?.idToken
    ])
    return { ...definition, url, headers, oauth: filledIn }
  }

  return {
    expandText,
    fillInEnvironment: (text) => fillInEnvironment(text, sources),
    expandServer: (definition) =>
      definition.transport === 'stdio' ? expandStdio(definition) : expandRemote(definition),
    expandApiKey: async (text) => {
      const key = await expandText(text)
      sources.secretRegistry.add(key)
      return key
    }
  }
}

function fillInEnvironment(text: string, sources: VariableSources): string {
  const { environment, secretRegistry } = sources
  return fillInFolders(text, sources).replace(variable, (whole, type: string, name: string) => {
    const value = type === 'env' ? readOwn(environment, name) : undefined
    for (const secret of secretsIn(name, value ?? '')) secretRegistry.add(secret)
    return value ?? whole
  })
}

/** A folder that the environment doesn't name stays unexpanded. */
function fillInFolders(text: string, { environment, platform = process.platform }: VariableSources): string {
  if (platform !== 'win32') return text
  const names = new Map(Object.keys(environment).map((name) => [name.toUpperCase(), name]))
  return text.replace(windowsFolder, (whole, name: string) => {
    const value = environment[names.get(name.toUpperCase()) ?? name]
    // A value that could form another variable isn't inserted.
    return value === undefined || value.includes('${') ? whole : value
  })
}

function readOwn(record: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

function unknownVariable(type: string, name: string): HostError {
  const said =
    type === 'env' ? say('settings.unknownEnvironment', { name }) : say('settings.unknownSecret', { name })
  return new HostError('SETTINGS_UNKNOWN_VARIABLE', said, { data: { variable: `${type}:${name}` } })
}

function refuse(serverName: string, problem: LocalizedText | null): void {
  if (problem === null) return
  throw new HostError('SETTINGS_INVALID', say('settings.filledInUnusable', { server: serverName, problem }))
}

/** Parts of the value that must not be written anywhere. `name`: the variable or header that contains it. */
function secretsIn(name: string, value: string): readonly string[] {
  const trimmed = value.trim()
  if (isSensitiveKey.test(name)) return [trimmed, ...trimmed.split(/\s+/).slice(1)] // `Bearer …`
  return notSecret.some((form) => form.test(trimmed)) ? [] : [trimmed]
}

/** The same with every text expanded. */
async function expandOAuth(
  oauth: OAuthDefinition,
  expand: (text: string) => Promise<string>
): Promise<OAuthDefinition> {
  const fill = async (value: unknown): Promise<unknown> => {
    if (typeof value === 'string') return await expand(value)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return await Promise.all(value.map(fill))
    const entries = Object.entries(value).map(async ([key, item]) => [key, await fill(item)] as const)
    return Object.fromEntries(await Promise.all(entries))
  }
  return (await fill(oauth)) as OAuthDefinition
}
