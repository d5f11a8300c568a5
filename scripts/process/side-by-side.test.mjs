// Nothing is left out, and never more than wanted at once.

import { expect, test } from 'vitest'
import { sideBySide } from './side-by-side.mjs'

test('works on so many items at once, and answers in their order', async () => {
  const running = new Set()
  let most = 0
  const waiting = []
  const work = async (item) => {
    running.add(item)
    most = Math.max(most, running.size)
    await new Promise((resolve) => waiting.push(resolve))
    running.delete(item)
    return item * 2
  }
  const results = sideBySide(2, [1, 2, 3, 4, 5], work)
  for (let done = 0; done < 5; done += 1) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.pop()() // the one that was taken up last ends first
  }
  expect(await results).toEqual([2, 4, 6, 8, 10])
  expect(most).toBe(2)
})

test('rejects with the failure', async () => {
  const work = async (item) => {
    if (item === 2) throw new Error('no')
  }
  await expect(sideBySide(2, [1, 2, 3], work)).rejects.toThrow('no')
})
