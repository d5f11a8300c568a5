/**
 * Values that a pasted entry leaves to the reader: inputs that another app would ask for, and placeholders such as
 * `YOUR_API_KEY`. For a key, the entry gets the name of a secret, and the user is asked for its value.
 */
import type { JsonValue } from '../../contract/json'
import { isBreakage, parseDocument, toJsonValue } from '../document/json-document'
import { setValue } from '../document/text-edits'

/** One of VS Code's `inputs`. */
export interface PastedInput {
  readonly id: string
  /** Used if the user isn't asked. */
  readonly fallback: string | null
}

const marks = [
  /<[A-Za-z][^<>{}\n]{0,60}>/,
  /‹[^‹›\n]{1,60}›/,
  /(?<![\w-])(?:INSERT|ENTER|REPLACE|ADD|PUT)[_-](?:YOUR|WITH|ME|KEY|TOKEN)[\w-]*/i,
  /(?<![\w-])YOUR[_-][\w-]{2,60}/i,
  /^(?:sk|pk|ghp|glpat|xox[bp]|api)[\w-]{0,8}[-_](?:\.{3}|…|x{3,}|\*{3,})$/i,
  /^(?:x{4,}|\*{3,}|\.{3,}|…|change[_-]?me)$/i,
  /^(?:[A-Za-z]:|~)?[\\/](?:absolute[\\/])?path[\\/]to[\\/].*$/i,
  /^(?:[A-Za-z]:)?[\\/](?:Users|home)[\\/](?:user-?name|you|your-?name|your-?user-?name)(?:[\\/].*)?$/i
]

/** The part of the text that its reader must replace; null: there is none. */
export function findPlaceholder(text: string): string | null {
  for (const mark of marks) {
    const found = mark.exec(text)
    if (found !== null) return found[0]
  }
  return null
}

const input = /\$\{input:([^${}]+)\}/g
/** As Claude Code writes the name of a variable. */
const plainVariable = /\$\{([A-Z_][A-Z0-9_]*)\}/g
const keyWords = /^(?:your|insert|enter|replace|add|put)[_-].*(?:key|token|secret|password|pat)\b/i

/** The entry under `name`: every missing value that may be a key is a secret of that server. */
export function nameMissingValues(name: string, json: string, inputs: readonly PastedInput[]): string {
  const document = parseDocument(json, 'entry')
  if (isBreakage(document)) return json
  const entry = toJsonValue(document.root) as Readonly<Record<string, JsonValue>>
  const secret = (what: string) => `\${secret:${name}-${what.replace(/[^\w.-]+/g, '-').toLowerCase()}}`
  const fill = (text: string): string =>
    text
      .replace(input, (_whole, id: string) => inputs.find((item) => item.id === id)?.fallback ?? secret(id))
      .replace(plainVariable, '${env:$1}')
  const fillNamed = (key: string, text: string): string => {
    const filled = fill(text)
    const { 0: scheme = '' } = /^(?:Bearer|Basic|Token)\s+/i.exec(filled) ?? {}
    const rest = filled.slice(scheme.length)
    return findPlaceholder(rest) === rest && rest !== '' ? scheme + secret(key) : filled
  }
  const fillArgument = (text: string): string => {
    const filled = fill(text)
    const found = findPlaceholder(filled)
    return found !== null && keyWords.test(found) ? filled.replace(found, secret(found)) : filled
  }
  let changed = json
  const set = (path: readonly string[], before: JsonValue, after: JsonValue) => {
    if (JSON.stringify(before) !== JSON.stringify(after)) changed = setValue(changed, path, after)
  }
  const { args, url } = entry
  if (Array.isArray(args))
    set(
      ['args'],
      args,
      args.map((arg) => (typeof arg === 'string' ? fillArgument(arg) : arg))
    )
  if (typeof url === 'string') set(['url'], url, fill(url))
  for (const section of ['env', 'headers'])
    for (const [key, value] of Object.entries(entry[section] ?? {}))
      if (typeof value === 'string') set([section, key], value, fillNamed(key, value))
  return changed
}
