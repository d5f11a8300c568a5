import { expect, test } from 'vitest'
import { sampleConversationSummary } from '../../testing/sample-state'
import { groupByDay } from './group-by-day'

test('separates days at midnight, not by the number of hours', () => {
  const now = new Date(2026, 10, 21, 0, 30).getTime()
  const at = (id: string, ...parts: [number, number, number, number, number]) =>
    sampleConversationSummary({ id, updatedAt: new Date(...parts).getTime() })
  const groups = groupByDay(
    [
      at('a', 2026, 10, 21, 0, 5),
      at('b', 2026, 10, 20, 23, 59),
      at('c', 2026, 10, 20, 0, 0),
      at('d', 2026, 10, 19, 23, 59)
    ],
    now
  )
  expect(groups.map(({ label, conversations }) => [label, ...conversations.map(({ id }) => id)])).toEqual([
    ['Today', 'a'],
    ['Yesterday', 'b', 'c'],
    ['Earlier', 'd']
  ])
})
