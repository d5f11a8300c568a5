import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FailureNote } from './failure-note'

afterEach(() => vi.useRealTimers())

const slowDown = {
  code: 'MODEL_RATE_LIMIT',
  message: 'Anthropic asks to slow down.',
  data: { retryAfterSeconds: 90 }
}

it('counts down how long a provider asks to wait, and can be retried before', () => {
  vi.useFakeTimers()
  const onRetry = vi.fn()
  render(<FailureNote failure={slowDown} onRetry={onRetry} />)
  expect(screen.getByRole('alert').textContent).toContain('You can try again in 1 min 30 s.')
  act(() => void vi.advanceTimersByTime(31_000))
  expect(screen.getByRole('alert').textContent).toContain('You can try again in 59 s.')
  screen.getByRole('button', { name: 'Retry' }).click()
  expect(onRetry).toHaveBeenCalledOnce()
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getByRole('alert').textContent).toContain('You can try again now.')
})

it('shows no countdown for an old failure or without a time from the provider', () => {
  render(<FailureNote failure={slowDown} isNews={false} onRetry={() => {}} />)
  render(<FailureNote failure={{ code: 'MODEL_NETWORK', message: 'Gone.' }} onRetry={() => {}} />)
  expect(screen.queryByText(/You can try again/)).toBeNull()
})
