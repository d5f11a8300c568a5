import { expect, it } from 'vitest'
import type { ModelRequest } from '../model'
import { request } from '../testing/providers-under-test'
import { listAnthropicThinkingLevels, toThinking } from './anthropic-thinking'

const told = (model: string, change: Partial<ModelRequest> = {}, showsByItself = true) =>
  toThinking(request({ model, maxOutputTokens: 32_000, ...change }), { mostTokens: 64_000, showsByItself })

const shown = { type: 'adaptive', display: 'summarized' }
const plain = { max_tokens: 32_000 }

it('has levels for models that think, and none for others', () => {
  const thinks = (model: string) => listAnthropicThinkingLevels(model).length > 0
  expect(
    ['claude-3-7-sonnet-20250219', 'claude-sonnet-4-20250514', 'claude-haiku-4-5', 'claude-opus-5-5'].map(
      thinks
    )
  ).toEqual([true, true, true, true])
  expect(['claude-3-5-haiku-latest', 'claude-next', 'glm-4.6'].map(thinks)).toEqual([false, false, false])
})

it('adds a number of thinking tokens to those of the answer, for models that take a number', () => {
  expect(told('claude-haiku-4-5', { thinking: 'medium' })).toEqual({
    max_tokens: 40_192,
    thinking: { type: 'enabled', budget_tokens: 8_192 }
  })
})

it("never exceeds the model's output limit, and is left out when too little remains", () => {
  const tight = (most: number, own: number) =>
    toThinking(request({ model: 'claude-haiku-4-5', thinking: 'high', maxOutputTokens: own }), {
      mostTokens: most,
      showsByItself: true
    })
  expect(tight(32_000, 32_000)).toEqual({
    max_tokens: 32_000,
    thinking: { type: 'enabled', budget_tokens: 16_000 }
  })
  expect(tight(1_500, 700)).toEqual({ max_tokens: 700 })
})

it('uses an effort level for later models, with thoughts shown', () => {
  for (const model of ['claude-opus-4-7', 'claude-sonnet-5-5'])
    expect(told(model, { thinking: 'low' })).toEqual({
      ...plain,
      thinking: shown,
      output_config: { effort: 'low' }
    })
})

it("is off when that is the model's default, and shown when the model thinks by default", () => {
  expect(told('claude-haiku-4-5', { thinking: 'usual' })).toEqual(plain)
  expect(told('claude-opus-4-7', { thinking: 'usual' })).toEqual(plain)
  expect(told('claude-sonnet-5-5', { thinking: 'usual' })).toEqual({ ...plain, thinking: shown })
  expect(told('claude-sonnet-5-5', { thinking: 'usual' }, false)).toEqual(plain)
})

it('is turned off for a model that thinks by default', () => {
  expect(told('claude-sonnet-5-5', { thinking: 'off' })).toEqual({ ...plain, thinking: { type: 'disabled' } })
  expect(told('claude-opus-4-7', { thinking: 'off' })).toEqual(plain)
})

it('is not requested with a forced tool or when no thinking is wanted', () => {
  expect(told('claude-sonnet-5-5', { thinking: 'high', toolChoice: 'required' })).toEqual(plain)
  expect(told('claude-sonnet-5-5')).toEqual(plain)
})
