// What a curve is called, and where it is drawn.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { drawInto, findSteep, tableOf } from './curves.mjs'

const curve = (name, ...points) => ({ name, per: 'things', points })

test('what grows faster than its number is steep, however late it begins to', () => {
  const curves = [
    curve('flat', [10, 6], [100, 7], [1_000, 6]),
    curve('linear', [10, 6], [100, 60], [1_000, 590]),
    curve('square', [10, 6], [100, 60], [1_000, 6_000]),
    curve('too little to say', [10, 0.001], [100, 0.4], [1_000, 4])
  ]
  expect(findSteep(curves)).toEqual(['square'])
  expect(
    tableOf(curves)
      .split('\n')
      .slice(2)
      .map((row) => row.split(' | ').at(-1))
  ).toEqual(['flat |', 'linear |', 'steep |', 'flat |'])
})

test('the table stands in place of the one before, all else stays', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-curves-'))
  const file = path.join(folder, 'page.md')
  fs.writeFileSync(
    file,
    '# Page\n\n## Curves\n\nWords.\n\n| What | old |\n|---|---|\n| a | b |\n\n## Next\n\nMore.\n'
  )
  drawInto(file, [curve('new', [10, 6])])
  expect(fs.readFileSync(file, 'utf8')).toBe(
    `# Page\n\n## Curves\n\nWords.\n\n${tableOf([curve('new', [10, 6])])}\n\n## Next\n\nMore.\n`
  )
  fs.rmSync(folder, { recursive: true })
})
