import { expect, it } from 'vitest'
import { findAnthropicMaxTemperature } from './highest-temperature'

it.each([
  ['claude-3-haiku-20240307', 1],
  ['claude-3-5-sonnet-latest', 1],
  ['claude-sonnet-4-20250514', 1],
  ['claude-opus-4-1-20250805', 1],
  ['claude-haiku-4-5', 1],
  ['claude-haiku-4-5-20251001', 1],
  ['claude-opus-4-7', null],
  ['claude-sonnet-5', null],
  ['claude-opus-5-5', null],
  ['claude-haiku-10-20300101', null],
  ['claude-next', null],
  ['glm-4.6', 1]
])('SAMP-26: %s accepts a temperature up to %s', (model, expected) => {
  expect(findAnthropicMaxTemperature(model)).toBe(expected)
})
