/** What can't be taken back takes no press that was meant for what stood there before. */
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialog } from './dialog'
import { GuardedButton } from './guarded-button'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const onPress = vi.fn()
beforeEach(() => void onPress.mockReset())

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const button = () => screen.getByRole('button', { name: 'Delete' })

/** A press that the page hears of now. */
function press(madeAt = performance.now()): void {
  const click = createEvent.click(button())
  Object.defineProperty(click, 'timeStamp', { value: madeAt })
  fireEvent(button(), click)
}

/** The pointer or the key goes down. */
function startPress(name: 'pointerDown' | 'keyDown'): void {
  const event = createEvent[name](button(), { key: ' ' })
  Object.defineProperty(event, 'timeStamp', { value: performance.now() })
  fireEvent(button(), event)
}

test('sleeps for half a second, and says so', () => {
  render(<GuardedButton onPress={onPress}>Delete</GuardedButton>)
  expect(button().getAttribute('aria-disabled')).toBe('true')
  pass(499)
  press()
  expect(onPress).not.toHaveBeenCalled()
  pass(1)
  expect(button().getAttribute('aria-disabled')).toBeNull()
  press()
  expect(onPress).toHaveBeenCalledTimes(1)
})

test('a press that was made while it slept does nothing, however late a busy page hears of it', () => {
  render(<GuardedButton onPress={onPress}>Delete</GuardedButton>)
  pass(350)
  const madeAt = performance.now()
  pass(2_000)
  press(madeAt)
  expect(onPress).not.toHaveBeenCalled()
})

test.each([
  ['pointer', 'pointerDown'],
  ['key', 'keyDown']
] as const)(
  'SEC-11-10 a press of the %s that was begun while it slept does nothing when it is let go',
  (_, begin) => {
    render(<GuardedButton onPress={onPress}>Delete</GuardedButton>)
    pass(400)
    startPress(begin)
    pass(200)
    press()
    expect(onPress).not.toHaveBeenCalled()
    pass(1)
    startPress(begin)
    pass(50)
    press()
    expect(onPress).toHaveBeenCalledTimes(1)
  }
)

test('a click of assistive technology, which nothing went before, counts', () => {
  render(<GuardedButton onPress={onPress}>Delete</GuardedButton>)
  pass(500)
  press()
  expect(onPress).toHaveBeenCalledTimes(1)
})

test('sleeps anew when its dialog is opened again before it has gone', () => {
  const dialog = (isOpen: boolean) => (
    <Dialog
      open={isOpen}
      title="Sure?"
      onClose={() => {}}
      footer={<GuardedButton onPress={onPress}>Delete</GuardedButton>}
    >
      It goes for good.
    </Dialog>
  )
  const { rerender } = render(dialog(true))
  pass(500)
  expect(button().getAttribute('aria-disabled')).toBeNull()
  rerender(dialog(false))
  rerender(dialog(true))
  expect(button().getAttribute('aria-disabled')).toBe('true')
  press()
  expect(onPress).not.toHaveBeenCalled()
})
