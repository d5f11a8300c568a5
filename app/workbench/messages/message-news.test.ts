import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMessageNews } from './message-news'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('tells a reader once after it has read, at most ten times a second', () => {
  const told: string[] = []
  const news = createMessageNews(({ serverName }) => void told.push(serverName))
  news.arrived('notes')
  expect(told).toEqual([])
  news.want('notes')
  for (let count = 0; count < 1_000; count += 1) news.arrived('notes')
  news.arrived('files')
  expect(told).toEqual([])
  vi.advanceTimersByTime(100)
  expect(told).toEqual(['notes'])
  news.arrived('notes')
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual(['notes'])
})

it('tells at once if nothing has arrived for a while', () => {
  const told = vi.fn()
  const news = createMessageNews(told)
  news.want('notes')
  vi.advanceTimersByTime(100)
  expect(told).not.toHaveBeenCalled()
  news.arrived('notes')
  expect(told).toHaveBeenCalledExactlyOnceWith({ serverName: 'notes' })
})
