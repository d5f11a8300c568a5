/**
 * Applies the user's changes to a sampling request before it goes to a model, and refuses changes that make a request
 * which no model accepts. Pure.
 */
import type { AnswerOf } from '../../contract/questions/questions'
import { HostError } from '../../base/host-error'
import { directModelId } from '../../contract/direct-model'
import type { SamplingContent, SamplingMessage, SamplingRequest } from '../../contract/requests'
import { invalidAnswer } from './answer-context'
import { say } from '../../texts/render-localized'

type Edited = NonNullable<AnswerOf<'sampling'>['edited']>

interface EditedRequest {
  readonly request: SamplingRequest
  readonly model: string
}

/** @throws HostError BRIDGE_INVALID_INPUT, MODEL_UNKNOWN */
export function editRequest(
  request: SamplingRequest,
  chosen: string,
  edited: Edited | undefined
): EditedRequest {
  const model = edited?.model ?? chosen
  if (model === directModelId) {
    throw new HostError('MODEL_UNKNOWN', say('consent.noModel'))
  }
  return { request: edited === undefined ? request : withChanges(request, edited), model }
}

function withChanges(request: SamplingRequest, edited: Edited): SamplingRequest {
  const { messages, systemPrompt, maxTokens, temperature, stopSequences, metadata } = edited
  // The server must not get back more than it asked for.
  if (maxTokens > request.maxTokens) {
    throw invalidAnswer(say('consent.tokenLimit', { tokens: request.maxTokens }))
  }
  requireMessages(messages)
  return {
    ...request,
    messages,
    systemPrompt,
    maxTokens,
    ...(temperature !== undefined && { temperature }),
    ...(stopSequences !== undefined && { stopSequences }),
    ...(metadata !== undefined && { metadata }),
    ...withTools(request, edited)
  }
}

function withTools(request: SamplingRequest, edited: Edited): Pick<SamplingRequest, 'tools' | 'toolChoice'> {
  const kept = edited.tools === undefined ? null : new Set(edited.tools)
  const tools = request.tools.filter((_, index) => kept === null || kept.has(index))
  const toolChoice = edited.toolChoice === undefined ? request.toolChoice : edited.toolChoice
  // Without any tools left, there is nothing to choose.
  return { tools, toolChoice: tools.length === 0 && request.tools.length > 0 ? null : toolChoice }
}

/** @throws HostError BRIDGE_INVALID_INPUT if a provider would refuse the messages or there is nothing to answer */
function requireMessages(messages: readonly SamplingMessage[]): void {
  if (!messages.some(({ content }) => content.some(isSaid))) throw invalidAnswer(say('consent.noMessages'))
  const uses = messages.map(({ content }) => idsOf(content, 'tool-use'))
  const results = messages.map(({ content }) => idsOf(content, 'tool-result'))
  for (const [index, ids] of results.entries()) {
    if (!isSame(ids, uses[index - 1] ?? [])) throw invalidAnswer(say('consent.callAndResult'))
  }
}

function isSaid(block: SamplingContent): boolean {
  return block.type !== 'text' || block.text.trim() !== ''
}

function idsOf(content: readonly SamplingContent[], type: 'tool-use' | 'tool-result'): string[] {
  return content.flatMap((block) => {
    if (block.type !== type) return []
    return block.type === 'tool-use' ? [block.id] : block.type === 'tool-result' ? [block.toolUseId] : []
  })
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}
