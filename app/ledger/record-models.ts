/** Records what is sent to model providers. Direct mode sends nothing, so it is not recorded. */
import { directModelId } from '../contract/direct-model'
import type { ModelContent, ModelMessage, ModelProvider, ModelRequest, ResolvedModel } from '../models/model'
import type { Ledger, LedgerDraft } from './interface'

export type ModelUse = Pick<LedgerDraft, 'kind' | 'decision' | 'conversationId' | 'messageId' | 'callId'>

/** `use` is read when a request is sent. */
export function recordModel(
  resolved: ResolvedModel,
  ledger: Pick<Ledger, 'record'>,
  use: () => ModelUse
): ResolvedModel {
  const { provider } = resolved
  if (provider.name === directModelId) return resolved
  const recorded: ModelProvider = {
    name: provider.name,
    listModels: (signal) => provider.listModels(signal),
    // Recorded when it is sent, not while the user is asked about the address or after they deny it.
    stream: async function* (request, signal) {
      await provider.admitted?.(signal)
      const to = { recipientType: 'model', recipient: provider.name, subject: request.model } as const
      const entry = { ...use(), ...to }
      for (const { file, content } of newFiles(request))
        ledger.record({ ...entry, kind: 'file', subject: file, content })
      ledger.record({ ...entry, content: request, telling: tellingOf(request) })
      yield* provider.stream(request, signal)
    }
  }
  return { ...resolved, provider: recorded }
}

/** Files that the provider hasn't answered yet. Later requests only repeat them. */
function newFiles({ messages }: ModelRequest): { readonly file: string; readonly content: unknown }[] {
  const answered = messages.findLastIndex(({ role }) => role === 'assistant')
  return messages
    .slice(answered + 1)
    .flatMap(({ content }) => content)
    .flatMap((item) => {
      if ((item.type !== 'text' && item.type !== 'block') || item.file === undefined) return []
      return [{ file: item.file, content: item.type === 'text' ? item.text : item.block }]
    })
}

/** The last message is what is new to the provider. */
function tellingOf({ messages, systemPrompt }: ModelRequest): unknown {
  const last = messages.at(-1)
  return last === undefined ? systemPrompt : wordsOf(last)
}

function wordsOf({ content }: ModelMessage): unknown {
  const words = content.flatMap(textsOf)
  return words.length > 0 ? words.join('\n') : content
}

/** A result as the model reads it, after the user's review. */
function textsOf(item: ModelContent): readonly string[] {
  if (item.type === 'text') return [item.text]
  if (item.type !== 'tool-result') return []
  return item.content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
}
