import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '../../testing/show'
import { Notices } from './toast'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('removes an error after 15 s, but not while the pointer or the focus is on it', () => {
  const onDismiss = vi.fn()
  show(
    <Notices notices={[{ id: 7, level: 'alert', text: 'The model did not answer.' }]} onDismiss={onDismiss} />
  )
  const notice = screen.getByRole('alert')
  const button = screen.getByRole('button', { name: 'Dismiss' })
  pass(10_000)
  fireEvent.pointerEnter(notice)
  act(() => button.focus())
  pass(60_000)
  fireEvent.pointerLeave(notice)
  pass(60_000)
  act(() => button.blur())
  pass(14_900)
  expect(onDismiss).not.toHaveBeenCalled()
  pass(200)
  expect(onDismiss).toHaveBeenCalledExactlyOnceWith(7)
})
