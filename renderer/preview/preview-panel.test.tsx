import '../testing/load-lazy-parts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { OpenPreview } from '../../app/contract/bridge/preview-calls'
import { subscribe } from '../bridge/subscribe'
import { useProjection } from '../state/projection'
import { newThread } from '../state/messages-slice'
import { FakeFailure, installFakeBridge, type FakeBridge } from '../testing/fake-bridge'
import { sampleAnswer } from '../testing/sample-messages'
import { sampleToolQuestion } from '../testing/sample-state'
import { show } from '../testing/show'
import { PreviewPanel } from './preview-panel'
import { closePreview, showPreview, usePreview } from './preview-view-store'

const page = (body: string) => `<title>Clock</title><p>${body}</p>`
const fence = (code: string) => `\`\`\`html\n${code}\n\`\`\``
const ready = (previewId: string): OpenPreview => {
  return { previewId, state: 'ready', reason: null, problems: [], escapes: 0 }
}

let opened = 0
const nextGuest = () => {
  opened += 1
  return { previewId: `p${opened}`, address: `parley-view://proxy-${opened}/`, partition: `view-${opened}` }
}

beforeEach(() => {
  opened = 0
  closePreview()
})

/** Answers of the conversation, one with each text. */
function setAnswers(...texts: readonly string[]): void {
  const messages = texts.map((text, index) =>
    sampleAnswer({ id: `m${index}`, parts: [{ type: 'text', step: 0, text }] })
  )
  act(() => useProjection.setState({ threads: { c1: { ...newThread, status: 'ready', messages } } }))
}

async function open(code = page('one'), messageId = 'm0') {
  const bridge = installFakeBridge({
    handlers: { 'preview.open': nextGuest, 'preview.replace': nextGuest, 'preview.close': () => null }
  })
  const { end, ready: isFollowed } = subscribe()
  onTestFinished(end)
  await act(async () => isFollowed)
  setAnswers(fence(page('one')), fence(page('two')))
  act(() => showPreview({ conversationId: 'c1', messageId, kind: 'html', code }))
  const { shown } = usePreview.getState()
  if (shown === null) throw new Error('nothing is shown')
  return { bridge, ...show(<PreviewPanel shown={shown} />) }
}

const panel = () => screen.getByRole('complementary', { name: 'Preview' })
const button = (name: string) => within(panel()).getByRole<HTMLButtonElement>('button', { name })
const guest = (container: HTMLElement) => container.querySelector('webview')
const textsOf = (bridge: FakeBridge) =>
  [...bridge.inputsOf('preview.open'), ...bridge.inputsOf('preview.replace')].map(({ text }) => text)
const tell = (bridge: FakeBridge, preview: OpenPreview) => act(() => bridge.emit('preview.changed', preview))

it('shows the page in the guest that the host opened, takes the focus, and closes it', async () => {
  const { bridge, container, unmount } = await open()
  await waitFor(() => expect(guest(container)?.getAttribute('partition')).toBe('view-1'))
  expect(guest(container)?.getAttribute('src')).toBe('parley-view://proxy-1/')
  expect(document.activeElement).toBe(panel())
  expect(screen.getByRole('img', { name: 'Loading preview' })).toBeTruthy()
  tell(bridge, ready('p1'))
  expect(screen.queryByRole('img', { name: 'Loading preview' })).toBeNull()
  unmount()
  await waitFor(() => expect(bridge.inputsOf('preview.close')).toEqual([{ previewId: 'p1' }]))
})

it('shows the pressed version, and others after a press', async () => {
  const { bridge, container, person } = await open()
  expect(within(panel()).getByText('Version 1 of 2')).toBeTruthy()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  await person.click(button('Next version'))
  await waitFor(() => expect(guest(container)?.getAttribute('partition')).toBe('view-2'))
  expect(bridge.inputsOf('preview.replace')).toEqual([{ previewId: 'p1', kind: 'html', text: page('two') }])
  expect(button('Next version').getAttribute('aria-disabled') ?? button('Next version').disabled).toBeTruthy()
  await person.click(button('Reload'))
  await waitFor(() => expect(guest(container)?.getAttribute('partition')).toBe('view-3'))
  expect(textsOf(bridge)).toEqual([page('one'), page('two'), page('two')])
})

