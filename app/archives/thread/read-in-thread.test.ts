import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readInThread } from './read-in-thread'

class Thread extends EventEmitter {
  readonly asked: unknown[] = []
  isEnded = false
  postMessage(value: unknown): void {
    this.asked.push(value)
  }
  async terminate(): Promise<void> {
    this.isEnded = true
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each([
  ['ends in the middle', (thread: Thread) => thread.emit('exit', 1)],
  ['breaks', (thread: Thread) => thread.emit('error', new Error('out of memory'))],
  ['says nothing for two minutes', () => vi.advanceTimersByTime(120_000)]
])('calls a file damaged if the thread that reads it %s', async (_how, fail) => {
  const thread = new Thread()
  const reading = readInThread(thread, 'chats.zip').next()
  fail(thread)
  await expect(reading).rejects.toMatchObject({
    code: 'ARCHIVE_UNREADABLE',
    message: expect.stringMatching(/^“chats\.zip” is damaged after 0 /u)
  })
  expect(thread.isEnded).toBe(true)
})
