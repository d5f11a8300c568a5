/**
 * A list of thousands of conversations: what is in the page, and what the keyboard reaches. Finding roles in so many
 * rows is slow.
 */
import { act, waitFor } from '@testing-library/react'
import { afterAll, expect, test, vi } from 'vitest'
import { openList, resetList } from '../../testing/open-list'
import { sampleConversationSummary } from '../../testing/sample-state'

afterAll(resetList)

// A hundred rows with their menus take a while when other tests run at the same time.
vi.setConfig({ testTimeout: 60_000 })

const day = 86_400_000
const conversations = Array.from({ length: 5_000 }, (_, at) =>
  sampleConversationSummary({
    id: `c${at}`,
    title: `No. ${at}`,
    updatedAt: Date.now() - (at < 30 ? 0 : 9 * day) - at
  })
)

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
const row = (at: number) => all(`[data-stop="row c${at}"]`)[0]
const stops = () => all('[data-stop][tabindex="0"]')
const placeOf = (at: number) => {
  const item = row(at)?.closest('li')
  return [item?.getAttribute('aria-posinset'), item?.getAttribute('aria-setsize')]
}

test('keeps only rows near the screen of 5,000 in the page, under their days, each with its position', async () => {
  await openList({ conversations })
  await waitFor(() => expect(all('[data-virtuoso-scroller]')).toHaveLength(1))
  await waitFor(() => expect(row(30)).toBeTruthy())
  expect(all('li').length).toBeLessThan(120)
  expect(all('h2').map(({ textContent }) => textContent)).toEqual(['Today', 'Earlier'])
  expect(placeOf(29)).toEqual(['30', '30'])
  expect(placeOf(30)).toEqual(['1', '4970'])
})

test('keeps one Tab stop in the page though the open one is far away, and can select all', async () => {
  const { person } = await openList({ conversations, currentId: 'c4000' })
  await waitFor(() => expect(all('[data-virtuoso-scroller]')).toHaveLength(1))
  await waitFor(() => expect(stops()).toEqual([row(0)]))
  act(() => row(0)!.focus())
  await person.keyboard('{Control>}a{/Control}')
  expect(all('[role="status"]')[0]?.textContent).toBe('5,000 selected')
  await person.keyboard('{Escape}{ArrowDown}')
  expect(document.activeElement).toBe(row(1))
  expect(stops()).toEqual([row(1)])
})

test('keeps all of a short list in the page, and keeps the focus when it grows long', async () => {
  const { bridge } = await openList({ conversations: conversations.slice(0, 95) })
  expect(all('li')).toHaveLength(95)
  expect(all('[data-virtuoso-scroller]')).toEqual([])
  act(() => row(3)!.focus())
  act(() => {
    for (const conversation of conversations.slice(95, 110)) bridge.emit('conversation.changed', conversation)
  })
  await waitFor(() => expect(all('[data-virtuoso-scroller]')).toHaveLength(1))
  await waitFor(() => expect(document.activeElement).toBe(row(3)))
})
