import { expect, it } from 'vitest'
import type { ModelMessage, ModelProvider } from '../models/model'
import type { LedgerDraft } from './interface'
import { recordModel } from './record-models'

it('records a file of the user with its name and content when it is newly sent, and not again afterwards', async () => {
  const drafts: LedgerDraft[] = []
  const provider: ModelProvider = {
    name: 'anthropic',
    listModels: async () => [],
    stream: async function* () {
      yield { type: 'ended', stopReason: 'end_turn', usage: null }
    }
  }
  const use = { kind: 'conversation', conversationId: 'c', messageId: 'm', callId: null } as const
  const recorded = recordModel(
    { provider, model: 'm', maxOutputTokens: 1, contextTokens: 200_000, mostTools: null },
    { record: (draft) => void drafts.push(draft) },
    () => ({ ...use, decision: { by: 'person', detail: null } })
  )
  const picture = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const
  const asked: ModelMessage[] = [
    { role: 'user', content: [{ type: 'text', text: '[File "a.txt"]\nwords', file: 'a.txt' }] },
    { role: 'user', content: [{ type: 'block', block: picture, file: 'b.png' }] },
    { role: 'user', content: [{ type: 'text', text: 'What is it?' }] }
  ]
  const send = async (messages: readonly ModelMessage[]) => {
    const request = { model: 'm', systemPrompt: '', messages, tools: [], maxOutputTokens: 1 }
    for await (const part of recorded.provider.stream(request, new AbortController().signal)) void part
    return drafts.splice(0).map(({ kind, subject, content }) => ({ kind, subject, content }))
  }
  expect(await send(asked)).toMatchObject([
    { kind: 'file', subject: 'a.txt', content: '[File "a.txt"]\nwords' },
    { kind: 'file', subject: 'b.png', content: picture },
    { kind: 'conversation', subject: 'm' }
  ])
  const later = await send([...asked, { role: 'assistant', content: [{ type: 'text', text: 'A cat.' }] }])
  expect(later.map(({ kind }) => kind)).toEqual(['conversation'])
})
