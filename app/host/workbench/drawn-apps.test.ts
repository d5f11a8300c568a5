import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HostError } from '../../base/host-error'
import { createEmitter } from '../../base/emitter'
import { say, toText } from '../../texts/render-localized'
import type { ViewNews } from '../views/shown-views'
import { waitForDrawnApp } from './drawn-apps'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function wait() {
  const news = createEmitter<ViewNews>()
  const stop = new AbortController()
  const drawing = waitForDrawnApp({ callId: 'call', views: { news, isFull: false }, signal: stop.signal })
  const tell = (one: object, viewId = 'view') => news.emit({ callId: 'call', viewId, ...one } as ViewNews)
  return { news, stop, drawing, tell }
}

const opening = { type: 'opening' }
const ended = (reason: string | null) => ({ type: 'ended', reason })

it('counts an app as drawn only when it said that it is initialized', async () => {
  const { drawing, tell } = wait()
  tell(opening)
  tell({ type: 'ready', callId: 'other' })
  tell({ type: 'ready' })
  expect(await drawing).toEqual({ type: 'drawn' })
})

it.each([
  ['silent', "The app didn't say that it is initialized."],
  ['crashed', 'The app crashed.'],
  ['too-large', 'The app sent a message that is too large, so Parley closed it.']
])('says why an app that ended as %s was not drawn', async (reason, sentence) => {
  const { drawing, tell } = wait()
  tell(opening)
  tell(ended(reason))
  const end = await drawing
  expect(end.type === 'failed' && toText(end.reason)).toBe(sentence)
})

it('says why an app could not be opened', async () => {
  const { drawing, tell } = wait()
  tell(opening)
  tell({ type: 'not-opened', error: new HostError('VIEW_UNAVAILABLE', say('views.tooMany')) })
  expect(await drawing).toEqual({ type: 'failed', reason: say('views.tooMany') })
})

it('says at once that too many apps are open', async () => {
  const views = { news: createEmitter<ViewNews>(), isFull: true }
  const drawing = waitForDrawnApp({ callId: 'call', views, signal: new AbortController().signal })
  expect(await drawing).toEqual({ type: 'failed', reason: say('views.tooMany') })
})

it('waits for the other window if one of two fails', async () => {
  const { drawing, tell } = wait()
  tell(opening)
  tell(opening, 'second')
  tell(ended('crashed'))
  tell({ type: 'ready' }, 'second')
  expect(await drawing).toEqual({ type: 'drawn' })
})

it('waits while an app is open, and again after you left the page', async () => {
  const { drawing, tell } = wait()
  tell(opening)
  await vi.advanceTimersByTimeAsync(60_000)
  tell(ended('removed'))
  await vi.advanceTimersByTimeAsync(10_000)
  tell(opening, 'again')
  tell({ type: 'ready' }, 'again')
  expect(await drawing).toEqual({ type: 'drawn' })
})

it('ends if no window shows the tests', async () => {
  const { drawing, tell } = wait()
  tell(opening)
  tell(ended(null))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await drawing).toEqual({ type: 'not-shown' })
})

it('ends when the run is stopped', async () => {
  const { drawing, stop } = wait()
  stop.abort()
  await expect(drawing).rejects.toMatchObject({ code: 'TOOL_CANCELLED' })
})
