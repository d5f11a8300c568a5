import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { sampleMessage } from '../../testing/sample-messages'
import { startOfScreen, useEndFirst } from './use-end-first'

const messages = Array.from({ length: 60 }, (_, at) =>
  sampleMessage({ id: `m${at}`, parts: [{ type: 'text', step: 0, text: 'word '.repeat(40) }] })
)

describe('opened at its end', () => {
  it('shows the messages that fill the screen, and all once they are measured', () => {
    const { result } = renderHook(() => useEndFirst(messages, true))
    expect(result.current.isWhole).toBe(false)
    expect(result.current.shown.at(-1)).toBe(messages.at(-1))
    expect(result.current.shown.length).toBeLessThan(20)
    expect(result.current.atOnce).toBe(result.current.shown.length)
    act(() => result.current.onMeasured())
    expect(result.current).toMatchObject({ isWhole: true, shown: messages })
  })

  it('shows what comes meanwhile at its end', () => {
    const next = sampleMessage({ id: 'next' })
    const { result, rerender } = renderHook(({ all }) => useEndFirst(all, true), {
      initialProps: { all: messages }
    })
    const [first] = result.current.shown
    rerender({ all: [...messages, next] })
    expect([result.current.shown[0], result.current.shown.at(-1)]).toEqual([first, next])
  })

  it('shows all of a short conversation', () => {
    const { result } = renderHook(() => useEndFirst(messages.slice(0, 2), true))
    expect(result.current).toMatchObject({ isWhole: true, atOnce: 2, shown: messages.slice(0, 2) })
  })
})

it('opened at a message of the past it shows all at once', () => {
  const { result } = renderHook(() => useEndFirst(messages, false))
  expect(result.current).toMatchObject({ isWhole: true, atOnce: undefined, shown: messages })
})

it('one long message fills the screen alone', () => {
  const long = sampleMessage({ id: 'long', parts: [{ type: 'text', step: 0, text: 'word '.repeat(4_000) }] })
  expect(startOfScreen([...messages, long], 1_000)).toBe(60)
})
