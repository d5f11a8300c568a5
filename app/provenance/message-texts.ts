/** The texts of a message, each with who brought it into the conversation and when a model could read it. */
import type { ContentBlock, Message, MessagePart, ToolCallPart } from '../contract/conversations'
import type { TextOrigin } from '../contract/flows'
import type { JsonValue } from '../contract/json'

export type Author = { readonly type: 'person' } | { readonly type: 'model' } | TextOrigin

export interface MessageText {
  /** Tells the texts of one message apart, and one that has changed from what it was. */
  readonly key: string
  readonly author: Author
  /** Within the message: the model's words of a step, then the results of that step. */
  readonly order: number
  readonly text: string
}

/** A model reads no more of one result or attachment. */
const longestText = 100 * 1024

const person = { type: 'person' } as const
const model = { type: 'model' } as const

export function textsOf(message: Message): readonly MessageText[] {
  return message.parts.flatMap((part, index) =>
    piecesOf(part, message.role).flatMap(({ author, order, texts }) => {
      const text = texts.filter((one) => one !== '').join('\n')
      const state = part.type === 'tool-call' ? part.state : ''
      return text === '' ? [] : [{ key: `${index} ${order} ${state} ${text.length}`, author, order, text }]
    })
  )
}

interface Piece {
  readonly author: Author
  readonly order: number
  readonly texts: readonly string[]
}

function piecesOf(part: MessagePart, role: Message['role']): readonly Piece[] {
  switch (part.type) {
    case 'text':
      return [{ author: role === 'user' ? person : model, order: 2 * part.step, texts: [part.text] }]
    case 'tool-request':
      return [{ author: person, order: 0, texts: leavesOf(part.arguments) }]
    case 'tool-call':
      return ofCall(part)
    case 'resource': {
      const author = { type: 'resource', serverName: part.serverName, uri: part.uri } as const
      const texts = part.contents.map(({ text }) => (text ?? '').slice(0, longestText))
      return [{ author, order: 0, texts }]
    }
    case 'prompt': {
      const author = { type: 'prompt', serverName: part.serverName, name: part.name } as const
      const texts = part.messages.flatMap(({ content }) => blockTexts(content))
      return [
        { author: person, order: 0, texts: Object.values(part.arguments) },
        { author, order: 0, texts }
      ]
    }
    case 'tool-suggestions':
    case 'note':
      return []
  }
}

function ofCall(call: ToolCallPart): readonly Piece[] {
  const asked: Piece = { author: model, order: 2 * call.step, texts: leavesOf(call.arguments) }
  if (call.serverName === null) return [asked]
  const author = { type: 'tool', serverName: call.serverName, toolName: call.toolName } as const
  return [asked, { author, order: 2 * call.step + 1, texts: resultTexts(call) }]
}

/** A failure may be told in the server's words. */
function resultTexts(call: ToolCallPart): readonly string[] {
  if (call.state === 'failed') return [call.failure?.message ?? '']
  if (call.state !== 'done') return []
  return [...call.content.flatMap(blockTexts), ...leavesOf(call.structuredContent)]
}

function blockTexts(block: ContentBlock): readonly string[] {
  switch (block.type) {
    case 'text':
      return [block.text.slice(0, longestText)]
    case 'resource':
      return [block.uri, (block.text ?? '').slice(0, longestText)]
    case 'resource-link':
      return [block.uri, block.name, block.description ?? '']
    case 'unknown':
      return leavesOf(block.raw)
    case 'image':
    case 'audio':
      return []
  }
}

/** All texts and numbers of a value. */
function leavesOf(value: JsonValue): readonly string[] {
  const leaves: string[] = []
  const waiting: JsonValue[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') leaves.push(next)
    else if (typeof next === 'number') leaves.push(String(next))
    else if (typeof next === 'object' && next !== null) waiting.push(...Object.values(next).toReversed())
  }
  return leaves
}
