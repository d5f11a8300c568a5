/** Moves keys from an entry to the vault. Each becomes a secret that the entry names. */
import { isSensitiveKey } from '../../base/logger'
import { canParseUrl } from '../../base/can-parse-url'
import { findPlaceholder } from '../paste/missing-values'
import type { ParleyEntry } from './other-app-entry'

/** Finds parts of a text that look like a key. `name`: the variable or header that contains it. */
export type FindEntrySecrets = (
  text: string,
  name: string
) => readonly { readonly start: number; readonly end: number }[]

export interface MovedSecret {
  readonly name: string
  readonly value: string
}

export interface SafeEntry {
  readonly entry: ParleyEntry
  readonly secrets: readonly MovedSecret[]
}

export interface MovingOptions {
  readonly findSecrets: FindEntrySecrets
  /** An existing secret is never overwritten. */
  readonly isTaken: (secretName: string) => boolean
}

/** Some keys are recognized by their names, some by their format, and some because they look random. */
const keyName = /(?:key|pat|pin|password|passwd|pwd|credentials?|dsn)$|_key_/i
const unspeakable = /^(?=.*[A-Za-z])(?=.*\d)[\w+=.~-]{24,}$/
const optionWithKey = /^--?[\w-]*(?:key|token|secret|passw(?:or)?d|pat|auth|credentials?)$/i

export function moveSecrets(serverName: string, entry: ParleyEntry, options: MovingOptions): SafeEntry {
  const secrets: MovedSecret[] = []
  const move = (label: string, value: string): string => {
    const known = secrets.find((secret) => secret.value === value)
    if (known !== undefined) return `\${secret:${known.name}}`
    const isTaken = (name: string) => options.isTaken(name) || secrets.some((secret) => secret.name === name)
    const name = freeSecretName(`${serverName}-${label}`, isTaken)
    secrets.push({ name, value })
    return `\${secret:${name}}`
  }
  const isKey = (name: string, value: string) => looksLikeKey(name, value, options.findSecrets)
  /** The parts that look like a key. */
  const moveParts = (label: string, text: string): string =>
    mergeRanges(options.findSecrets(text, '')).reduceRight(
      (remaining, { start, end }) =>
        remaining.slice(0, start) + move(label, text.slice(start, end)) + remaining.slice(end),
      text
    )
  const moveVariable = (name: string, value: string): string =>
    isKey(name, value) ? move(name, value.trim()) : value
  const moveHeader = (name: string, value: string): string => {
    const [, scheme = '', rest = ''] = /^(Bearer |Basic |Token |)([\s\S]*)$/i.exec(value.trim()) ?? []
    return isKey(name, rest) ? scheme + move(name, rest) : value
  }
  const moveArgument = (arg: string, before: string): string => {
    if (optionWithKey.test(before) && isLiteral(arg)) return move(before.replace(/^-+/, ''), arg)
    const [, head = '', name = '', value = ''] = /^((?:--?)?([\w-]+)(?:=|:\s*))([\s\S]+)$/.exec(arg) ?? []
    if (name !== '' && !/^https?$/i.test(name) && (isSensitiveKey.test(name) || keyName.test(name)))
      return head + moveHeader(name, value)
    return canParseUrl(arg) ? moveFromUrl(arg, { move, isKey, moveParts }) : moveParts('argument', arg)
  }
  const map = (
    record: Readonly<Record<string, string>> | undefined,
    change: (name: string, value: string) => string
  ) => Object.fromEntries(Object.entries(record ?? {}).map(([name, value]) => [name, change(name, value)]))
  return {
    entry: {
      ...entry,
      ...(entry.args && { args: entry.args.map((arg, at) => moveArgument(arg, entry.args?.[at - 1] ?? '')) }),
      ...(entry.env && { env: map(entry.env, moveVariable) }),
      ...(entry.url !== undefined && { url: moveFromUrl(entry.url, { move, isKey, moveParts }) }),
      ...(entry.headers && { headers: map(entry.headers, moveHeader) })
    },
    secrets
  }
}

type Move = (label: string, value: string) => string

interface Moving {
  readonly move: Move
  readonly isKey: (name: string, value: string) => boolean
  readonly moveParts: Move
}

/** Keys in the query keep their position in it. */
function moveFromUrl(url: string, { move, isKey, moveParts }: Moving): string {
  const [, address = '', query = '', rest = ''] = /^([^?#]*)(\?[^#]*)?([\s\S]*)$/.exec(url) ?? []
  const parts = query.replaceAll(/[^?&]+/g, (part) => {
    const [name = '', ...value] = part.split('=')
    return isKey(name, value.join('=')) ? `${name}=${move(name, value.join('='))}` : part
  })
  return moveParts('address', address) + parts + rest
}

function looksLikeKey(name: string, value: string, findSecrets: FindEntrySecrets): boolean {
  const text = value.trim()
  if (!isLiteral(text) || /^(?:true|false|yes|no|on|off|none|\d{1,5})$/i.test(text)) return false
  if (isSensitiveKey.test(name) || keyName.test(name) || unspeakable.test(text)) return true
  return findSecrets(text, name).length > 0
}

/** Neither a variable nor a placeholder for a key. */
function isLiteral(text: string): boolean {
  return text !== '' && !text.includes('${') && findPlaceholder(text) !== text
}

function mergeRanges(ranges: ReturnType<FindEntrySecrets>): ReturnType<FindEntrySecrets> {
  const sorted = ranges.toSorted((one, other) => one.start - other.start)
  return sorted.filter(({ start }, at) => sorted.slice(0, at).every(({ end }) => end <= start))
}

function freeSecretName(wanted: string, isTaken: (name: string) => boolean): string {
  // `/` is reserved for sign-ins.
  const plain = wanted.toLowerCase().replace(/[^\p{L}\p{N}._ -]+/gu, '-')
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? plain : `${plain}-${count}`
    if (!isTaken(name)) return name
  }
}
