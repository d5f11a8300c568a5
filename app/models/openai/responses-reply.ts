/** Events of the Responses API as parts of a reply. */
import type {
  Response,
  ResponseFunctionToolCall,
  ResponseReasoningItem,
  ResponseStreamEvent
} from 'openai/resources/responses/responses'
import type { Usage } from '../../contract/conversations'
import { cacheTokens } from './cache-tokens'
import type { ModelPart } from '../model'
import { requestedCall } from '../vendor/tool-input'
import type { ReplyReader } from './reply-reader'

/** Their words for why a reply was cut, in ours. */
const cutReasons: Readonly<Record<string, string>> = {
  max_output_tokens: 'max_tokens',
  content_filter: 'refusal'
}

/** `writer`: whose thoughts they are. `fail`: makes the error of a reply that the service itself ended; thrown out of `read`. */
export function createResponsesReader(
  writer: string,
  fail: (error: { readonly type: string | null; readonly message: string | null }) => Error
): ReplyReader<ResponseStreamEvent> {
  let hasCalls = false
  let hasRefused = false
  let last: ModelPart | null = null

  function* read(event: ResponseStreamEvent): Generator<ModelPart> {
    switch (event.type) {
      case 'response.output_text.delta':
        if (event.delta !== '') yield { type: 'text-delta', text: event.delta }
        break
      case 'response.refusal.delta':
        hasRefused = true
        if (event.delta !== '') yield { type: 'text-delta', text: event.delta }
        break
      // Several pieces of one thought, or the thought itself where the service gives it.
      case 'response.reasoning_summary_part.added':
        if (event.summary_index > 0) yield { type: 'thinking-delta', text: '\n\n' }
        break
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        if (event.delta !== '') yield { type: 'thinking-delta', text: event.delta }
        break
      case 'response.output_item.added':
        if (event.item.type === 'function_call') yield startedCall(event.item)
        break
      case 'response.output_item.done':
        if (event.item.type === 'reasoning') yield endedThought(event.item, writer)
        if (event.item.type !== 'function_call') break
        hasCalls = true
        yield requestedCall(event.item.call_id, event.item.name, event.item.arguments)
        break
      case 'response.completed':
      case 'response.incomplete':
        last = endOf(event.response)
        break
      case 'response.failed':
        throw fail({
          type: event.response.error?.code ?? null,
          message: event.response.error?.message ?? null
        })
      case 'error':
        throw fail({ type: event.code, message: event.message })
      // What else there is tells of progress, or of tools that nobody asked for.
      default:
        break
    }
  }

  function endOf({ usage, incomplete_details: cut }: Response): ModelPart {
    const whole = hasCalls ? 'tool_use' : hasRefused ? 'refusal' : 'end_turn'
    return {
      type: 'ended',
      stopReason: cut?.reason === undefined ? whole : (cutReasons[cut.reason] ?? cut.reason),
      usage: usageOf(usage)
    }
  }

  return { read, end: () => last }
}

/** Only sealed does a service take it back that has kept nothing. */
function endedThought(item: ResponseReasoningItem, writer: string): ModelPart {
  const { id, summary, encrypted_content: sealed } = item
  if (!sealed) return { type: 'thinking-ended', seal: null }
  const data = {
    type: 'reasoning',
    id,
    summary: summary.map((piece) => ({ ...piece })),
    encrypted_content: sealed
  }
  return { type: 'thinking-ended', seal: { writer, data } }
}

function startedCall({ call_id: id, name }: ResponseFunctionToolCall): ModelPart {
  return { type: 'tool-call-started', id, name }
}

function usageOf(usage: Response['usage']): Usage | null {
  if (!usage) return null
  const { input_tokens: inputTokens, output_tokens: outputTokens, input_tokens_details: details } = usage
  return { inputTokens, outputTokens, ...cacheTokens(details?.cached_tokens) }
}
