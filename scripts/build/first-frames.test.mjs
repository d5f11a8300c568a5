import { expect, it } from 'vitest'
import { withStyles } from './first-frames.mjs'

const page = '<head><link rel="stylesheet" crossorigin href="/assets/a.css"><title>Parley</title></head>'

it('puts the linked styles into the page', () => {
  const bundle = { 'assets/a.css': { source: '.a{}' } }
  expect(withStyles(page, bundle)).toBe('<head><title>Parley</title>  <style>.a{}</style>\n  </head>')
})

it('refuses styles that would end early', () => {
  const bundle = { 'assets/a.css': { source: '.a{content:"</style>"}' } }
  expect(() => withStyles(page, bundle)).toThrow('would end its own element')
})
