import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readShipped, shippedName } from './shipped-file'

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'parley-shipped-'))))
afterEach(() => rmSync(folder, { recursive: true }))

test('reads a packed file by its original name', async () => {
  writeFileSync(path.join(folder, 'words.dic.br'), brotliCompressSync('1\nHaus'))
  expect((await readShipped(path.join(folder, 'words.dic'))).toString()).toBe('1\nHaus')
  expect(shippedName('words.dic.br')).toBe('words.dic')
})

test('prefers an unpacked file to a packed one of an older build', async () => {
  writeFileSync(path.join(folder, 'a.js'), 'new')
  writeFileSync(path.join(folder, 'a.js.br'), brotliCompressSync('old'))
  expect((await readShipped(path.join(folder, 'a.js'))).toString()).toBe('new')
})

test('throws when neither exists', async () => {
  await expect(readShipped(path.join(folder, 'none.js'))).rejects.toThrow('ENOENT')
})

test('does not read a truncated packed file', async () => {
  const whole = brotliCompressSync('a text of some length, so that there is something to cut off')
  writeFileSync(path.join(folder, 'cut.js.br'), whole.subarray(0, whole.length - 8))
  await expect(readShipped(path.join(folder, 'cut.js'))).rejects.toThrow(/unexpected end|decompress/iu)
})
