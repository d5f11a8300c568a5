// A comment beside the wrong name would document something that is not there.

import { expect, test } from 'vitest'
import { readComments } from './surface.mjs'

test('takes the comment that stands over a name, and no other', () => {
  const source = `/** Of the file. */
export const calls = {
  'a.plain': {},
  /** Opens it. */
  'a.open': {},
  /**
   * Two lines,
   * a | b.
   */
  'a-b.close': {}
}`
  expect([...readComments(source)]).toEqual([
    ['a.open', 'Opens it.'],
    ['a-b.close', 'Two lines, a \\| b.']
  ])
})
