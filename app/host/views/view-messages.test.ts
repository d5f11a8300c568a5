import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventPayload } from '../../contract/bridge/events'
import { ViewMessages } from './view-messages'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function follow() {
  const batches: EventPayload<'view.messaged'>[] = []
  const messages = new ViewMessages({
    viewId: 'v1',
    publish: (batch) => void batches.push(batch),
    redactMessage: (text) => text.replaceAll('hunter2', '[secret]'),
    now: () => 7
  })
  return { batches, messages }
}

describe('the messages of a view', () => {
  it('come in batches, in order, without secrets, with their size', () => {
    const { batches, messages } = follow()
    messages.message('in', '{"a":"hunter2"}')
    messages.message('out', '{}')
    expect(batches).toEqual([])
    vi.advanceTimersByTime(50)
    expect(batches).toEqual([
      {
        viewId: 'v1',
        messages: [
          { index: 0, at: 7, direction: 'in', text: '{"a":"[secret]"}', size: 15, refusal: null },
          { index: 1, at: 7, direction: 'out', text: '{}', size: 2, refusal: null }
        ],
        leftOut: 0
      }
    ])
  })

  it('say which one Parley refused', () => {
    const { batches, messages } = follow()
    messages.message('in', '{}')
    messages.refused('not now')
    messages.flush()
    expect(batches[0]?.messages[0]?.refusal).toBe('not now')
  })

  it('are counted instead of shown if they come too fast, and have no text if they are too long', () => {
    const { batches, messages } = follow()
    messages.message('in', 'x'.repeat(20_001))
    for (let index = 0; index < 1_000; index += 1) messages.message('in', '{}')
    messages.refused('flooded')
    vi.advanceTimersByTime(50)
    messages.message('in', '{}')
    vi.advanceTimersByTime(50)
    expect(batches[0]?.messages[0]).toMatchObject({ text: null, size: 20_001 })
    expect(batches[0]?.messages).toHaveLength(50)
    expect(batches[0]?.messages.at(-1)?.refusal).toBeNull()
    expect(batches[0]?.leftOut).toBe(951)
    expect(batches[1]?.messages[0]?.index).toBe(1_001)
  })
})
