/** Plays the recorded replies of a model in a conversation, one for each request. Sends nothing. */
import { HostError } from '../../base/host-error'
import type { RecordedModelReply } from '../../contract/workbench/tests'
import type { ModelPart, ModelProvider, ResolvedModel } from '../../models/model'
import { say } from '../../texts/render-localized'

/** Of a conversation whose replies are from a recording. It belongs to no provider. */
export const recordedModelId = 'recording'

export class RecordedModels {
  readonly #playing = new Map<string, ResolvedModel>()

  /** `nameTool`: from the server's name of a tool to the model's. Call the returned function at the end. */
  play(
    conversationId: string,
    replies: readonly RecordedModelReply[],
    nameTool: (tool: string) => string
  ): () => void {
    const provider = createProvider([...replies], nameTool)
    this.#playing.set(conversationId, {
      provider,
      model: provider.name,
      maxOutputTokens: 100_000,
      contextTokens: 1_000_000,
      mostTools: null
    })
    return () => void this.#playing.delete(conversationId)
  }

  find(conversationId: string): ResolvedModel | undefined {
    return this.#playing.get(conversationId)
  }
}

function createProvider(left: RecordedModelReply[], nameTool: (tool: string) => string): ModelProvider {
  let callCount = 0
  return {
    name: recordedModelId,
    listModels: async () => [],
    async *stream(): AsyncIterable<ModelPart> {
      const reply = left.shift()
      if (reply === undefined) throw new HostError('MODEL_EMPTY_ANSWER', say('tests.recordingEnded'))
      if (reply.text !== '') yield { type: 'text-delta', text: reply.text }
      for (const { tool, arguments: args } of reply.calls) {
        callCount += 1
        yield {
          type: 'tool-call-requested',
          id: `recorded-${callCount}`,
          name: nameTool(tool),
          arguments: args
        }
      }
      yield { type: 'ended', stopReason: reply.calls.length > 0 ? 'tool_use' : 'end_turn', usage: null }
    }
  }
}
