import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pauseCaret } from './pause-caret'

const isResting = () => document.documentElement.hasAttribute('data-resting')
let end: () => void
beforeEach(() => {
  vi.useFakeTimers()
  end = pauseCaret()
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

it('stops blinking after ten seconds without a key or a press', () => {
  vi.advanceTimersByTime(9_000)
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))
  vi.advanceTimersByTime(9_900)
  expect(isResting()).toBe(false)
  vi.advanceTimersByTime(200)
  expect(isResting()).toBe(true)
})

it('starts again with the next key, and runs no timer while it rests', () => {
  vi.advanceTimersByTime(10_100)
  expect(vi.getTimerCount()).toBe(0)
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))
  expect(isResting()).toBe(false)
})
