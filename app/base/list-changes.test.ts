import { expect, it } from 'vitest'
import { describeListChanges } from './list-changes'
import { toEnglish } from '../texts/render-localized'

const list = (...names: string[]) => names.map((name) => ({ name: name.replace('*', ''), mark: name }))

function inWords(...lists: Parameters<typeof describeListChanges>): string | null {
  const said = describeListChanges(...lists)
  return said === null ? null : toEnglish(said)
}

it.each([
  [list('a', 'b'), list('a', 'b'), null],
  [list('a', 'b'), list('b', 'a'), null],
  [list('a'), list('a', 'b', 'c'), 'added b, c'],
  [list('a', 'b'), list('a*', 'c'), 'added c; removed b; changed a']
])('%# lists what was added, removed and changed', (before, after, said) => {
  expect(inWords(before, after)).toBe(said)
})

it('names a few of many, and shortens long names', () => {
  const many = list(...Array.from({ length: 500 }, (_, index) => `t${index}`), 'x'.repeat(5_000))
  expect(inWords([], many)).toMatch(/^added t0, .* t19 and 481 more$/)
  expect(inWords([], list('x'.repeat(5_000)))?.length).toBeLessThan(120)
})
