/**
 * Adapts a request to the known abilities of a model. Nothing is dropped silently: text replaces what the model doesn't
 * accept. If nothing is known about a model, only sounds and documents are replaced, which most services reject. Pure.
 */
import { describeBlock } from '../contract/content/content-kinds'
import type { ContentBlock } from '../contract/content-blocks'
import type { ModelAbility } from '../contract/models/model-facts'
import type { ModelContent, ModelMessage, ModelRequest } from './model'

export function adaptToAbilities(
  request: ModelRequest,
  abilities: readonly ModelAbility[] | undefined
): ModelRequest {
  const takes = (ability: ModelAbility): boolean => abilities?.includes(ability) === true
  const lacks = (ability: ModelAbility): boolean => abilities !== undefined && !takes(ability)
  const messages = lacks('images') ? request.messages.map(withoutImages) : request.messages
  const taken = { ...request, messages, takesSounds: takes('audio'), takesDocuments: takes('pdf') }
  return lacks('tools') ? withoutTools(taken) : taken
}

function withoutImages({ role, content }: ModelMessage): ModelMessage {
  const named = (block: ContentBlock): ContentBlock =>
    block.type === 'image' ? { type: 'text', text: describeBlock(block) } : block
  return {
    role,
    content: content.map((item): ModelContent => {
      if (item.type === 'block') return { ...item, block: named(item.block) }
      return item.type === 'tool-result' ? { ...item, content: item.content.map(named) } : item
    })
  }
}

/** Calls of another model are described as text. */
function withoutTools({ toolChoice: _choice, ...request }: ModelRequest): ModelRequest {
  return {
    ...request,
    tools: [],
    messages: request.messages.map(({ role, content }) => ({ role, content: content.flatMap(toldAsWords) }))
  }
}

function toldAsWords(item: ModelContent): readonly ModelContent[] {
  if (item.type === 'thinking') return [] // it is part of a call
  if (item.type === 'tool-call') {
    const called = `[The tool ${item.name} was called with ${JSON.stringify(item.arguments)}]`
    return [{ type: 'text', text: called }]
  }
  if (item.type !== 'tool-result') return [item]
  const head = item.isError ? '[The call failed]' : '[The result of the call]'
  return [
    { type: 'text', text: head },
    ...item.content.map((block): ModelContent => {
      return block.type === 'text' ? { type: 'text', text: block.text } : { type: 'block', block }
    })
  ]
}
