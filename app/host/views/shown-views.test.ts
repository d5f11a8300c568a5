/** Prepared views: the rest is in `tests/conversation/views.test.ts`. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ShownViews, type ShownViewsOptions } from './shown-views'

let open: Set<string>
let views: ShownViews

beforeEach(() => {
  vi.useFakeTimers()
  open = new Set()
  let count = 0
  const openViewFrame: ShownViewsOptions['openViewFrame'] = () => {
    const partition = `view-${(count += 1)}`
    open.add(partition)
    return {
      address: 'parley-view://proxy/',
      partition,
      show: () => expect.unreachable('it has no page'),
      send: () => {},
      close: () => void open.delete(partition)
    }
  }
  views = new ShownViews({
    openViewFrame,
    newId: () => `v${count}`
  } as Partial<ShownViewsOptions> as ShownViewsOptions)
})
afterEach(() => {
  views.dispose()
  vi.useRealTimers()
})

const shown = {
  place: {
    conversationId: null,
    messageId: null,
    callId: 'c1',
    serverName: 'charts',
    toolName: 'chart',
    scopeId: 's1'
  },
  approved: Promise.resolve(),
  end: () => {}
}

it('ends a view that no window opens', () => {
  views.prepare()
  vi.advanceTimersByTime(9_999)
  expect(open.size).toBe(1)
  vi.advanceTimersByTime(1)
  expect(open.size).toBe(0)
})

it('keeps a view whose page takes long to read, and ends it when the page cannot be read', async () => {
  const { viewId } = views.prepare()
  let fail = (_error: Error): void => {}
  const opening = views.open(viewId, shown, () => new Promise((...[, reject]) => (fail = reject)))
  vi.advanceTimersByTime(60_000)
  expect(open.size).toBe(1)
  fail(new Error('no page'))
  await expect(opening).rejects.toThrow('no page')
  expect(open.size).toBe(0)
})

it('closes a view whose page is still being read', async () => {
  const { viewId } = views.prepare()
  void views.open(viewId, shown, () => new Promise(() => {})).catch(() => {})
  await views.close({ viewId })
  expect(open.size).toBe(0)
})

it('opens none that was not prepared, or opens already', async () => {
  const read = vi.fn(() => new Promise<never>(() => {}))
  await expect(views.open('unknown', shown, read)).rejects.toMatchObject({ code: 'VIEW_UNAVAILABLE' })
  const { viewId } = views.prepare()
  void views.open(viewId, shown, read)
  await expect(views.open(viewId, shown, read)).rejects.toMatchObject({ code: 'VIEW_UNAVAILABLE' })
  expect(read).toHaveBeenCalledTimes(1)
})

it('refuses more than 20 at once', () => {
  for (let index = 0; index < 20; index++) views.prepare()
  expect(() => views.prepare()).toThrow('Too many apps are open')
  expect(open.size).toBe(20)
})

it('ends all with Parley', () => {
  views.prepare()
  views.dispose()
  expect(open.size).toBe(0)
})
