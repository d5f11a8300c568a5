/**
 * Content of tool results as text, for models that can not take it as it is. Binary data never becomes
 * text: a model can do nothing with base64 and pays for every character.
 */
import type { ContentBlock } from '../contract/conversations'

/** The block in words; text blocks and text resources in full. */
export function describeBlock(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return `[${block.type} of type ${block.mimeType}, ${sizeOf(block.data)}, shown to the person only]`
    case 'resource':
      return describeResource(block)
    case 'resource-link':
      return `[link to resource ${block.uri}, named ${block.name}${block.description === null ? '' : `: ${block.description}`}]`
    case 'unknown':
      return '[content of a kind that Parley does not know, shown to the person only]'
  }
}

function describeResource(block: ContentBlock & { type: 'resource' }): string {
  const type = block.mimeType ?? 'unknown type'
  if (block.text !== null) return `[resource ${block.uri}, ${type}]\n${block.text}`
  const size = block.blob === null ? 'empty' : sizeOf(block.blob)
  return `[resource ${block.uri}, ${type}, ${size}, shown to the person only]`
}

function sizeOf(base64: string): string {
  const bytes = Math.floor((base64.length * 3) / 4)
  return bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KB`
}
