import { expect, it } from 'vitest'
import { placeOf, positionAt, rowHeight } from './row-places'

const heights = new Map([
  [110, 100],
  [105, 64],
  [3, 500]
])

it('finds the place of a line below higher ones, and the line at a place', () => {
  expect(placeOf(100, 100, heights)).toBe(0)
  expect(placeOf(106, 100, heights)).toBe(5 * rowHeight + 64)
  expect(placeOf(120, 100, heights)).toBe(18 * rowHeight + 164)
  for (let position = 100; position < 130; position += 1) {
    const place = placeOf(position, 100, heights)
    expect(positionAt(place, 100, heights)).toBe(position)
    expect(positionAt(place + rowHeight - 1, 100, heights)).toBe(position)
  }
  expect(positionAt(placeOf(110, 100, heights) + 99, 100, heights)).toBe(110)
  expect(positionAt(-10, 100, heights)).toBe(100)
})
