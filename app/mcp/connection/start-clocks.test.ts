import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StartClocks } from './start-clocks'
import { createPausable } from '../../base/pausable'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function startOf(ms: number) {
  const start = new StartClocks()
  const over = vi.fn()
  const clock = createPausable(over)
  const begin = () => {
    const ended = start.began(clock)
    clock.start(ms)
    return ended
  }
  return { start, over, begin }
}

describe('the clock of a start', () => {
  it('stops while a question is open, and then continues', () => {
    const { start, over, begin } = startOf(1_000)
    begin()
    vi.advanceTimersByTime(600)
    const resume = start.hold()
    vi.advanceTimersByTime(60_000)
    resume()
    vi.advanceTimersByTime(399)
    expect(over).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(over).toHaveBeenCalledOnce()
  })

  it('stops until the last of several questions is answered', () => {
    const { start, over, begin } = startOf(1_000)
    begin()
    const [first, second] = [start.hold(), start.hold()]
    first()
    first()
    vi.advanceTimersByTime(60_000)
    expect(over).not.toHaveBeenCalled()
    second()
    vi.advanceTimersByTime(1_000)
    expect(over).toHaveBeenCalledOnce()
  })

  it('does not start while a question is open', () => {
    const { start, over, begin } = startOf(1_000)
    const resume = start.hold()
    begin()
    vi.advanceTimersByTime(60_000)
    expect(over).not.toHaveBeenCalled()
    resume()
    vi.advanceTimersByTime(1_000)
    expect(over).toHaveBeenCalledOnce()
  })

  it('is not restarted after it has ended', () => {
    const { start, over, begin } = startOf(1_000)
    begin()()
    start.hold()
    vi.advanceTimersByTime(1_000)
    expect(over).toHaveBeenCalledOnce()
  })
})
