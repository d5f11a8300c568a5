import { expect, it } from 'vitest'
import { checkSize, withStyles } from './first-frames.mjs'

const page = '<head><link rel="stylesheet" crossorigin href="/assets/a.css"><title>Parley</title></head>'

it('puts the linked styles into the page', () => {
  const bundle = { 'assets/a.css': { source: '.a{}' } }
  expect(withStyles(page, bundle)).toBe('<head><title>Parley</title>  <style>.a{}</style>\n  </head>')
})

it('refuses styles that would end early', () => {
  const bundle = { 'assets/a.css': { source: '.a{content:"</style>"}' } }
  expect(() => withStyles(page, bundle)).toThrow('would end its own element')
})

it('refuses a first script that has grown', () => {
  const entry = (length) => ({ index: { isEntry: true, fileName: 'index.js', code: 'x'.repeat(length) } })
  expect(() => checkSize(entry(300_000))).not.toThrow()
  expect(() => checkSize(entry(400_000))).toThrow('index.js has 400000 bytes')
})
