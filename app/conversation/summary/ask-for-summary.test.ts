import { expect, it } from 'vitest'
import type { ModelMessage, ModelRequest, ResolvedModel } from '../../models/model'
import { askForSummary } from './ask-for-summary'

const said = (length: number): ModelMessage[] => [
  { role: 'user', content: [{ type: 'text', text: 'otter '.repeat(length / 6) }] }
]

async function countRequests(messages: readonly ModelMessage[], contextTokens: number): Promise<number> {
  const requests: ModelRequest[] = []
  const provider = {
    async *stream(request: ModelRequest) {
      requests.push(request)
      yield { type: 'text-delta', text: 'They talked about otters.' }
    }
  }
  const target = { provider, model: 'm', maxOutputTokens: 1_000, contextTokens, mostTools: null }
  await askForSummary(messages, target as unknown as ResolvedModel, new AbortController().signal)
  return requests.length
}

it('sends what fits into half of the context at once, and more in portions', async () => {
  // Three characters a token.
  expect(await countRequests(said(140_000), 100_000)).toBe(1)
  expect(await countRequests(said(280_000), 100_000)).toBe(2)
})
