// What is read before the first frame is not unpacked; everything else is as small as it gets, and the same as it was.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inProject } from '../process/paths.mjs'
import { packAtBest, packLate } from './pack-late.mjs'

let dir
beforeEach(() => (dir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-late-'))))
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }))

const text = (name) => `/* ${name} */ ${'exports.words = "many words"; '.repeat(300)}`

async function build(files, isEarly) {
  const bundle = {}
  for (const [name, { content = text(name), ...file }] of Object.entries(files)) {
    fs.writeFileSync(path.join(dir, name), content)
    bundle[name] = { type: name.endsWith('.js') ? 'chunk' : 'asset', imports: [], ...file }
  }
  await packLate(isEarly).writeBundle({ dir }, bundle)
  return fs.readdirSync(dir).sort()
}

it('leaves files that are read before the first frame unpacked, with their imports and styles', async () => {
  const files = {
    'entry.js': {
      isEntry: true,
      imports: ['shared.js', 'node:fs'],
      viteMetadata: { importedCss: ['entry.css'] }
    },
    'entry.css': {},
    'shared.js': { imports: ['entry.js'] },
    'late.js': { imports: ['shared.js'] },
    'late.css': {}
  }
  const written = await build(files, ({ isEntry }) => isEntry)
  expect(written).toEqual(['entry.css', 'entry.js', 'late.css.br', 'late.js.br', 'shared.js'])
  expect(brotliDecompressSync(fs.readFileSync(path.join(dir, 'late.js.br'))).toString()).toBe(text('late.js'))
})

it('nor is packed what would hardly be smaller', async () => {
  const noise = createHash('shake256', { outputLength: 8_192 }).update('any').digest()
  const files = { 'small.js': { content: 'exports.a = 1' }, 'font.pfb': { content: noise }, 'late.js': {} }
  expect(await build(files)).toEqual(['font.pfb', 'late.js.br', 'small.js'])
})

it('for a package it becomes smaller still, and stays what it was', async () => {
  const content = fs.readFileSync(inProject('package-lock.json'), 'utf8').slice(0, 100_000)
  await build({ 'late.js': { content }, 'other.js': {} }, () => false)
  const size = (name) => fs.statSync(path.join(dir, name)).size
  const before = [size('late.js.br'), size('other.js.br')]
  await packAtBest(dir)
  expect(size('late.js.br')).toBeLessThan(before[0])
  expect(size('other.js.br')).toBeLessThanOrEqual(before[1])
  expect(brotliDecompressSync(fs.readFileSync(path.join(dir, 'late.js.br'))).toString()).toBe(content)
  expect(fs.readdirSync(dir).sort()).toEqual(['late.js.br', 'other.js.br'])
})

it('what no package has had for a month is no longer kept', async () => {
  const [old, recent] = ['of-an-old-build', 'of-a-recent-build'].map((name) =>
    inProject('.cache/packed', name)
  )
  const days = (count) => new Date(Date.now() - count * 86_400_000)
  fs.mkdirSync(path.dirname(old), { recursive: true })
  for (const [file, age] of [
    [old, 31],
    [recent, 29]
  ]) {
    fs.writeFileSync(file, 'packed')
    fs.utimesSync(file, days(age), days(age))
  }
  await packAtBest(dir)
  expect([fs.existsSync(old), fs.existsSync(recent)]).toEqual([false, true])
  fs.rmSync(recent)
})
