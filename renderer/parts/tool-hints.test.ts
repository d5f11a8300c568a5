import { expect, test } from 'vitest'
import { describeHints } from './tool-hints'

test.each([
  [{ readOnlyHint: true, destructiveHint: false, idempotentHint: true }, ['read-only']],
  [
    { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    ['makes changes', 'only adds data', 'safe to repeat']
  ],
  [{ destructiveHint: true, idempotentHint: false }, ['may delete or overwrite']],
  [{ readOnlyHint: true, destructiveHint: true }, ['read-only', 'may delete or overwrite']],
  [{ readOnlyHint: true, openWorldHint: true }, ['read-only', 'connects to external systems']],
  [{}, []]
])('TOOL-33: shows hints about changes for tools that may make some: %o', (annotations, words) => {
  expect(describeHints(annotations)).toEqual(words)
})
