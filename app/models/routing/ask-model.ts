/**
 * Adapts a request to what the model and its service accept, and repeats it without what was rejected. Names everything
 * that is left out.
 */
import type { ModelPart, ModelProvider, ModelRequest } from '../model'
import { RejectedTools } from '../rejected-tools'
import { RejectedDocuments } from '../rejected-documents'
import { lowerTools } from '../tools/lower-tools'
import type { ToolRules } from '../tool-rules'
import { adaptToAbilities } from '../adapt-to-abilities'
import type { ContextLimit } from './context-limit'
import { ToolCounts } from './tool-counts'

export interface RoutedModel {
  /** Its whole id. */
  readonly modelId: string
  readonly room: Pick<ContextLimit, 'abilities'>
  readonly rules: ToolRules
}

/** Remembers what providers rejected before. */
export class ModelAsker {
  readonly toolCounts = new ToolCounts()
  readonly #oddTools = new RejectedTools()
  readonly #refusedDocuments = new RejectedDocuments()

  /** @throws what `provider.stream` throws */
  async *ask(
    provider: ModelProvider,
    wanted: ModelRequest,
    { modelId, room, rules, signal }: RoutedModel & { readonly signal: AbortSignal }
  ): AsyncIterable<ModelPart> {
    const { request, leftOut } = lowerTools(adaptToAbilities(wanted, room.abilities), rules)
    yield* leftOut
    const parts = this.#refusedDocuments.without(modelId, request, (taken) =>
      this.#oddTools.without(modelId, taken, (asked) => provider.stream(asked, signal))
    )
    try {
      yield* parts
    } catch (error) {
      this.toolCounts.learn(modelId, error, request.tools.length)
      throw error
    }
  }
}
