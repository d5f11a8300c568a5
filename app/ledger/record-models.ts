/** Records what is sent to model providers. Direct mode sends nothing, so it is not recorded. */
import { directModelId } from '../contract/direct-model'
import type { ModelContent, ModelMessage, ModelProvider, ModelRequest, ResolvedModel } from '../models/model'
import type { Ledger, LedgerDraft } from './interface'

export type ModelUse = Pick<LedgerDraft, 'kind' | 'decision' | 'conversationId' | 'messageId' | 'callId'>

/** `use` is asked for when a request goes out. */
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
    // Recorded when it is sent: not while the user is asked about the address, nor after they deny it.
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

/** The user's files that the provider has not answered yet; later requests only contain them again. */
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

/** What is new to the provider: the last message. */
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
