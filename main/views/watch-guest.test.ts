import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchGuest, type WatchedFrame, type WatchOptions } from './watch-guest'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch(given: Partial<WatchOptions> & { readonly ask?: WatchedFrame['ask'] }) {
  const onFault = vi.fn()
  const ask = given.ask ?? (() => Promise.resolve(1))
  const stop = watchGuest({
    frames: () => [{ processId: 7, ask }],
    memoryOf: () => 90_000,
    onFault,
    ...given
  })
  return { onFault, stop }
}

it('reports no view that answers and needs little memory', async () => {
  const { onFault } = watch({})
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onFault).not.toHaveBeenCalled()
})

it('reports a view above 512 MB', async () => {
  const { onFault } = watch({ memoryOf: () => 512 * 1_024 + 1 })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(onFault).toHaveBeenCalledWith('memory')
})

it('reports a view that answers nothing for 10 s, and not before', async () => {
  const { onFault } = watch({ ask: () => new Promise(() => {}) })
  await vi.advanceTimersByTimeAsync(11_900)
  expect(onFault).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(onFault).toHaveBeenCalledWith('unresponsive')
})

it('reports a view whose process has ended', async () => {
  const { onFault } = watch({ frames: () => null })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(onFault).toHaveBeenCalledWith('crashed')
})

it('reports nothing after its end', async () => {
  const { onFault, stop } = watch({ ask: () => new Promise(() => {}) })
  await vi.advanceTimersByTimeAsync(5_000)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onFault).not.toHaveBeenCalled()
})
