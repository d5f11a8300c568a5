import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compileTexts } from './compile.mjs'

let folder

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-texts-'))
  for (const language of ['en', 'de']) {
    write(`${language}/core/common.json`, { ended: '{server} {count}' })
    write(`${language}/window/list.json`, { rows: '{count, plural, one{# {kind}} other{# {kind}s}}' })
  }
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

function write(name, content) {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  fs.writeFileSync(path.join(folder, name), JSON.stringify(content))
}

const read = (name) => fs.readFileSync(path.join(folder, 'compiled', name), 'utf8')

describe('the catalogue of texts', () => {
  it('becomes a typed function a text', () => {
    expect(compileTexts(folder)).toEqual([])
    expect(read('window/list.ts')).toContain(
      'readonly "rows": (values: { readonly count: number; readonly kind: Value }) => string'
    )
    expect(read('core.ts')).toContain(
      'readonly "common.ended": (values: { readonly server: Value; readonly count: Value }) => string'
    )
  })

  it('leaves current files unchanged, and removes files of areas that are gone', () => {
    compileTexts(folder)
    const before = fs.statSync(path.join(folder, 'compiled/core.ts')).mtimeMs
    for (const language of ['en', 'de']) fs.rmSync(path.join(folder, language, 'window/list.json'))
    compileTexts(folder)
    expect(fs.existsSync(path.join(folder, 'compiled/window/list.ts'))).toBe(false)
    expect(fs.statSync(path.join(folder, 'compiled/core.ts')).mtimeMs).toBe(before)
  })

  it.each([
    ['a text that is not translated', 'de/core/common.json', {}, 'ended is missing'],
    [
      'a translation of nothing',
      'de/core/common.json',
      { ended: '{server} {count}', begun: '!' },
      "begun isn't in en"
    ],
    [
      'a value that the translation forgot',
      'de/core/common.json',
      { ended: '{server}' },
      'ended uses server and should use count, server'
    ],
    ['a brace that is not closed', 'en/core/common.json', { ended: '{server' }, 'ended: '],
    ['a key that is no name', 'en/core/common.json', { 'has ended': '{server} {count}' }, "isn't camelCase"]
  ])('names %s and writes nothing', (_what, file, content, problem) => {
    write(file, content)
    expect(compileTexts(folder).join('\n')).toContain(problem)
    expect(fs.existsSync(path.join(folder, 'compiled'))).toBe(false)
  })

  it('names an area without a translation', () => {
    write('en/window/menu.json', { file: 'File' })
    expect(compileTexts(folder)).toEqual(['de/window/menu.json is missing'])
  })
})
