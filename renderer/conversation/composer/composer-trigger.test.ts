import { expect, test } from 'vitest'
import { findTrigger, withoutTrigger } from './composer-trigger'

const at = (marked: string) => {
  const caret = marked.indexOf('|')
  return findTrigger(marked.replace('|', ''), caret)
}

test.each([
  ['/|', 'prompt', ''],
  ['/sum|', 'prompt', 'sum'],
  ['/su|m', 'prompt', 'sum'],
  ['@|', 'resource', ''],
  ['see @no|', 'resource', 'no'],
  ['see\n@no| and more', 'resource', 'no']
])('triggers, for %s, a %s named “%s”', (text, kind, query) => {
  expect(at(text)).toMatchObject({ kind, query })
})

test.each([
  '|',
  'a /sum|',
  ' /sum|',
  '/sum x|',
  'ada@example.com|',
  '@a@b|',
  'see | @no',
  `@${'x'.repeat(200)}|`
])('triggers nothing for %s', (text) => {
  expect(at(text)).toBeNull()
})

test('removes the trigger word and keeps the words around it apart', () => {
  const text = 'compare @no with @second'
  expect(withoutTrigger(text, findTrigger(text, 11)!)).toBe('compare with @second')
  expect(withoutTrigger('@no rest', findTrigger('@no rest', 3)!)).toBe('rest')
})
