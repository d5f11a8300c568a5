/** A view's request for a model's answer, in the form of a server's request: text and images, never tools. */
import type { CreateMessageRequest } from '@modelcontextprotocol/client'
import { readPicture } from '../../contract/content/picture-types'
import type { SamplingContent, SamplingMessage, SamplingRequest } from '../../contract/requests'

type Params = CreateMessageRequest['params']

const most = { messages: 1_000, blocks: 1_000, hints: 100, stops: 100, short: 1_000 }
const hottest = 2

/** A string says what of the request Parley doesn't accept. @spec 2025-11-25 client/sampling */
export function readSamplingRequest(params: Params): SamplingRequest | string {
  const { tools = [], toolChoice, maxTokens, temperature = null, stopSequences = [] } = params
  if (tools.length > 0 || toolChoice !== undefined) return "Parley doesn't give a model tools for an app"
  const isPossible = Number.isInteger(maxTokens) && maxTokens >= 1 && isUsable(temperature)
  if (!isPossible) return "Parley doesn't accept this limit or this temperature"
  const messages = params.messages.map(readMessage)
  if (messages.some((message) => message === null)) return "Parley doesn't accept this kind of content here"
  const { hints = [], ...priorities } = params.modelPreferences ?? {}
  const names = hints.flatMap(({ name }) => name ?? [])
  const blocks = messages.flatMap((message) => message?.content ?? [])
  const areTooMany =
    messages.length > most.messages ||
    blocks.length > most.blocks ||
    hints.length > most.hints ||
    stopSequences.length > most.stops ||
    [...names, ...stopSequences].some((text) => text.length > most.short)
  if (areTooMany || blocks.length === 0) return 'The request is empty or too large'
  return {
    messages: messages.filter((message) => message !== null),
    systemPrompt: params.systemPrompt ?? null,
    hints: names,
    priorities: {
      cost: priorities.costPriority ?? null,
      speed: priorities.speedPriority ?? null,
      intelligence: priorities.intelligencePriority ?? null
    },
    maxTokens,
    temperature,
    stopSequences,
    // Only announced with the capability `context`.
    includeContext: 'none',
    tools: [],
    toolChoice: null
  }
}

function isUsable(temperature: number | null): boolean {
  return temperature === null || (temperature >= 0 && temperature <= hottest)
}

/** Null: with content of another kind. */
function readMessage({ role, content }: Params['messages'][number]): SamplingMessage | null {
  const blocks = Array.isArray(content) ? content : [content]
  const read = blocks.flatMap((block): SamplingContent[] => {
    if (block.type === 'text') return [{ type: 'text', text: block.text }]
    const picture = block.type === 'image' ? readPicture(block.data) : null
    return picture === null ? [] : [{ type: 'image', ...picture }]
  })
  return read.length === blocks.length ? { role, content: read } : null
}
