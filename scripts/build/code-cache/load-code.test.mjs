// What was compiled before counts for the very build that it was made of, and a program runs as well without it.

import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inProject } from '../../process/paths.mjs'
import { importByLoader, withMark } from './compiled-entry.mjs'

let folder
let code
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-code-'))
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "commonjs" }')
  fs.copyFileSync(inProject('scripts/build/code-cache/load-code.cjs'), path.join(folder, 'load-code.js'))
  code = createRequire(import.meta.url)(path.join(folder, 'load-code.js'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const put = (name, text) => fs.writeFileSync(path.join(folder, name), withMark(text))

/** As the build keeps it. @returns whether V8 turned it down when the bundle ran */
function keep(name) {
  const file = path.join(folder, name)
  const mark = fs.readFileSync(file).subarray(0, code.markLength)
  fs.writeFileSync(`${file}.cache`, Buffer.concat([mark, code.compile(file).createCachedData()]))
}

function load(name) {
  let rejected
  code.onScript = (script) => (rejected = script.cachedDataRejected)
  return { exports: code.load(name), rejected }
}

it('what was compiled before is used', () => {
  put('bundle.js', 'exports.answer = 42')
  expect(load('bundle.js')).toEqual({ exports: { answer: 42 }, rejected: undefined })
  put('other.js', 'exports.answer = 43')
  keep('other.js')
  expect(load('other.js')).toEqual({ exports: { answer: 43 }, rejected: false })
})

it('not for another build, also where it has as many bytes', () => {
  put('bundle.js', 'exports.answer = () => 42')
  keep('bundle.js')
  put('bundle.js', 'exports.answer = () => 43')
  const { exports, rejected } = load('bundle.js')
  expect(exports.answer()).toBe(43)
  expect(rejected).toBeUndefined()
})

it('one that makes no sense is left alone', () => {
  put('bundle.js', 'exports.answer = 42')
  fs.writeFileSync(path.join(folder, 'bundle.js.cache'), 'short')
  expect(load('bundle.js').exports).toEqual({ answer: 42 })
  put('damaged.js', 'exports.answer = 44')
  const mark = withMark('exports.answer = 44').slice(0, code.markLength)
  fs.writeFileSync(path.join(folder, 'damaged.js.cache'), `${mark}no code of any engine`)
  expect(load('damaged.js')).toEqual({ exports: { answer: 44 }, rejected: true })
})

it('what was compiled before is used where it is packed, too', () => {
  put('packed.js', 'exports.answer = 46')
  keep('packed.js')
  for (const name of ['packed.js', 'packed.js.cache']) {
    const file = path.join(folder, name)
    fs.writeFileSync(`${file}.br`, brotliCompressSync(fs.readFileSync(file)))
    fs.rmSync(file)
  }
  expect(load('packed.js')).toEqual({ exports: { answer: 46 }, rejected: false })
})

it('a packed bundle is run as any other, also by one that is not packed', () => {
  put('bundle.js', "exports.answer = require('./packed.js').answer")
  fs.writeFileSync(path.join(folder, 'packed.js.br'), brotliCompressSync('exports.answer = 45'))
  expect(load('bundle.js').exports).toEqual({ answer: 45 })
  expect(() => load('none.js')).toThrow('ENOENT')
})

it('bundles find each other, in a circle as well, their own place and the modules of Node', async () => {
  put('one.js', "exports.early = 1; exports.other = require('./two.js')")
  put('two.js', "exports.seen = require('./one.js').early; exports.place = [__filename, __dirname]")
  put('three.js', importByLoader("exports.late = () => import('node:path')"))
  const { other } = load('one.js').exports
  expect(other).toEqual({ seen: 1, place: [path.join(folder, 'two.js'), folder] })
  expect((await load('three.js').exports.late()).join).toBe(path.join)
})

it('only imports are asked of the loader', () => {
  const text = "const a = 'import(x)'; /import(y)/u.test(a)"
  expect(importByLoader(text)).toBe(text)
  expect(importByLoader("f(import('a'), g(import(`b`)))")).toBe("f(__import('a'), g(__import(`b`)))")
})
