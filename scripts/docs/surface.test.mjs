// A comment beside the wrong name would document something that is not there.

import { expect, test } from 'vitest'
import { readComments } from './surface.mjs'

test('uses only the comment directly above a name', () => {
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
