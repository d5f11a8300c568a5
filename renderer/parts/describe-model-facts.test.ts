import { expect, it } from 'vitest'
import { modelFactsText } from './describe-model-facts'

const model = { id: 'a/b', name: 'B', providerName: 'a' }

it('describes a known model by context size, inputs and price', () => {
  const known = {
    ...model,
    contextTokens: 1_000_000,
    contextSource: 'table' as const,
    abilities: ['images' as const, 'tools' as const],
    price: { inputPerMillion: 2, outputPerMillion: 10 }
  }
  expect(modelFactsText(known, 'USD')).toBe(
    'context: 1,000,000 tokens · images and tools · $2.00 input, $10.00 output'
  )
  expect(modelFactsText({ ...known, abilities: [] }, 'USD')).toContain('text only')
})

it('says that a model is unknown, and which values are assumed', () => {
  const guessed = { ...model, contextTokens: 128_000, contextSource: 'guess' as const }
  expect(modelFactsText(guessed, 'USD')).toBe(
    'context size unknown, 128,000 tokens assumed · abilities unknown · price unknown'
  )
  expect(modelFactsText(model, 'USD')).toBeUndefined()
})
