import { expect, it } from 'vitest'
import { isNewer } from './newer-version'

it.each([
  ['1.2.0', '1.1.9', true],
  ['1.10.0', '1.9.0', true],
  ['2026.8.31', '2025.12.18', true],
  ['1.0.0', '1.0.0', false],
  ['1.0', '1.0.0', false],
  ['1.0.0', '1.0.0-beta.2', true],
  ['1.0.0-beta.10', '1.0.0-beta.2', true],
  ['1.0.0-beta', '1.0.0', false],
  ['v2.0.0', '1.0.0', true],
  ['1.0.1+build', '1.0.0', true],
  ['latest', '1.0.0', false],
  ['2.0.0', 'sha256:abc', false]
])('compares %s with %s as newer: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected)
})
