/** How often a task is polled, by a clock of the test. */
import type { Client } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TaskView } from '../../contract/tool-calls'
import { readTask } from '../protocol/task-wire'
import { WireTask } from './wire-task'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Follows a task that keeps working, and records when it is polled. `behindAnswer`: a notification after each answer. */
function follow(state: object, behindAnswer: object | null = null) {
  const askedAt: number[] = []
  const told: (string | null)[] = []
  const quiet: number[] = []
  const ended = new AbortController()
  const raw = { taskId: 'one', status: 'working', ...state }
  const client = {
    request: ({ method }: { method: string }) => {
      expect(method).toBe('tasks/get')
      askedAt.push(Date.now())
      const news = readTask(behindAnswer)
      if (news !== null) queueMicrotask(() => follower.heard(news))
      return Promise.resolve(raw)
    }
  }
  const follower = new WireTask('one', {
    client: client as unknown as Client,
    form: 'core',
    callId: 'call',
    toolName: 'dig',
    inputs: { answer: () => Promise.reject(new Error('Nobody asks.')) },
    signal: ended.signal,
    onChange: ({ statusMessage }: TaskView) => told.push(statusMessage),
    onHeard: (quietMs: number) => quiet.push(quietMs),
    now: Date.now
  } as unknown as ConstructorParameters<typeof WireTask>[1])
  const following = follower.follow(readTask(raw)).catch(() => 'given up')
  return {
    askedAt,
    told,
    quiet,
    stop: async () => {
      ended.abort(new Error('The test is over.'))
      expect(await following).toBe('given up')
    }
  }
}

describe('a working task', () => {
  it.each([
    ['as often as its server suggests', { pollInterval: 400 }, [400, 800, 1_200]],
    ['as rarely as its server suggests', { pollInterval: 20_000 }, [20_000, 40_000, 60_000]],
    ['once a second if its server suggests nothing', {}, [1_000, 2_000, 3_000]],
    ['ten times a second at most', { pollInterval: 1 }, [100, 200, 300]]
  ])('TASK-06: is polled %s', async (_how, state, expected) => {
    const { askedAt, quiet, stop } = follow(state)
    await vi.advanceTimersByTimeAsync(expected[2] ?? 0)
    expect(askedAt).toEqual(expected)
    // The server can't be expected to send anything before the next poll.
    expect(new Set(quiet)).toEqual(new Set([expected[0]]))
    await stop()
  })

  it.each([
    ['before the server forgets it', { pollInterval: 60_000, ttl: 1_000 }, 900],
    ['at the pace of its server if that is soon enough', { pollInterval: 500, ttl: 1_000 }, 500],
    ['at the pace of its server if it is kept without a limit', { pollInterval: 60_000, ttl: null }, 60_000]
  ])('TASK-09: is polled %s', async (_how, state, at) => {
    const { askedAt, stop } = follow(state)
    await vi.advanceTimersByTimeAsync(at - 1)
    expect(askedAt).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(askedAt).toEqual([at])
    await stop()
  })

  it("TASK-09: is polled at the server's pace near the end of its life, not continuously", async () => {
    const { askedAt, stop } = follow({ pollInterval: 60_000, ttl: 1_000 })
    await vi.advanceTimersByTimeAsync(61_000)
    expect(askedAt).toEqual([900, 60_900])
    await stop()
  })

  it('TASK-12: takes a notification that arrives right behind the answer to a poll, if it is newer', async () => {
    const polled = { statusMessage: 'Polled', lastUpdatedAt: '2026-01-01T00:00:01Z' }
    const inform = { taskId: 'one', status: 'working' }
    const newer = { ...inform, statusMessage: 'Newer', lastUpdatedAt: '2026-01-01T00:00:02Z' }
    const older = { ...inform, statusMessage: 'Older', lastUpdatedAt: '2026-01-01T00:00:00Z' }
    for (const [news, expected] of [
      [newer, ['Polled', 'Newer']],
      [older, ['Polled']]
    ] as const) {
      const { told, stop } = follow(polled, news)
      await vi.advanceTimersByTimeAsync(1_500)
      expect(told).toEqual(expected)
      await stop()
    }
  })
})
