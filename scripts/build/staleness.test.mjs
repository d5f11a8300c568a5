// A wrong "nothing to do" would run yesterday's app without a word.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashSources, recordBuild, whyStale } from './staleness.mjs'

let folder
const put = (name, text) => {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  fs.writeFileSync(path.join(folder, name), text)
}
const stale = (mode = 'production') => whyStale({ folder, mode, outputs: ['out/main/index.js'] })

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-stale-'))
  put('main/index.ts', 'export {}')
  put('out/main/index.js', '')
  recordBuild({ folder, mode: 'production', sourcesHash: hashSources(folder) })
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

test('a finished build is not repeated', () => {
  expect(stale()).toBeUndefined()
})

test('changed, added, renamed and removed sources are seen', () => {
  for (const change of [
    () => put('main/index.ts', 'export { }'),
    () => put('renderer/new.tsx', ''),
    () => fs.renameSync(path.join(folder, 'main/index.ts'), path.join(folder, 'main/other.ts')),
    () => fs.rmSync(path.join(folder, 'main'), { recursive: true })
  ]) {
    change()
    expect(stale()).toBe('sources have changed')
    recordBuild({ folder, mode: 'production', sourcesHash: hashSources(folder) })
    expect(stale()).toBeUndefined()
  }
})

test('a file moved between two neighbours with the same text is seen', () => {
  put('app/a.ts', 'same')
  const before = hashSources(folder)
  fs.renameSync(path.join(folder, 'app/a.ts'), path.join(folder, 'app/b.ts'))
  expect(hashSources(folder)).not.toBe(before)
})

test('tests are no sources', () => {
  put('main/index.test.ts', '')
  put('renderer/page.test.tsx', '')
  expect(stale()).toBeUndefined()
})

test('a missing output, another mode and a damaged record each ask for a build', () => {
  expect(stale('development')).toBe('the last build was for production')
  put('out/.built.json', '{"mode"')
  expect(stale()).toBe('there is no record of the last build')
  fs.rmSync(path.join(folder, 'out/main/index.js'))
  expect(stale()).toBe('out/main/index.js is missing')
})
