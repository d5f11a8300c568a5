import { describe, expect, it } from 'vitest'
import { chooseSample, marginOfError } from './sample.mjs'

const mutants = ['b.ts', 'a.ts', 'c.ts'].flatMap((fileName, file) =>
  Array.from({ length: 100 }, (_, index) => ({
    id: `${file * 100 + index}`,
    fileName,
    location: { start: { line: 100 - index, column: 1 } }
  }))
)
const sample = (size, seed = 1) => [...chooseSample(mutants, { size, seed })]

describe('a sample of mutants', () => {
  it('has as many as are wanted, and all where there are no more', () => {
    expect(sample(30)).toHaveLength(30)
    expect(sample(299)).toHaveLength(299)
    expect(sample(1000).sort()).toEqual(mutants.map(({ id }) => id).sort())
    expect(chooseSample([], { size: 10, seed: 1 }).size).toBe(0)
  })

  it('picks the same mutants for a seed in any order, and others for another seed', () => {
    expect(sample(30)).toEqual(sample(30))
    expect(sample(30, 2)).not.toEqual(sample(30))
    expect(chooseSample([...mutants].reverse(), { size: 30, seed: 1 })).toEqual(new Set(sample(30)))
  })

  it('takes its share of every file', () => {
    const files = sample(30).map((id) => Math.floor(Number(id) / 100))
    expect([0, 1, 2].map((file) => files.filter((one) => one === file).length)).toEqual([10, 10, 10])
  })

  it('gives every mutant the same chance', () => {
    const times = new Map()
    for (let seed = 0; seed < 2000; seed++)
      for (const id of sample(30, seed)) times.set(id, (times.get(id) ?? 0) + 1)
    expect(times.size).toBe(300)
    // 200 times each on the whole; five standard deviations are 67.
    for (const count of times.values()) expect(Math.abs(count - 200)).toBeLessThan(67)
  })
})

describe('the margin of error', () => {
  it('grows smaller with the sample and is none where everybody was asked', () => {
    expect(marginOfError({ killed: 50, asked: 100, of: 100_000 })).toBeCloseTo(0.096, 3)
    expect(marginOfError({ killed: 200, asked: 400, of: 100_000 })).toBeCloseTo(0.049, 3)
    expect(marginOfError({ killed: 200, asked: 400, of: 500 })).toBeCloseTo(0.0217, 3)
    expect(marginOfError({ killed: 70, asked: 100, of: 100 })).toBe(0)
  })

  it('promises nothing where all of a small sample were noticed', () => {
    expect(marginOfError({ killed: 20, asked: 20, of: 1000 })).toBeGreaterThan(0.08)
  })
})
