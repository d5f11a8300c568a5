/** Whether a failure is told in words of Parley alone. What a server wrote, in whatever part of it, goes through the gate. */
import type { LocalizedText, LocalizedValue } from '../../contract/localized-text'

/** Values of texts that are codes of Parley, names that the person gave, or what a model knows the tool by. */
const plainValues = new Set(['server', 'tool', 'address', 'meaning', 'code'])

/** Unknown values count as words of others, and so does a failure of which only the words are left. */
export function isRepeatedMessage({ said }: { readonly said?: LocalizedText | undefined }): boolean {
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
