// Tables of figures in a page.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawTable, tableOfFigures } from './page-table.mjs'

let folder
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-page-table-'))))
afterEach(() => fs.rmSync(folder, { recursive: true }))

function pageWith(text) {
  const file = path.join(folder, 'page.md')
  fs.writeFileSync(file, text)
  return file
}

test('a figure stands with its floor, and says where it is over its budget', () => {
  const good = { name: 'memory', value: 12, unit: 'MB', reference: 10, ratio: 1.2, budget: 1.25, ok: true }
  const over = { name: 'elements', value: 600, unit: '', reference: 500, ratio: 1.2, budget: 1, ok: false }
  const told = {
    name: 'questions',
    value: 20,
    unit: 'asked',
    reference: 33,
    ratio: 0.6,
    budget: null,
    ok: true
  }
  expect(tableOfFigures([good, over, told]).split('\n').slice(2)).toEqual([
    '| memory | 12 MB | 10 MB | 1.2 | 1.25 |',
    '| elements | 600 | 500 | 1.2 | 1, **over** |',
    '| questions | 20 asked | 33 asked | 0.6 |  |'
  ])
})

test('a table stands in place of the first one under its heading, at the end of a page as well', () => {
  const file = pageWith('| no |\n\n## One\n\nWords.\n\n| a |\n|---|\n| b |\n\n## Two\n\n| c |\n')
  drawTable(file, '## One', '| new |')
  drawTable(file, '## Two', '| newer |')
  expect(fs.readFileSync(file, 'utf8')).toBe('| no |\n\n## One\n\nWords.\n\n| new |\n\n## Two\n\n| newer |\n')
})

test('the table of another heading is never taken', () => {
  const text = '## One\n\nWords.\n\n## Two\n\n| a |\n'
  const file = pageWith(text)
  expect(() => drawTable(file, '## One', '| new |')).toThrow('“## One”')
  expect(() => drawTable(file, '## Three', '| new |')).toThrow('“## Three”')
  expect(fs.readFileSync(file, 'utf8')).toBe(text)
})
