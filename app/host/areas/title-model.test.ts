import { expect, it } from 'vitest'
import type { ModelView } from '../../contract/settings'
import type { Models } from '../../models/routing/router'
import { cheapestBeside } from './models-area'

function titleModelFor(modelId: string, prices: Readonly<Record<string, number>>): string {
  const models = Object.entries(prices).map(([id, cost]): ModelView => {
    const price = { inputPerMillion: cost, outputPerMillion: cost }
    return { id, name: id, providerName: id.slice(0, id.indexOf('/')), price, abilities: ['tools'] }
  })
  return cheapestBeside({ view: () => ({ models }) as ReturnType<Models['view']> }, modelId)
}

it('asks the cheapest model of the provider that has answered for a title', () => {
  const prices = { 'anthropic/sonnet': 3, 'anthropic/haiku': 1, 'other/free': 0 }
  expect(titleModelFor('anthropic/sonnet', prices)).toBe('anthropic/haiku')
})

it('asks only the vendor that has read the conversation for a title, behind an aggregator', () => {
  const prices = { 'router/one/large': 3, 'router/one/small': 1, 'router/two/free': 0 }
  expect(titleModelFor('router/one/large', prices)).toBe('router/one/small')
})
