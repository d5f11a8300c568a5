// What the scripts start ends with them, also where it hangs.

import { expect, test } from 'vitest'
import { run } from './run.mjs'

test('kills a program that exceeds its limit, and everything it started', async () => {
  // The grandchild holds the output open: without its end this would wait for it.
  const { isTimedOut, status } = await run('sh', ['-c', 'sleep 600 & wait'], { timeoutMs: 100 })
  expect({ isTimedOut, status }).toEqual({ isTimedOut: true, status: 1 })
})

test('a program that keeps to its limit answers as ever', async () => {
  const result = await run('sh', ['-c', 'echo out; echo error >&2; exit 3'], { timeoutMs: 60_000 })
  expect(result.output.split('\n').sort()).toEqual(['', 'error', 'out'])
  expect(result).toMatchObject({ status: 3, isTimedOut: false })
})
