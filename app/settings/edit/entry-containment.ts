/** What is open for a contained server, written into its entry: what stays keeps its place, its comments and its layout. */
import type { Containment } from '../../contract/choices/containment'
import { limitKeys } from '../../contract/choices/containment-limits'
import type { JsonValue } from '../../contract/json'
import { isBreakage, parseDocument, valueOf } from '../document/json-document'
import { removeValue, setList, setValue } from '../document/text-edits'

const extras = ['listens', 'installScripts'] as const

/** `undefined`: not contained; an entry that says "off" goes on to say so. */
export function writeContainment(json: string, containment: Containment | undefined): string {
  const before = containmentIn(json)
  if (containment === undefined) return before === 'off' ? json : removeValue(json, ['containment'])
  if (before === null || typeof before !== 'object')
    return setValue(json, ['containment'], { ...containment } as unknown as JsonValue)
  const limited = [...limitKeys, ...extras].reduce(
    (text, key) => {
      const wanted = containment[key]
      if (JSON.stringify(before[key]) === JSON.stringify(wanted)) return text
      return wanted === undefined
        ? removeValue(text, ['containment', key])
        : setValue(text, ['containment', key], wanted)
    },
    writeMasked(json, before['masked'], containment.masked)
  )
  return (['read', 'write', 'hosts'] as const).reduce((text, key) => {
    const known = before[key] ?? []
    const wanted = [...new Set(containment[key])]
    if (JSON.stringify(known) === JSON.stringify(wanted)) return text
    if (!Array.isArray(known)) return setValue(text, ['containment', key], wanted)
    return setList(text, ['containment', key], { known, wanted })
  }, limited)
}

function writeMasked(json: string, before: JsonValue | undefined, wanted: Containment['masked']): string {
  if (JSON.stringify(before ?? {}) === JSON.stringify(wanted ?? {})) return json
  if (wanted === undefined || Object.keys(wanted).length === 0)
    return removeValue(json, ['containment', 'masked'])
  return setValue(json, ['containment', 'masked'], { ...wanted } as JsonValue)
}

function containmentIn(json: string): { readonly [key: string]: JsonValue } | 'off' | null {
  const document = parseDocument(json, 'entry')
  if (isBreakage(document)) return null
  const { containment = null } = valueOf(document.root) as {
    readonly containment?: { readonly [key: string]: JsonValue } | 'off' | null
  }
  return containment
}
