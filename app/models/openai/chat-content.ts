/** The content of a Chat Completions message: a text, or parts of many kinds. Pure. */
import { readVendorFields, isVendorFields, readVendorList, readVendorText } from '../vendor/fields'
import type { VendorFields } from '../vendor/fields'

export interface ContentPiece {
  readonly type: 'text' | 'thinking'
  readonly text: string
}

const thoughtTypes = /^(?:thinking|reasoning|thought|summary|redacted)/
/** Also for the model: it reads its own answer again. */
const mediaWords = '[Media that Parley can’t show.]'

export function readContent(content: unknown): readonly ContentPiece[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (typeof content === 'number' || typeof content === 'boolean')
    return [{ type: 'text', text: String(content) }]
  return readVendorList(content).flatMap(readPart)
}

function readPart(part: unknown): readonly ContentPiece[] {
  if (!isVendorFields(part)) return readContent(part)
  const kind = readVendorText(part['type'])
  if (thoughtTypes.test(kind) || part['thought'] === true)
    return [{ type: 'thinking', text: readThoughtText(part) }]
  const text = getText(part['text'] ?? part['refusal'] ?? part['content'] ?? part['output_text'])
  if (text === '' && /image|audio|video|file/.test(kind)) return [{ type: 'text', text: mediaWords }]
  return [{ type: 'text', text }]
}

/** Text of a thought, under any of the field names in use. */
export function readThoughtText(thought: unknown): string {
  if (!isVendorFields(thought)) return getText(thought)
  const names = ['thinking', 'reasoning', 'text', 'content', 'summary', 'thought', 'reasoning_content']
  return names.map((name) => getText(thought[name])).find((words) => words !== '') ?? ''
}

function getText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value))
    return value.map((item) => (isVendorFields(item) ? readThoughtText(item) : readVendorText(item))).join('')
  const { value: inner, text } = readVendorFields(value) as VendorFields
  return readVendorText(inner) || readVendorText(text)
}
