import { expect, it } from 'vitest'
import { modelFactsText } from './describe-model-facts'

const model = { id: 'a/b', name: 'B', providerName: 'a' }

it('a known model: how much it reads, what it takes, what it costs', () => {
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

it('an unknown one says that it is unknown, and what is taken for it', () => {
  const guessed = { ...model, contextTokens: 128_000, contextSource: 'guess' as const }
  expect(modelFactsText(guessed, 'USD')).toBe(
    'context size unknown, 128,000 tokens assumed · abilities unknown · price unknown'
  )
  expect(modelFactsText(model, 'USD')).toBeUndefined()
})
