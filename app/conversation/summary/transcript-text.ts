/**
 * Renders a conversation as one text for a model that summarizes it: messages with their roles, tool calls, and
 * results. In one text, nothing is a turn of the conversation, and the model can't mistake an old call for a new one.
 */
import { describeBlock } from '../../contract/content/content-kinds'
import type { ModelContent, ModelMessage } from '../../models/model'

/** In characters. The beginning of a long result is enough for a summary. */
const longestPiece = 6_000

/** One text for each message. */
export function renderTranscript(messages: readonly ModelMessage[]): readonly string[] {
  return messages.flatMap(({ role, content }) => {
    const said = content.map(textOf).filter((text) => text.trim() !== '')
    return said.length === 0 ? [] : [`${role === 'user' ? 'User' : 'Assistant'}:\n${said.join('\n')}`]
  })
}

function textOf(one: ModelContent): string {
  switch (one.type) {
    case 'text':
      return one.file === undefined ? one.text : cut(one.text)
    case 'tool-call':
    case 'tool-request':
      return `(calls the tool ${one.name} with ${cut(JSON.stringify(one.arguments))})`
    case 'tool-result':
      return `(the tool gave: ${cut(one.content.map(describeBlock).join('\n'))})`
    case 'block':
      return cut(describeBlock(one.block))
    case 'attachment':
      return `(attached: ${one.name})`
    case 'thinking':
      return ''
  }
}

function cut(text: string): string {
  const left = text.length - longestPiece
  return left <= 0 ? text : `${text.slice(0, longestPiece)} [${left} more characters]`
}

/** The smallest number of portions with at most `most` characters each. Longer texts are split. */
export function splitIntoPortions(texts: readonly string[], most: number): readonly string[] {
  const portions: string[] = []
  let current = ''
  for (const text of texts.flatMap((one) => piecesOf(one, most))) {
    if (current !== '' && current.length + text.length + 2 > most) {
      portions.push(current)
      current = ''
    }
    current = current === '' ? text : `${current}\n\n${text}`
  }
  return current === '' ? portions : [...portions, current]
}

function piecesOf(text: string, most: number): readonly string[] {
  const count = Math.ceil(text.length / most)
  return Array.from({ length: count }, (_, index) => text.slice(index * most, (index + 1) * most))
}
