/**
 * Converts a sampling request to a model request, and the model's reply to content for the server. Translates between
 * the protocol's terms and the provider's. `sampling.ts` handles the user's decisions.
 */
import { HostError } from '../base/host-error'
import { readableBlock, readableSchema } from '../models/readable-text'
import { visibleTextWithNote } from '../base/visible-text'
import { readableResult } from '../contract/content/readable-result'
import type { ContentBlock } from '../contract/content-blocks'
import type { Usage } from '../contract/conversations'
import type { SamplingQuestion } from '../contract/questions/questions'
import type { SamplingContent, SamplingMessage, SamplingRequest } from '../contract/requests'
import type { ModelContent, ModelMessage, ModelPart, ModelRequest } from '../models/model'
import { say } from '../texts/render-localized'

/** Names of the server's tools as models accept them, and back. */
export interface ToolNames {
  readonly forModel: (name: string) => string
  readonly forServer: (name: string) => string
}

/** The reply in the protocol's terms. */
export interface SamplingReply {
  readonly content: readonly SamplingContent[]
  readonly stopReason: string | null
  readonly usage: Usage | null
}

/** `context`: what the user allowed to be added; null: nothing. */
export function toModelRequest(
  request: SamplingRequest,
  model: string,
  { names, context }: { readonly names: ToolNames; readonly context: SamplingQuestion['contextPreview'] }
): ModelRequest {
  const asked = request.messages.map((message) => toModelMessage(message, names))
  const before: ModelMessage[] = context === null ? [] : [sayContext(context)]
  return {
    model,
    systemPrompt: visibleTextWithNote(request.systemPrompt ?? ''),
    messages: [...before, ...asked],
    tools: request.tools.map((tool) => ({
      name: names.forModel(tool.name),
      description: visibleTextWithNote(tool.description),
      inputSchema: readableSchema(tool.inputSchema)
    })),
    maxOutputTokens: request.maxTokens,
    stopSequences: request.stopSequences,
    ...(request.toolChoice === null ? {} : { toolChoice: request.toolChoice }),
    ...(request.temperature === null ? {} : { temperature: request.temperature }),
    ...(request.metadata ? { metadata: request.metadata } : {})
  }
}

function sayContext(context: string): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text: `Context of the conversation:\n${context}` }] }
}

function toModelMessage({ role, content }: SamplingMessage, names: ToolNames): ModelMessage {
  return { role, content: content.map((item) => toModelContent(item, names)) }
}

function toModelContent(item: SamplingContent, names: ToolNames): ModelContent {
  switch (item.type) {
    case 'text':
      return { type: 'text', text: visibleTextWithNote(item.text) }
    case 'tool-use':
      return { type: 'tool-call', id: item.id, name: names.forModel(item.name), arguments: item.input }
    case 'tool-result':
      return { type: 'tool-result', id: item.toolUseId, content: getResult(item), isError: item.isError }
    default:
      return { type: 'block', block: readableBlock(item) }
  }
}

function getResult(item: SamplingContent & { readonly type: 'tool-result' }): readonly ContentBlock[] {
  return readableResult(item).map(readableBlock)
}

/** Models accept only letters, digits, `_`, and `-`, at most 64 characters. Every tool gets a unique name. */
export function nameTools(tools: SamplingRequest['tools']): ToolNames {
  const forModel = new Map<string, string>()
  const forServer = new Map<string, string>()
  for (const { name } of tools) {
    if (forModel.has(name)) continue
    const plain = name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 60) || 'tool'
    let chosen = plain
    for (let next = 1; forServer.has(chosen); next += 1) chosen = `${plain}_${next}`
    forModel.set(name, chosen)
    forServer.set(chosen, name)
  }
  return {
    forModel: (name) => forModel.get(name) ?? name,
    forServer: (name) => forServer.get(name) ?? name
  }
}

/** @throws HostError MODEL_REFUSED_REQUEST, and what the stream throws */
export async function readSamplingReply(
  parts: AsyncIterable<ModelPart>,
  names: ToolNames
): Promise<SamplingReply> {
  const content: SamplingContent[] = []
  let text = ''
  let broken = false
  const endText = (): void => {
    if (text !== '') content.push({ type: 'text', text })
    text = ''
  }
  for await (const part of parts) {
    if (part.type === 'text-delta') text += part.text
    if (part.type === 'text-was-thinking') text = ''
    if (part.type === 'tool-call-requested' && part.isInputBroken === true) broken = true
    else if (part.type === 'tool-call-requested') {
      endText()
      const name = names.forServer(part.name)
      content.push({ type: 'tool-use', id: part.id, name, input: part.arguments })
    }
    if (part.type !== 'ended') continue
    endText()
    // A limit that cuts a call short isn't the model's error, but the call can't be used without its input.
    if (broken && part.stopReason !== 'max_tokens') throw brokenCall()
    return { content, stopReason: toStopReason(part.stopReason), usage: part.usage }
  }
  throw new HostError('MODEL_STREAM_DROPPED', say('requests.answerBrokeOff'))
}

function brokenCall(): HostError {
  return new HostError('MODEL_REFUSED_REQUEST', say('requests.brokenToolInput'))
}

/** @spec 2025-11-25 schema#CreateMessageResult */
const stopReasons: Readonly<Record<string, string>> = {
  end_turn: 'endTurn',
  stop_sequence: 'stopSequence',
  max_tokens: 'maxTokens',
  tool_use: 'toolUse'
}

function toStopReason(word: string): string {
  return stopReasons[word] ?? word
}
