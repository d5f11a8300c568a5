import { describe, expect, it } from 'vitest'
import { createFloodCounter } from './flood-counter'

/** Counts so many messages in each second, and says after which one it was a flood. */
function firstFlood(counts: readonly number[], characters = 10): number | null {
  let time = 500
  let total = 0
  const isFlooding = createFloodCounter(() => time)
  for (const count of counts) {
    for (let sent = 0; sent < count; sent += 1) {
      total += 1
      if (isFlooding(characters)) return total
    }
    time += 1_000
  }
  return null
}

describe('createFloodCounter', () => {
  it.each([
    ['1,000 messages in one second', [1_000], null],
    ['1,001 messages in one second', [1_001], 1_001],
    ['200 messages a second for a minute', Array.from({ length: 60 }, () => 200), null],
    ['201 messages in two seconds', [201, 201], null],
    ['201 messages in three seconds', [201, 201, 201], 603],
    ['a quiet second between busy ones', [500, 500, 100, 500, 500], null],
    ['a silent second between busy ones', [500, 500, 0, 500, 500], null],
    ['busy seconds at the end', [10, 10, 300, 300, 300], 821]
  ])('judges %s', (_what, counts, flood) => {
    expect(firstFlood(counts)).toBe(flood)
  })

  it('counts a large message once for each started 64 KB', () => {
    expect(firstFlood([10], 6_553_600)).toBeNull()
    expect(firstFlood([11], 6_553_600)).toBe(11)
  })

  it('does not mind a clock that goes back', () => {
    let time = 10_000
    const isFlooding = createFloodCounter(() => time)
    for (let sent = 0; sent < 500; sent += 1) isFlooding(1)
    time = 2_000
    expect(isFlooding(1)).toBe(false)
  })
})
