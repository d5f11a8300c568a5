import { expect, it } from 'vitest'
import { resolveParameters } from './turn-settings'
import type { TurnSettings } from './turn-settings'

const base = { maxToolSteps: 1, systemPrompt: '', toolShare: 3, resultLimit: 1_000 } satisfies TurnSettings
const of = (settings: Partial<TurnSettings>) => resolveParameters({ ...base, ...settings }, 'p/m', 32_000)

it("prefers a model's own parameters over the general ones, even if they are 0", () => {
  const all = { temperature: 1, maxOutputTokens: 900 }
  expect(of(all)).toEqual({ temperature: 1, maxOutputTokens: 900, thinking: 'usual' })
  const own = {
    ownTemperature: { 'p/m': 0, 'p/other': 2 },
    ownMaxOutputTokens: { 'p/m': 4_000 },
    thinking: { 'p/m': 'high' } as const
  }
  expect(of({ ...all, ...own })).toEqual({ temperature: 0, maxOutputTokens: 4_000, thinking: 'high' })
})

it('limits an answer to the length that the model can write, which is also the default', () => {
  expect(of({ ownMaxOutputTokens: { 'p/m': 999_999 } }).maxOutputTokens).toBe(32_000)
  expect(of({})).toEqual({ temperature: null, maxOutputTokens: 32_000, thinking: 'usual' })
})
