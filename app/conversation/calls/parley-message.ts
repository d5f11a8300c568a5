/** Whether a failure contains only Parley's own text. Any text from a server goes through the review. */
import type { LocalizedText, LocalizedValue } from '../../contract/localized-text'

/** Placeholders that contain codes of Parley, names given by the user, or the tool name that models use. */
const plainValues = new Set(['server', 'tool', 'address', 'meaning', 'code'])

/** False if a placeholder is unknown, or if the failure has no localized text: both may contain other text. */
export function isParleyMessage({ said }: { readonly said?: LocalizedText | undefined }): boolean {
  return said !== undefined && isOwn(said)
}

function isOwn({ text, values = {} }: LocalizedText): boolean {
  return Object.entries(values).every(
    ([name, value]) =>
      plainValues.has(name) || (text === 'mcp.unreachable' && name === 'reason') || isOwnValue(value)
  )
}

function isOwnValue(value: LocalizedValue): boolean {
  if (typeof value === 'number') return true
  if (typeof value === 'string') return false
  if ('text' in value) return isOwn(value)
  return ('anyOf' in value ? value.anyOf : value).every(isOwnValue)
}
