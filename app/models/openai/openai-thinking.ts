/** Thoughts of OpenAI-compatible models: the levels that can be requested, and how thoughts are sent back. Pure. */
import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions'
import type { ResponseCreateParams, ResponseReasoningItem } from 'openai/resources/responses/responses'
import type { ThinkingLevel } from '../../contract/limits'
import type { ModelContent, ModelRequest } from '../model'

/** There is no parameter for turning off thinking that all of them accept. */
const efforts = ['low', 'medium', 'high'] as const

/** `model`: the service's own id; routers put the vendor before the name. The address is unknown here. */
export function listOpenAiThinkingLevels(model: string): readonly ThinkingLevel[] {
  return /^(?:[\w.-]+\/)*(?:o\d|gpt-[5-9]|gpt-oss|gemini-(?:2\.5|[3-9]))/.test(model) ? efforts : []
}

function getEffort({ model, thinking }: ModelRequest): (typeof efforts)[number] | null {
  const effort = efforts.find((item) => item === thinking) ?? null
  return listOpenAiThinkingLevels(model).length === 0 ? null : effort
}

export function toEffort(request: ModelRequest): Pick<ChatCompletionCreateParams, 'reasoning_effort'> {
  const effort = getEffort(request)
  return effort === null ? {} : { reasoning_effort: effort }
}

/**
 * The service stores nothing, so a model's thought is sent with the answer, encrypted, and sent back with the next
 * step.
 */
export function toReasoning(request: ModelRequest): Pick<ResponseCreateParams, 'reasoning' | 'include'> {
  if (request.thinking === undefined || listOpenAiThinkingLevels(request.model).length === 0) return {}
  const effort = getEffort(request)
  return {
    reasoning: { summary: 'auto', ...(effort === null ? {} : { effort }) },
    include: ['reasoning.encrypted_content']
  }
}

type Thinking = ModelContent & { readonly type: 'thinking' }

export function toReasoningItem({ seal: { data } }: Thinking): ResponseReasoningItem {
  return data as unknown as ResponseReasoningItem
}
