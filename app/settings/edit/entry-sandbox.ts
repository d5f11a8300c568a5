/** Writes what a sandboxed server may use into its entry. Unchanged items keep their position, comments and layout. */
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import { limitKeys } from '../../contract/consent/sandbox-limits'
import type { JsonValue } from '../../contract/json'
import { isBreakage, parseDocument, toJsonValue } from '../document/json-document'
import { removeValue, setList, setValue } from '../document/text-edits'
import { findSandboxKey, sandboxKeys, type SandboxKey } from '../parse/sandbox-key'

const extras = ['listens', 'installScripts'] as const

/** `undefined`: not sandboxed; an entry that says "off" keeps it. */
export function writeSandbox(json: string, containment: SandboxChoices | undefined): string {
  const { key, value: before } = getSandbox(json)
  if (containment === undefined)
    return before === 'off' ? json : sandboxKeys.reduce((text, each) => removeValue(text, [each]), json)
  if (before === null || typeof before !== 'object')
    return setValue(json, [key], { ...containment } as unknown as JsonValue)
  const limited = [...limitKeys, ...extras].reduce(
    (text, name) => {
      const wanted = containment[name]
      if (JSON.stringify(before[name]) === JSON.stringify(wanted)) return text
      return wanted === undefined ? removeValue(text, [key, name]) : setValue(text, [key, name], wanted)
    },
    writeMasked(json, [key, 'masked'], { before: before['masked'], wanted: containment.masked })
  )
  return (['read', 'write', 'hosts'] as const).reduce((text, name) => {
    const known = before[name] ?? []
    const wanted = [...new Set(containment[name])]
    if (JSON.stringify(known) === JSON.stringify(wanted)) return text
    if (!Array.isArray(known)) return setValue(text, [key, name], wanted)
    return setList(text, [key, name], { known, wanted })
  }, limited)
}

/** The entry with the sandbox switched off. */
export function switchSandboxOff(json: string): string {
  return setValue(json, [getSandbox(json).key], 'off')
}

/** The key under which the entry describes its sandbox, or would. */
export function detectSandboxKey(json: string): SandboxKey {
  return getSandbox(json).key
}

/** Whether the entry mentions a sandbox. */
export function hasSandbox(json: string): boolean {
  return getSandbox(json).value !== null
}

interface MaskedChange {
  readonly before: JsonValue | undefined
  readonly wanted: SandboxChoices['masked']
}

function writeMasked(json: string, path: readonly string[], { before, wanted }: MaskedChange): string {
  if (JSON.stringify(before ?? {}) === JSON.stringify(wanted ?? {})) return json
  if (wanted === undefined || Object.keys(wanted).length === 0) return removeValue(json, path)
  return setValue(json, path, { ...wanted } as JsonValue)
}

interface WrittenSandbox {
  /** A new one is written as `sandbox`; an entry that has the older key keeps it. */
  readonly key: SandboxKey
  readonly value: { readonly [key: string]: JsonValue } | 'off' | null
}

function getSandbox(json: string): WrittenSandbox {
  const document = parseDocument(json, 'entry')
  const entry = isBreakage(document) ? null : toJsonValue(document.root)
  const isObject = typeof entry === 'object' && entry !== null && !Array.isArray(entry)
  const key = isObject ? findSandboxKey(entry) : null
  if (!isObject || key === null) return { key: 'sandbox', value: null }
  return { key, value: entry[key] as WrittenSandbox['value'] }
}
