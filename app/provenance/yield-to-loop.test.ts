import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inSlices } from './yield-to-loop'

/** A clock that advances only by the duration of the work. */
let now = 0
beforeEach(() => {
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => vi.restoreAllMocks())

function* work(steps: readonly number[], done: (count: number) => void): Generator<number, string> {
  for (const [index, step] of steps.entries()) {
    done(index + 1)
    yield step
  }
  return 'the result'
}

/** How much of the work was done at each turn of the event loop in between. */
async function turnsDuring(steps: readonly number[], pass = (): void => {}): Promise<number[]> {
  let count = 0
  const turns: number[] = []
  let isOver = false
  const turn = () => {
    turns.push(count)
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const done = (next: number): void => {
    count = next
    pass()
  }
  expect(await inSlices(work(steps, done))).toBe('the result')
  isOver = true
  return turns
}

it('runs short work without a pause', async () => {
  const setImmediateSpy = vi.spyOn(globalThis, 'setImmediate')
  expect(await inSlices(work([10_000, 20_000], () => {}))).toBe('the result')
  expect(setImmediateSpy).not.toHaveBeenCalled()
  setImmediateSpy.mockRestore()
  expect(await turnsDuring([20_000, 20_000, 19_999])).toEqual([])
})

it('lets other work run after each 60,000 steps', async () => {
  expect(await turnsDuring([60_000, 60_000, 60_000])).toEqual([1, 2, 3])
  expect(await turnsDuring([20_000, 20_000, 20_000, 20_000, 20_000, 20_000])).toEqual([3, 6])
})

it('lets other work run after ten milliseconds of slow steps', async () => {
  const turns = await turnsDuring([1, 1, 1, 1, 1, 1], () => void (now += 4))
  expect(turns).toEqual([3, 6])
})
