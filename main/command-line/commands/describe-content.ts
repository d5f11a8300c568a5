/** Formats content of servers for a terminal. */
import type { ContentBlock } from '../../../app/contract/content-blocks'
import type { JsonValue } from '../../../app/contract/json'
import { sizeText } from '../../../app/contract/content/amounts'
import { say, toText } from '../../../app/texts/render-localized'
import { shownLanguage } from '../../../app/texts/translated'
import { terminalJson, terminalLine, terminalText } from '../terminal/terminal-text'

export function describeContent(
  content: readonly ContentBlock[],
  structured: JsonValue | null = null
): string {
  const texts = content.map(blockWords)
  // Most servers send the same in both.
  const isSaid = structured === null || content.some((block) => isSame(block, structured))
  return [...texts, ...(isSaid ? [] : [terminalJson(structured)])].map((text) => `${text}\n`).join('')
}

/** A binary file. */
export function describeBytes(mimeType: string | null, base64: string): string {
  const size = sizeText(Math.floor((base64.length * 3) / 4), shownLanguage())
  return toText(say('cli.bytes', { type: terminalLine(mimeType ?? '?'), size }))
}

function blockWords(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return terminalText(block.text)
    case 'image':
    case 'audio':
      return describeBytes(block.mimeType, block.data)
    case 'resource':
      return block.text === null ? describeBytes(block.mimeType, block.blob ?? '') : terminalText(block.text)
    case 'resource-link':
      return `${terminalLine(block.name)} <${terminalLine(block.uri)}>`
    case 'unknown':
      return terminalJson(block.raw)
  }
}

function isSame(block: ContentBlock, structured: JsonValue): boolean {
  if (block.type !== 'text') return false
  try {
    return JSON.stringify(JSON.parse(block.text)) === JSON.stringify(structured)
  } catch {
    return false // text that isn't JSON
  }
}
