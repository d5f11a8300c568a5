/** Irreversible actions ignore presses that were meant for what was there before. */
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

/** A click that the page gets now; `pointerId` of the pointer that made it, -1: none. */
function press(madeAt = performance.now(), pointerId = -1): void {
  const click = createEvent.click(button())
  Object.defineProperty(click, 'timeStamp', { value: madeAt })
  Object.defineProperty(click, 'pointerId', { value: pointerId })
  fireEvent(button(), click)
}

type Begin = 'pointerDown' | 'keyDown'

/** The pointer or key is pressed. */
function startPress(name: Begin, key = ' '): void {
  const event = createEvent[name](button(), { key, pointerId: 1 })
  Object.defineProperty(event, 'timeStamp', { value: performance.now() })
  fireEvent(button(), event)
}

/** It is released, and clicks. */
function endPress(name: Begin): void {
  if (name === 'keyDown') fireEvent.keyUp(button(), { key: ' ' })
  press(performance.now(), name === 'keyDown' ? -1 : 1)
  pass(0)
}

function typeKey(key: string): void {
  startPress('keyDown', key)
  fireEvent.keyUp(button(), { key })
  pass(0)
}

test('is disabled for half a second, and says so', () => {
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

test('ignores a press that was made while it was disabled, however late a busy page gets it', () => {
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
  'SEC-11-10 ignores a press of the %s that began while it was disabled, when it is released',
  (_, begin) => {
    render(<GuardedButton onPress={onPress}>Delete</GuardedButton>)
    pass(400)
    startPress(begin)
    pass(200)
    endPress(begin)
    expect(onPress).not.toHaveBeenCalled()
    pass(1)
    startPress(begin)
    pass(50)
    endPress(begin)
    expect(onPress).toHaveBeenCalledTimes(1)
  }
)

test('ignores Enter that was held down before it appeared, however often it repeats', () => {
  startHeld()
  render(<GuardedButton onPress={onPress}>Delete</GuardedButton>)
  for (const ms of [400, 200, 200]) {
    pass(ms)
    fireEvent.keyDown(button(), { key: 'Enter', repeat: true })
    press()
  }
  expect(onPress).not.toHaveBeenCalled()
  fireEvent.keyUp(button(), { key: 'Enter' })
  pass(0)
})

/** Another element has the focus. */
function startHeld(): void {
  const event = createEvent.keyDown(document.body, { key: 'Enter' })
  Object.defineProperty(event, 'timeStamp', { value: performance.now() })
  fireEvent(document.body, event)
}

test.each([
  ['nothing', []],
  ['Tab … Tab', ['Tab', 'Tab']],
  ['a message that was typed and sent', ['h', 'i', 'Enter']],
  ['Space', [' ']]
])('accepts a click of assistive technology after %s', (_, keys) => {
  render(<GuardedButton onPress={onPress}>Delete</GuardedButton>)
  for (const key of keys) typeKey(key)
  pass(500)
  press()
  expect(onPress).toHaveBeenCalledTimes(1)
})

test('accepts a finger that lifts before its click arrives', () => {
  render(<GuardedButton onPress={onPress}>Delete</GuardedButton>)
  pass(600)
  fireEvent.pointerDown(button(), { pointerId: 9, pointerType: 'touch' })
  fireEvent.pointerUp(button(), { pointerId: 9, pointerType: 'touch' })
  pass(1)
  press(performance.now(), 9)
  expect(onPress).toHaveBeenCalledTimes(1)
})

test('is disabled again when its dialog is reopened while closing', () => {
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
