import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMarkdownRenderer } from './markdown-renderer'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Answers what `answer` returns; null: never. */
function threads(answer: (markdown: string) => string | null) {
  const started: EventEmitter[] = []
  const ended: EventEmitter[] = []
  const spawn = () => {
    const news = new EventEmitter()
    started.push(news)
    return {
      on: (event: string, listener: (value: never) => void) => news.on(event, listener as never),
      postMessage: (markdown: unknown) => {
        const html = answer(String(markdown))
        if (html !== null) queueMicrotask(() => news.emit('message', html))
      },
      terminate: async () => void ended.push(news)
    }
  }
  return { spawn, started, ended }
}

it('uses one thread for all texts, and ends it with the file', async () => {
  const { spawn, started, ended } = threads((markdown) => `<p>${markdown}</p>`)
  const { layOut, close } = createMarkdownRenderer(spawn)
  expect(started).toHaveLength(0)
  expect([await layOut('a'), await layOut('b')]).toEqual(['<p>a</p>', '<p>b</p>'])
  await close()
  expect([started.length, ended.length]).toEqual([1, 1])
})

it('cancels a text that takes too long, and ends the thread', async () => {
  const { spawn, started, ended } = threads((markdown) => (markdown === 'slow' ? null : 'fast'))
  const { layOut } = createMarkdownRenderer(spawn)
  const slow = layOut('slow')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await slow).toBeNull()
  expect(ended).toEqual([started[0]])
  expect(await layOut('next')).toBe('fast')
  expect(started).toHaveLength(2)
})

it('continues after a thread died', async () => {
  const { spawn, started } = threads((markdown) => (markdown === 'deadly' ? null : 'fine'))
  const { layOut } = createMarkdownRenderer(spawn)
  const deadly = layOut('deadly')
  started[0]?.emit('error', new Error('out of memory'))
  expect(await deadly).toBeNull()
  expect(await layOut('next')).toBe('fine')
})
