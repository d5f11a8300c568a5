/** Converts the entry of a server to a form and back. The text keeps its comments and what the form doesn't show. */
import { setLimits } from '../../contract/consent/sandbox-choices'
import { say } from '../../texts/render-localized'
import { HostError } from '../../base/host-error'
import type { EntryForm, EntryValue } from '../../contract/servers/entry-form'
import type { JsonValue } from '../../contract/json'
import { isBreakage, parseDocument, toJsonValue } from '../document/json-document'
import { removeIfEmpty, removeValue, setValue } from '../document/text-edits'
import { writeSandbox } from './entry-sandbox'
import { readCommandLine } from '../paste/command-line'
import { sandboxIn, sandboxKeys } from '../parse/sandbox-key'
import { serverEntry } from '../parse/settings-schema'

/** null if the form can't show everything in it. */
export function readForm(json: string): EntryForm | null {
  const document = parseDocument(json, 'entry')
  const read = serverEntry.safeParse(isBreakage(document) ? null : toJsonValue(document.root))
  if (!read.success) return null
  const { command, args = [], cwd = '', env = {}, url, headers = {} } = read.data
  const containment = sandboxIn(read.data)
  if (command !== undefined) {
    const { read: readable = [], write = [], hosts = [], masked } = containment ?? {}
    const lent = masked === undefined ? {} : { masked }
    const sandbox =
      containment === undefined
        ? {}
        : { containment: { read: readable, write, hosts, ...lent, ...setLimits(containment) } }
    return { kind: 'program', command, args: [...args], cwd, env: getValues(env), ...sandbox }
  }
  return url === undefined ? null : { kind: 'address', url, headers: getValues(headers) }
}

function getValues(record: Readonly<Record<string, string>>): EntryValue[] {
  return Object.entries(record).map(([name, text]) => ({ name, text, secret: null }))
}

/** A typed secret and its name in the vault. */
export interface TypedSecret {
  readonly name: string
  readonly value: string
}

export interface WrittenForm {
  readonly json: string
  readonly secrets: readonly TypedSecret[]
}

/**
 * `before`: the current entry; null: there is none. Secrets are named after the server and the field.
 * @throws HostError SETTINGS_INVALID: a name is repeated, or the command is a shell command
 */
export function writeForm(before: string | null, serverName: string, form: EntryForm): WrittenForm {
  const secrets: TypedSecret[] = []
  const textOf = (value: EntryValue, isHeader: boolean): string => {
    if (value.secret === null || value.secret.trim() === '') return value.text
    const { reference, secret } = referTo(serverName, value.name.trim(), { value: value.secret, isHeader })
    secrets.push(secret)
    return reference
  }
  const start = before ?? '{}'
  if (form.kind === 'address') {
    const bare = without(start, [
      'command',
      'args',
      'cwd',
      'env',
      ...sandboxKeys,
      ...(isOfPrograms(start) ? ['type'] : [])
    ])
    const headers = recordOf(form.headers, (value) => textOf(value, true))
    return { json: setRecord(setChanged(bare, 'url', form.url.trim()), 'headers', headers), secrets }
  }
  const bare = without(start, ['url', 'headers', 'oauth', ...(isOfPrograms(start) ? [] : ['type'])])
  const line = splitCommand(form)
  const env = { ...line.env, ...recordOf(form.env, (value) => textOf(value, false)) }
  const named = setChanged(bare, 'command', line.command)
  const given = setChanged(named, 'args', line.args.length > 0 ? [...line.args] : undefined)
  const placed = setChanged(given, 'cwd', form.cwd.trim() || undefined)
  return { json: writeSandbox(setRecord(placed, 'env', env), form.containment), secrets }
}

/**
 * How an entry names a secret of its server, with the scheme before it in a header. A token without a scheme in
 * `Authorization` is a bearer token.
 */
export function referTo(
  serverName: string,
  name: string,
  { value, isHeader }: { readonly value: string; readonly isHeader: boolean }
): { readonly reference: string; readonly secret: TypedSecret } {
  const secretName = `${serverName}-${name.toLowerCase()}`
  const [, scheme = '', secret = ''] = isHeader
    ? (/^(Bearer |Basic |Token |)([\s\S]*)$/i.exec(value.trim()) ?? [])
    : ['', '', value.trim()]
  const isToken = isHeader && name.toLowerCase() === 'authorization' && scheme === ''
  const reference = `${isToken ? 'Bearer ' : scheme}\${secret:${secretName}}`
  return { reference, secret: { name: secretName, value: secret } }
}

/**
 * A whole command line that was typed into one field. A path may contain spaces, so the text is a command line only if
 * it is in quotes, or if an option or another path follows.
 */
const lines = [
  /^[^\s\\/"']+\s/,
  /^(["'])[^"']+\1(?:\s|$)/,
  /^[^\s"']+\s(?:.*\s)?(?:--?[A-Za-z]|~?\/|[A-Za-z]:\\)/
]

function splitCommand(form: Extract<EntryForm, { kind: 'program' }>) {
  const command = form.command.trim()
  const isLine = form.args.length === 0 && lines.some((line) => line.test(command))
  const line = isLine ? readCommandLine(command) : null
  if (line?.entry.command === undefined) return { command, args: form.args, env: {} }
  return { command: line.entry.command, args: line.entry.args ?? [], env: line.entry.env ?? {} }
}

function isOfPrograms(json: string): boolean {
  const { type } = getEntry(json)
  return type === undefined || type === 'stdio'
}

function without(json: string, keys: readonly string[]): string {
  return keys.reduce((text, key) => removeValue(text, [key]), json)
}

function recordOf(
  values: readonly EntryValue[],
  textOf: (value: EntryValue) => string
): Readonly<Record<string, string>> {
  const record: Record<string, string> = {}
  for (const value of values) {
    const name = value.name.trim()
    if (name === '' && value.text === '' && value.secret === null) continue
    if (Object.hasOwn(record, name))
      throw new HostError('SETTINGS_INVALID', say('settings.valueTwice', { name }))
    record[name] = textOf(value)
  }
  return record
}

/** An unchanged value keeps its layout; undefined removes it. */
function setChanged(json: string, key: string, value: JsonValue | undefined): string {
  if (value === undefined) return removeValue(json, [key])
  const isSame = JSON.stringify(getEntry(json)[key]) === JSON.stringify(value)
  return isSame ? json : setValue(json, [key], value)
}

function getEntry(json: string): { readonly [key: string]: JsonValue } {
  const document = parseDocument(json, 'entry')
  return isBreakage(document) ? {} : (toJsonValue(document.root) as { readonly [key: string]: JsonValue })
}

/** Sets what changed and removes what is gone, so that comments between the others are kept. */
function setRecord(json: string, key: string, record: Readonly<Record<string, string>>): string {
  const before = getEntry(json)[key] as Readonly<Record<string, JsonValue>> | undefined
  const gone = Object.keys(before ?? {}).filter((name) => !Object.hasOwn(record, name))
  const remaining = gone.reduce((text, name) => removeValue(text, [key, name]), json)
  const changed = Object.entries(record).filter(([name, text]) => before?.[name] !== text)
  const set = changed.reduce((text, [name, value]) => setValue(text, [key, name], value), remaining)
  return removeIfEmpty(set, [key])
}
