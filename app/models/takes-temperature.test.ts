import { expect, it } from 'vitest'
import { takesTemperature } from './takes-temperature'

it.each([
  ['claude-3-haiku-20240307', true],
  ['claude-3-5-sonnet-latest', true],
  ['claude-sonnet-4-20250514', true],
  ['claude-opus-4-1-20250805', true],
  ['claude-haiku-4-5', true],
  ['claude-haiku-4-5-20251001', true],
  ['claude-opus-4-7', false],
  ['claude-sonnet-5', false],
  ['claude-opus-5-5', false],
  ['claude-haiku-10-20300101', false],
  ['claude-next', false],
  ['glm-4.6', true]
])('SAMP-26: %s takes a temperature: %s', (model, expected) => {
  expect(takesTemperature(model)).toBe(expected)
})
