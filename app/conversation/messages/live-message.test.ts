import { describe, expect, it, vi } from 'vitest'
import type { Message } from '../../contract/conversations'
import type { ConversationEvent } from './conversation-event'
import { LiveMessage } from './live-message'
import { createMessage } from './stored-messages'
import { addPart } from './transcript'
import { soon } from '../../testing/soon'

/** A live message whose timers fire only when the test says so. */
function create() {
  const timers: { readonly work: () => void; readonly delayMs: number; isCancelled: boolean }[] = []
  const told: ConversationEvent[] = []
  const saved: Message[] = []
  const live = new LiveMessage(
    createMessage({
      id: 'm',
      conversationId: 'c',
      parentId: null,
      createdAt: 0,
      role: 'assistant',
      state: 'streaming'
    }),
    {
      emit: (event) => told.push(event),
      save: (message) => Promise.resolve(void saved.push(message)),
      onSaveFailed: () => {},
      schedule: (work, delayMs) => {
        const timer = { work, delayMs, isCancelled: false }
        timers.push(timer)
        return () => void (timer.isCancelled = true)
      }
    }
  )
  const fire = (delayMs: number) => {
    const due = timers.filter((timer) => timer.delayMs === delayMs && !timer.isCancelled)
    for (const timer of due) {
      timer.isCancelled = true
      timer.work()
    }
    return due.length
  }
  return { live, told, saved, fire }
}

const names = (told: readonly ConversationEvent[]) => told.map(({ name }) => name)
const address = { conversationId: 'c', messageId: 'm' }

describe('LiveMessage', () => {
  it('sends a new part as the whole message, and combines later changes to one event per frame', () => {
    const { live, told, fire } = create()
    for (const text of ['a', 'b', 'c', 'd']) live.appendText(0, text)
    expect(names(told)).toEqual(['message.changed'])
    expect(fire(40)).toBe(1)
    expect(told[1]).toEqual({
      name: 'text.appended',
      payload: { ...address, partIndex: 0, offset: 1, text: 'bcd' }
    })
    live.appendText(0, 'e')
    fire(40)
    expect(told[2]).toMatchObject({ payload: { text: 'e' } })
  })

  it('never sends text twice when the whole message is sent in between', () => {
    const { live, told, fire } = create()
    live.appendText(0, 'a')
    live.appendText(0, 'b')
    live.change((message) => addPart(message, { type: 'tool-suggestions', step: 0, tools: [] }))
    expect(told.at(-1)).toMatchObject({ payload: { parts: [{ text: 'ab' }, {}] } })
    fire(40)
    expect(names(told)).toEqual(['message.changed', 'message.changed'])
  })

  it('starts a new part for text of another step', () => {
    const { live } = create()
    live.appendText(0, 'a')
    live.appendText(1, 'b')
    expect(live.read().parts).toEqual([
      { type: 'text', step: 0, text: 'a' },
      { type: 'text', step: 1, text: 'b' }
    ])
  })

  it('saves at most once per second while text streams, and the last state at the end', async () => {
    const { live, saved, fire } = create()
    for (const text of 'abcdef') live.appendText(0, text)
    expect(saved).toHaveLength(0)
    expect(fire(1_000)).toBe(1)
    live.appendText(0, 'g')
    live.appendText(0, 'h')
    await live.close()
    expect(saved.map(({ parts }) => parts[0])).toMatchObject([{ text: 'abcdef' }, { text: 'abcdefgh' }])
    expect(fire(1_000) + fire(40)).toBe(0)
  })

  it('saves the end of a call immediately, and further ends within a tenth of a second in one commit', async () => {
    const { live, saved, fire } = create()
    const end = (text: string) => {
      live.change((message) => addPart(message, { type: 'text', step: 0, text }))
      live.saveCall()
    }
    end('first')
    await vi.waitFor(() => expect(saved).toHaveLength(1), soon)
    end('second')
    end('third')
    expect(fire(100)).toBe(1)
    await vi.waitFor(() => expect(saved).toHaveLength(2), soon)
    expect(saved.map(({ parts }) => parts.length)).toEqual([1, 3])
    // Nothing is new: the pause after that commit ends without another one.
    expect(fire(100)).toBe(1)
    end('fourth')
    await live.close()
    expect(saved.at(-1)?.parts).toHaveLength(4)
    expect(fire(100)).toBe(0)
  })
})
