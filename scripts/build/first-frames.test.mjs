import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { checkSize, withStyles } from './first-frames.mjs'

const page = '<head><link rel="stylesheet" crossorigin href="/assets/a.css"><title>Parley</title></head>'

it('puts the linked styles into the page, with their hash', () => {
  const bundle = { 'assets/a.css': { source: '.a{}' } }
  const hash = createHash('sha256').update('.a{}').digest('base64')
  const style = `<style data-hash="sha256-${hash}">.a{}</style>`
  expect(withStyles(page, bundle)).toBe(`<head><title>Parley</title>  ${style}\n  </head>`)
})

it('refuses styles that would end early', () => {
  const bundle = { 'assets/a.css': { source: '.a{content:"</style>"}' } }
  expect(() => withStyles(page, bundle)).toThrow('would end its own element')
})

it('refuses a first script that has grown, with what it imports', () => {
  const chunk = (fileName, length, imports) => ({
    [fileName]: { isEntry: fileName === 'index.js', fileName, imports, code: 'x'.repeat(length) }
  })
  const shared = chunk('shared.js', 100_000, ['index.js'])
  const late = chunk('late.js', 900_000, ['shared.js'])
  const script = (length) => ({ ...late, ...shared, ...chunk('index.js', length, ['shared.js']) })
  expect(() => checkSize(script(200_000))).not.toThrow()
  expect(() => checkSize(script(300_000))).toThrow('index.js has 400000 bytes')
})
