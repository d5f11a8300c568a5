/** Chunks of Chat Completions as parts of a reply, also from services that follow the form loosely. */
import type { ChatCompletionChunk } from 'openai/resources/chat/completions'
import type { Usage } from '../../contract/conversations'
import { cacheTokens } from './cache-tokens'
import { ChatThoughts } from './chat-thoughts'
import type { ModelPart } from '../model'
import { requestedCall } from '../vendor/tool-input'
import type { ReplyReader } from './reply-reader'

interface OpenCall {
  readonly id: string
  readonly name: string
  json: string
}

type CallDelta = NonNullable<ChatCompletionChunk.Choice.Delta['tool_calls']>[number]

/** Their words for why a reply ended, in ours. */
const stopReasons: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  content_filter: 'refusal'
}

/** `writer`: whose thoughts they are. */
export function createChatReader(writer: string, newId: () => string): ReplyReader<ChatCompletionChunk> {
  const thoughts = new ChatThoughts(writer)
  let calls: { readonly index: number; readonly call: OpenCall }[] = []
  let usage: Usage | null = null
  let stopReason: string | null = null

  /** A call is known by its place, and where every call stands at the first place, by its id. */
  function openCall(delta: CallDelta): { readonly call: OpenCall; readonly isNew: boolean } {
    const known = calls.findLast(({ index }) => index === (delta.index ?? 0))?.call
    const isOther = Boolean(delta.id) && delta.id !== known?.id && Boolean(delta.function?.name)
    if (known !== undefined && !isOther) return { call: known, isNew: false }
    const call: OpenCall = { id: delta.id || newId(), name: delta.function?.name ?? '', json: '' }
    calls.push({ index: delta.index ?? 0, call })
    return { call, isNew: true }
  }

  function* read(chunk: ChatCompletionChunk): Generator<ModelPart> {
    if (chunk.usage)
      usage = {
        inputTokens: chunk.usage.prompt_tokens ?? 0,
        outputTokens: chunk.usage.completion_tokens ?? 0,
        ...cacheTokens(chunk.usage.prompt_tokens_details?.cached_tokens)
      }
    const choice = chunk.choices?.[0]
    if (choice === undefined) return
    yield* readDelta(choice.delta)
    if (!choice.finish_reason) return
    stopReason = stopReasons[choice.finish_reason] ?? choice.finish_reason
    yield* thoughts.end()
    yield* finishCalls()
  }

  function* readDelta(delta: ChatCompletionChunk.Choice.Delta | undefined): Generator<ModelPart> {
    yield* thoughts.read(delta)
    const text = (delta?.content ?? '') + (delta?.refusal ?? '')
    const pieces = delta?.tool_calls ?? []
    if (text !== '' || pieces.length > 0) yield* thoughts.end()
    if (text !== '') yield { type: 'text-delta', text }
    for (const piece of pieces) {
      const { call, isNew } = openCall(piece)
      yield* thoughts.besideCall(call.id, piece)
      if (isNew) yield { type: 'tool-call-started', id: call.id, name: call.name }
      call.json += piece.function?.arguments ?? ''
    }
  }

  function* finishCalls(): Generator<ModelPart> {
    const finished = calls
    calls = []
    for (const { call } of finished) yield requestedCall(call.id, call.name, call.json)
    // Some say `stop` although the model waits for the results.
    if (finished.length > 0 && stopReason === 'end_turn') stopReason = 'tool_use'
  }

  return {
    read,
    end: () => (stopReason === null ? null : { type: 'ended', stopReason, usage })
  }
}
