import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkFolders } from './folder-graph.mjs'

let folder

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-folders-'))
})

afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

function write(files) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
  }
}

it('finds nothing where folders import in one direction', () => {
  write({
    'a/one.ts': "import { two } from '../b/two'\nexport const one = two",
    'a/other.ts': "import { one } from './one'\nexport const other = one",
    'b/two.ts': "import fs from 'node:fs'\nexport const two = fs"
  })
  expect(checkFolders([folder])).toEqual([])
})

it.each([
  ['an import', "import { one } from '../a/one'\nexport const three = one"],
  ['an import of a type', "import type { One } from '../a/one'\nexport type Three = One"],
  ['an export from there', "export { one } from '../a/one'"],
  ['an export of all', "export * from '../a/one'"],
  ['an import when it is needed', "export const three = () => import('../a/one')"]
])('finds a circle over three folders that %s closes', (_what, text) => {
  write({
    'a/one.ts': "import { two } from '../b/two'\nexport const one = two\nexport type One = 1",
    'b/two.tsx': "import { three } from '../c/three'\nexport const two = three",
    'c/three.ts': text
  })
  const [found, ...others] = checkFolders([folder])
  expect(others).toEqual([])
  for (const name of ['a/one.ts', 'b/two.tsx', 'c/three.ts']) expect(found).toContain(path.join(folder, name))
})

it('finds a folder and the one around it that import each other', () => {
  write({
    'a/one.ts': "import { two } from './b/two'\nexport const one = two",
    'a/b/two.ts': "import type { Kind } from '../kind'\nexport const two: Kind = 1",
    'a/kind.ts': 'export type Kind = number'
  })
  expect(checkFolders([folder])).toHaveLength(1)
})

it('leaves tests and what they use out', () => {
  write({
    'a/one.ts': "import { two } from '../b/two'\nexport const one = two",
    'b/two.ts': 'export const two = 2',
    'b/two.test.ts': "import { one } from '../a/one'\nexport const x = one",
    'b/testing/help.ts': "import { one } from '../../a/one'\nexport const y = one"
  })
  expect(checkFolders([folder])).toEqual([])
})

it('finds a folder of more than 40 files, its tests not counted', () => {
  const names = Array.from({ length: 40 }, (_, index) => `a/file-${index}.ts`)
  write(Object.fromEntries(names.map((name) => [name, 'export {}'])))
  write({ 'a/file-0.test.ts': 'export {}' })
  expect(checkFolders([folder])).toEqual([])
  write({ 'a/one-more.ts': 'export {}' })
  expect(checkFolders([folder])).toEqual([
    `${path.join(folder, 'a')} has 41 files. The limit is 40: divide it into subfolders.`
  ])
})
