import { describe, expect, it } from 'vitest'
import { chooseSamplingModel } from './choose-model'
import { renderEnglish } from '../testing/in-english'

const view = (id: string, name: string) => ({ id, name, providerName: id.split('/')[0] ?? '' })
const models = [
  view('anthropic/claude-opus-5-5', 'Claude Opus 5.5'),
  view('anthropic/claude-sonnet-5-5', 'Claude Sonnet 5.5'),
  view('anthropic/claude-haiku-4-5', 'Claude Haiku 4.5'),
  view('local/llama-3', 'Llama 3'),
  view('direct', 'Direct (no model)')
]
const noPriorities = { cost: null, speed: null, intelligence: null }
const usual = ['anthropic/claude-sonnet-5-5']
const choose = (hints: string[], priorities: Partial<typeof noPriorities> | Record<string, number> = {}) =>
  chooseSamplingModel({ hints, priorities: { ...noPriorities, ...priorities } }, models, usual)

describe('the model for a server', () => {
  it('SAMP-19: is the first match of the first hint that has one', () => {
    expect(renderEnglish(choose(['gpt', 'llama', 'haiku']))).toEqual({
      model: 'local/llama-3',
      reason: 'The server asked for “llama”.'
    })
  })

  it('SAMP-20: is found by part of its id or name, in upper or lower case', () => {
    expect(choose(['claude-3', 'HAIKU-4']).model).toBe('anthropic/claude-haiku-4-5')
    expect(choose(['Opus 5']).model).toBe('anthropic/claude-opus-5-5')
    expect(choose(['anthropic']).model).toBe('anthropic/claude-sonnet-5-5') // a provider is not a model name
  })

  it('SAMP-21 SAMP-22: is chosen by hints first, and by priorities between equal matches', () => {
    expect(choose(['llama'], { intelligence: 1 }).model).toBe('local/llama-3')
    const among = (priorities: Record<string, number>) =>
      chooseSamplingModel({ hints: ['claude'], priorities: { ...noPriorities, ...priorities } }, models, [])
        .model
    expect(among({ cost: 0.9, speed: 0.5 })).toBe('anthropic/claude-haiku-4-5')
    expect(among({ intelligence: 0.9, cost: 0.1 })).toBe('anthropic/claude-opus-5-5')
    expect(choose(['claude']).model).toBe('anthropic/claude-sonnet-5-5') // the current model matches
  })

  it('is chosen by priorities without hints, with a note when a hint was not met', () => {
    expect(choose([], { speed: 1 }).model).toBe('anthropic/claude-haiku-4-5')
    expect(renderEnglish(choose(['gpt', ' ']).reason)).toBe(
      "It's the model that you use. The server asked for “gpt”, but no model has that name."
    )
  })

  it('is never Direct: without a model the answer says what to do', () => {
    const wishes = { hints: ['direct'], priorities: noPriorities }
    expect(chooseSamplingModel(wishes, models, ['direct', 'local/llama-3']).model).toBe('local/llama-3')
    expect(chooseSamplingModel(wishes, models, ['direct']).model).toBe('anthropic/claude-opus-5-5')
    expect(renderEnglish(chooseSamplingModel(wishes, models.slice(-1), ['direct']))).toEqual({
      model: 'direct',
      reason: 'No model is connected. Add an API key in Settings, or answer yourself.'
    })
  })
})
