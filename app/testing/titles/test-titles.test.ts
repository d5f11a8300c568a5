import { expect, it } from 'vitest'
import { listTestTitles } from './test-titles'

const titles = (text: string) => listTestTitles('some.test.ts', text)

it.each([
  ['a test', `it('one', () => {})`, ['one']],
  ['a journey in a shared app', `sharedTest('one', () => {})`, ['one']],
  ['one in a suite', `describe('all', () => { test('one', () => {}) })`, ['all', 'one']],
  ['rows', `it.each([\n  'row'\n])('one %s', () => {})`, ['one %s']],
  ['rows in a template', 'it.each`a\n${1}`("one", () => {})', ['one']],
  ['a condition', `test.skipIf(process.platform === 'win32')('one', () => {})`, ['one']],
  ['a title that is put together', 'for (const how of all) test(`one ${how}`, () => {})', ['one ${how}']]
])('finds the titles of %s', (_what, text, found) => {
  expect(titles(text)).toEqual(found)
})

it.each([
  ['is skipped', `it.skip('one', () => {})`],
  ['is skipped with its rows', `it.skip.each([1])('one', () => {})`],
  ['is skipped with its suite', `describe.skip('all', () => { it('one', () => {}) })`],
  ['is left to do', `it.todo('one')`],
  ['is expected to fail', `it.fails('one', () => {})`],
  ['is to be fixed', `test.fixme('one', () => {})`],
  ['stands in a comment', `// it('one', () => {})`],
  ['is another word', `expect('one').toBe(1)`],
  ['is a row', `it.each(['one'])(title, () => {})`]
])('finds no title in a test that %s', (_what, text) => {
  expect(titles(text)).toEqual([])
})