it('follows a finished newer version only from the newest, and at most twice a second', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { bridge, person } = await open(page('two'), 'm1')
  await waitFor(() => expect(textsOf(bridge)).toEqual([page('two')]))
  const before = [fence(page('one')), fence(page('two'))]
  setAnswers(...before, `\`\`\`html\n${page('thr')}`)
  await act(() => vi.advanceTimersByTimeAsync(600))
  expect(textsOf(bridge)).toEqual([page('two')])
  setAnswers(...before, fence(page('three')))
  setAnswers(...before, `${fence(page('three'))}\n\nAnd`)
  await act(() => vi.advanceTimersByTimeAsync(600))
  await waitFor(() => expect(textsOf(bridge)).toEqual([page('two'), page('three')]))
  await person.click(button('Previous version'))
  await waitFor(() => expect(textsOf(bridge)).toHaveLength(3))
  setAnswers(...before, fence(page('three')), fence(page('four')))
  await act(() => vi.advanceTimersByTimeAsync(600))
  expect(within(panel()).getByText('Version 2 of 4')).toBeTruthy()
  expect(textsOf(bridge)).toEqual([page('two'), page('three'), page('two')])
})

it('says what went wrong in the page, as text with hidden letters marked', async () => {
  const { bridge, container } = await open()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  const problems: OpenPreview['problems'] = [
    { type: 'error', text: '<b>x</b>\u202E is not defined' },
    { type: 'blocked', text: 'cdn.example.com' },
    { type: 'import', text: 'recharts' }
  ]
  tell(bridge, { ...ready('p1'), problems })
  const [error, blocked, missing] = within(panel()).getAllByRole('listitem')
  expect(error?.textContent).toContain('Error in the page: <b>x</b>')
  expect(error?.textContent).toContain('U+202E')
  expect(blocked?.textContent).toBe(
    "The page couldn't load cdn.example.com. A preview has no network access."
  )
  expect(missing?.textContent).toContain('The page needs the package recharts.')
})

it('removes a page that Parley ended, says why, and draws it again after Reload', async () => {
  const { bridge, container, person } = await open()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  tell(bridge, { ...ready('p1'), state: 'ended', reason: 'unresponsive' })
  expect(guest(container)).toBeNull()
  expect(screen.getByRole('alert').textContent).toBe('The page stopped responding, so Parley stopped it.')
  await person.click(button('Reload'))
  await waitFor(() => expect(guest(container)?.getAttribute('partition')).toBe('view-2'))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says why a version cannot be drawn, and keeps the one before for the next', async () => {
  const { bridge, container, person } = await open()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  bridge.handle({
    'preview.replace': () => {
      throw new FakeFailure('VIEW_UNAVAILABLE', "This diagram can't be drawn: line 2")
    }
  })
  await person.click(button('Next version'))
  expect((await screen.findByRole('alert')).textContent).toBe("This diagram can't be drawn: line 2")
  expect(guest(container)?.parentElement?.dataset['covered']).toBe('true')
  bridge.handle({ 'preview.replace': nextGuest })
  await person.click(button('Previous version'))
  await waitFor(() => expect(guest(container)?.getAttribute('partition')).toBe('view-2'))
  expect(bridge.inputsOf('preview.replace').at(-1)?.previewId).toBe('p1')
})

it('is hidden while Parley asks', async () => {
  const { bridge, container } = await open()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  act(() => bridge.emit('questions.changed', [sampleToolQuestion]))
  expect(within(panel()).getByText('Hidden while Parley asks you a question.')).toBeTruthy()
  expect(guest(container)?.parentElement?.dataset['covered']).toBe('true')
})

it('takes the focus back from its page after Escape there, and closes after Escape here', async () => {
  const { bridge, container, person } = await open()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  act(() => button('Reload').focus())
  tell(bridge, { ...ready('p1'), escapes: 1 })
  expect(document.activeElement).toBe(panel())
  await person.keyboard('{Escape}')
  expect(usePreview.getState().shown).toBeNull()
})

it('opens in the browser only after a question, and Escape in it keeps the preview', async () => {
  const { bridge, container, person } = await open()
  bridge.handle({ 'preview.open-in-browser': () => null })
  await waitFor(() => expect(guest(container)).not.toBeNull())
  await person.click(button('Open in browser'))
  const question = await screen.findByRole('dialog', { name: 'Open this page in your browser?' })
  expect(question.textContent).toContain('Parley neither limits nor records what it does')
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(usePreview.getState().shown).not.toBeNull()
  expect(bridge.inputsOf('preview.open-in-browser')).toEqual([])
})
