/** Contents of messages and calls for spans, without secrets and of limited length. Only if the user wants them sent. */
import type { ContentBlock } from '../../contract/content-blocks'
import type { ToolCallPart } from '../../contract/conversations'
import type { ModelContent, ModelPart, ModelRequest } from '../../models/model'
import { hideSensitiveValues, withoutSecrets } from '../excerpt'
import type { SpanAttributes } from './span'

type Redact = (text: string) => string

/** In characters, per attribute. */
const mostCharacters = 32_000
/** In characters, per text in it. */
const longestText = 8_000

export function describeCallArguments({ arguments: content }: ToolCallPart, redact: Redact): SpanAttributes {
  return { 'gen_ai.tool.call.arguments': write(content, redact) }
}

export function describeCallResult(
  { content, structuredContent }: ToolCallPart,
  redact: Redact
): SpanAttributes {
  const result = {
    content: content.map(describeBlock),
    ...(structuredContent !== null && { structuredContent })
  }
  return { 'gen_ai.tool.call.result': write(result, redact) }
}

/** The newest messages, as far as there is room. */
export function describeRequest({ systemPrompt, messages }: ModelRequest, redact: Redact): SpanAttributes {
  const written: string[] = []
  let left = mostCharacters
  for (const { role, content } of messages.toReversed()) {
    const text = write({ role, parts: content.map(describeContent) }, redact)
    if (text.length > left && written.length > 0) break
    left -= text.length
    written.unshift(text)
  }
  const instructions = write([{ type: 'text', content: systemPrompt }], redact)
  return {
    'gen_ai.input.messages': `[${written.join(',')}]`,
    ...(systemPrompt !== '' && { 'gen_ai.system_instructions': instructions })
  }
}

export function describeReply(parts: readonly ModelPart[], redact: Redact): SpanAttributes {
  const texts = parts.flatMap((part) => (part.type === 'text-delta' ? [part.text] : []))
  const text = texts.join('')
  const calls = parts.flatMap((part) =>
    part.type === 'tool-call-requested'
      ? [{ type: 'tool_call', id: part.id, name: part.name, arguments: part.arguments }]
      : []
  )
  const written = [...(text === '' ? [] : [{ type: 'text', content: text }]), ...calls]
  return { 'gen_ai.output.messages': write([{ role: 'assistant', parts: written }], redact) }
}

function describeContent(item: ModelContent): object {
  switch (item.type) {
    case 'text':
      return { type: 'text', content: item.text }
    case 'thinking':
      return { type: 'reasoning', content: item.text }
    case 'tool-call':
      return { type: 'tool_call', id: item.id, name: item.name, arguments: item.arguments }
    case 'tool-result':
      return { type: 'tool_call_response', id: item.id, response: item.content.map(describeBlock) }
    case 'block':
      return describeBlock(item.block)
    case 'attachment':
    case 'tool-request':
      return { type: item.type, name: item.name }
  }
}

/** Data of images and sounds stays here. */
function describeBlock(block: ContentBlock): object {
  switch (block.type) {
    case 'text':
      return { type: 'text', content: block.text }
    case 'image':
    case 'audio':
      return { type: 'blob', mime_type: block.mimeType, modality: block.type }
    case 'resource':
      return { type: 'uri', uri: block.uri, ...(block.text !== null && { content: block.text }) }
    case 'resource-link':
      return { type: 'uri', uri: block.uri }
    case 'unknown':
      return { type: 'unknown' }
  }
}

/** Texts are cut after secrets were removed from them, so that none is only half removed. */
function write(content: unknown, redact: Redact): string {
  const cut = (text: string, most: number): string => {
    const clean = withoutSecrets(text.slice(0, 2 * most), redact)
    return clean.length > most ? `${clean.slice(0, most).toWellFormed()}…` : clean
  }
  const cutTexts = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? cut(value, longestText) : value
  return cut(JSON.stringify(hideSensitiveValues(content), cutTexts) ?? 'null', mostCharacters)
}
