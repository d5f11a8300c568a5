import { describe, expect, it } from 'vitest'
import { clampSize } from './read-requests'

describe('clampSize', () => {
  it.each([
    [{ width: Number.NaN, height: Number.POSITIVE_INFINITY }, {}],
    [{ width: Number.NEGATIVE_INFINITY, height: 10 }, { height: 10 }],
    [{ width: '100', height: null }, {}],
    [
      { width: 1e9, height: -1e9 },
      { width: 4_000, height: 0 }
    ],
    [
      { width: 4_000, height: 0.5 },
      { width: 4_000, height: 0.5 }
    ],
    [{}, {}]
  ])('reads %j as %j', (size, clamped) => {
    expect(clampSize(size)).toEqual(clamped)
  })
})
