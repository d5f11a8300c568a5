import { expect, it } from 'vitest'
import { chooseSample } from './sample.mjs'

const mutants = ['b.ts', 'a.ts', 'c.ts'].flatMap((fileName, file) =>
  Array.from({ length: 100 }, (_, index) => ({
    id: `${file * 100 + index}`,
    fileName,
    location: { start: { line: 100 - index, column: 1 } }
  }))
)
const sample = (size, seed = 1) => [...chooseSample(mutants, { size, seed })]

it('chooses as many mutants as are wanted, and all if there are no more', () => {
  expect(sample(30)).toHaveLength(30)
  expect(sample(1000).sort()).toEqual(mutants.map(({ id }) => id).sort())
  expect(chooseSample([], { size: 10, seed: 1 }).size).toBe(0)
})

it('chooses the same mutants for a seed in any order, and others for another seed', () => {
  expect(sample(30, 2)).not.toEqual(sample(30))
  expect(chooseSample([...mutants].reverse(), { size: 30, seed: 1 })).toEqual(new Set(sample(30)))
})

it('takes its share of every file, and gives every mutant a chance', () => {
  const files = sample(30).map((id) => Math.floor(Number(id) / 100))
  expect([0, 1, 2].map((file) => files.filter((one) => one === file).length)).toEqual([10, 10, 10])
  const chosen = Array.from({ length: 300 }, (_, seed) => sample(30, seed)).flat()
  expect(new Set(chosen).size).toBe(300)
})
