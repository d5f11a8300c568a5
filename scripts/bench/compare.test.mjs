import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { comparisons } from './compare.mjs'
import { groups } from './groups.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-compare-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function checkout(name) {
  mkdirSync(path.join(folder, name))
  writeFileSync(path.join(folder, name, 'package.json'), JSON.stringify({ name }))
  return path.join(folder, name)
}

it('compares another build of Parley in groups of the bench', () => {
  const names = Object.keys(comparisons({ program: checkout('parley'), profile: undefined }))
  expect(names).toContain('start')
  expect(Object.keys(groups)).toEqual(expect.arrayContaining(names))
})

it('measures the start of any other app', () => {
  expect(Object.keys(comparisons({ program: checkout('another'), profile: undefined }))).toEqual([
    'other app'
  ])
  expect(Object.keys(comparisons({ program: '/usr/bin/another', profile: undefined }))).toEqual(['other app'])
})

it('adds the ranges of values and of ratios, and names the rows of the other build', async () => {
  const electron = { args: [] }
  const row = { name: 'a call', unit: 'ms', ours: [3, 1, 2], limit: 2, budget: 1 }
  const measure = async () => [row]
  const compared = comparisons({ program: checkout('parley'), profile: undefined }, { start: measure })
  expect(await compared.start({ electron, effort: { runs: 3, isShort: false } })).toMatchObject([
    { name: 'a call', range: '1–3', ratioRange: '0.5–1.5', budget: 1 },
    { name: 'other build, a call', range: '1–3', budget: null }
  ])
})
