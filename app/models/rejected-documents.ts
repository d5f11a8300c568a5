/**
 * Only the provider knows how many pages a model reads, and which documents it can open. Parley sends a rejected
 * document as text and names it, so that a document never ends a conversation.
 */
import { createHash } from 'node:crypto'
import { HostError } from '../base/host-error'
import type { ContentBlock } from '../contract/content-blocks'
import { toModelDocument } from '../contract/content/documents'
import { quote } from '../texts/render-localized'
import type { ModelContent, ModelMessage, ModelPart, ModelRequest } from './model'

export class RejectedDocuments {
  /** Reasons for rejection, by model and content. */
  readonly #known = new Map<string, string>()

  /** `model`: its whole id. Calls `ask` again without documents that were rejected. @throws what `ask` throws */
  async *without(
    model: string,
    request: ModelRequest,
    ask: (request: ModelRequest) => AsyncIterable<ModelPart>
  ): AsyncIterable<ModelPart> {
    const documents = request.takesDocuments === true ? getDocuments(request) : []
    if (documents.length === 0) {
      yield* ask(request)
      return
    }
    const keys = documents.map(({ data }) => createHash('sha256').update(`${model} ${data}`).digest('hex'))
    const names = documents.map(({ name }) => name)
    const known = keys.map((key) => this.#known.get(key)).find((reason) => reason !== undefined)
    if (known !== undefined) {
      yield* askWithWords(ask, request, { names, reason: known })
      return
    }
    let hasBegun = false
    try {
      for await (const part of ask(request)) {
        // A part about an omitted tool says nothing about the documents.
        hasBegun ||= part.type !== 'tool-left-out'
        yield part
      }
    } catch (error) {
      if (hasBegun || !isAboutDocuments(error)) throw error
      for (const key of keys) this.#known.set(key, error.message)
      yield* askWithWords(ask, request, { names, reason: error.message })
    }
  }
}

async function* askWithWords(
  ask: (request: ModelRequest) => AsyncIterable<ModelPart>,
  request: ModelRequest,
  refused: { readonly names: readonly string[]; readonly reason: string }
): AsyncIterable<ModelPart> {
  for (const name of new Set(refused.names))
    yield { type: 'document-left-out', name, reason: quote(refused.reason) }
  yield* ask({ ...request, takesDocuments: false })
}

function isAboutDocuments(error: unknown): error is HostError {
  const isRefused = error instanceof HostError && error.code === 'MODEL_REFUSED_REQUEST'
  return isRefused && /pdf|document|pages?\b|file/i.test(error.message)
}

function getDocuments({ messages }: ModelRequest) {
  const blocks = messages.flatMap(({ content }: ModelMessage) => content.flatMap(getBlocks))
  return blocks.flatMap((block) => toModelDocument(block, Number.POSITIVE_INFINITY) ?? [])
}

function getBlocks(item: ModelContent): readonly ContentBlock[] {
  if (item.type === 'block') return [item.block]
  return item.type === 'tool-result' ? item.content : []
}
