import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { OpenView } from '../../../app/contract/bridge/view-calls'
import type { ToolCallPart } from '../../../app/contract/conversations'
import { subscribe } from '../../bridge/subscribe'
import { FakeFailure, installFakeBridge, type FakeBridge } from '../../testing/fake-bridge'
import { tellSizes } from '../../testing/fake-resize-observer'
import { sampleToolCall } from '../../testing/sample-messages'
import { sampleServer, sampleToolQuestion } from '../../testing/sample-state'
import { show } from '../../testing/show'
import { ToolCallCard } from './tool-call-card'

const ignore = () => {}
const prepared = { viewId: 'v1', address: 'parley-view://proxy-1/', partition: 'view-1' }
const loading: OpenView = {
  viewId: 'v1',
  state: 'loading',
  reason: null,
  height: null,
  displayMode: 'inline',
  displayModes: [],
  wantedMode: null,
  hosts: [],
  refusedHosts: [],
  permissions: []
}
const ready: OpenView = {
  ...loading,
  state: 'ready',
  height: 200,
  displayModes: ['inline', 'fullscreen', 'pip']
}
/** Choices are kept by call. */
let callId = 'c0'
let count = 0

beforeEach(() => {
  tellSizes()
  count += 1
  callId = `c${count}`
})

function showCard(
  state: 'connected' | 'stopped' = 'connected',
  change: Partial<ToolCallPart> = {}
): { bridge: FakeBridge } & ReturnType<typeof show> {
  const bridge = installFakeBridge({
    snapshot: { servers: [sampleServer({ name: 'charts', state })] },
    handlers: {
      'view.prepare': () => prepared,
      'view.open': () => null,
      'view.close': () => null,
      'view.show': () => null
    }
  })
  const { end } = subscribe()
  onTestFinished(end)
  const part = sampleToolCall({
    callId,
    serverName: 'charts',
    toolName: 'chart',
    viewUri: 'ui://charts/chart',
    content: [{ type: 'text', text: 'Twelve degrees' }],
    ...change
  })
  const place = { conversationId: 'conversation-1', messageId: 'm1', callId }
  const shown = show(<ToolCallCard part={part} place={place} onCancel={ignore} onKeepWaiting={ignore} />)
  return { bridge, ...shown }
}

/** Events reach the projection as in the window. */
const tell = (bridge: FakeBridge, view: OpenView) => act(() => bridge.emit('view.changed', view))

const view = () => screen.findByRole('group', { name: 'App charts chart' })
const guest = (container: HTMLElement) => container.querySelector('webview')

it('shows a view in its card, in the guest that the host opened, and folds the text', async () => {
  const { bridge, container } = showCard()
  await view()
  await waitFor(() => expect(guest(container)?.getAttribute('src')).toBe(prepared.address))
  expect(guest(container)?.getAttribute('partition')).toBe(prepared.partition)
  expect(screen.getByRole('img', { name: 'Loading app' })).toBeTruthy()
  tell(bridge, ready)
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Loading app' })).toBeNull())
  expect(screen.getByRole('button', { name: /chart/, expanded: false })).toBeTruthy()
})

it('covers a view while Parley asks', async () => {
  const { bridge, container } = showCard()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  act(() => bridge.emit('questions.changed', [sampleToolQuestion]))
  expect(screen.getByText('Hidden while Parley asks you a question.')).toBeTruthy()
  act(() => bridge.emit('questions.changed', []))
  expect(screen.queryByText('Hidden while Parley asks you a question.')).toBeNull()
})

it.each(['preparing', 'waiting-for-approval', 'running'] as const)(
  'opens a view while its call is %s',
  async (state) => {
    const { container } = showCard('connected', { state })
    await waitFor(() => expect(guest(container)).not.toBeNull())
  }
)

it.each([
  { state: 'denied' },
  { state: 'failed', startedAt: null },
  { state: 'cancelled', startedAt: null }
] as const)('shows no view of a call that ended before its approval: %o', (change) => {
  const { container } = showCard('connected', change)
  expect(guest(container)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Show app' })).toBeNull()
})

it.each(['failed', 'cancelled'] as const)('opens the view of a %s call only when asked', async (state) => {
  const { container, person } = showCard('connected', { state, startedAt: 1 })
  expect(guest(container)).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Show app' }))
  await waitFor(() => expect(guest(container)).not.toBeNull())
})

it('closes a view before it shows the text, and opens it again', async () => {
  const { bridge, container, person } = showCard()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  tell(bridge, ready)
  await person.click(screen.getByRole('button', { name: 'Show as text' }))
  expect(bridge.inputsOf('view.close')[0]).toEqual({ viewId: 'v1' })
  await waitFor(() => expect(guest(container)).toBeNull())
  expect(screen.getByText('Twelve degrees')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Show app' }))
  await waitFor(() => expect(guest(container)).not.toBeNull())
})

it('prepares the frame of a view while the pointer or the keyboard is at its button, and opens nothing', async () => {
  const { bridge, container, person } = showCard('connected', { state: 'failed', startedAt: 1 })
  const button = screen.getByRole('button', { name: 'Show app' })
  await person.hover(button)
  await waitFor(() => expect(guest(container)).not.toBeNull())
  expect(guest(container)?.closest('[inert]')).not.toBeNull()
  await person.unhover(button)
  await waitFor(() => expect(guest(container)).toBeNull())
  expect(bridge.inputsOf('view.close')).toEqual([{ viewId: 'v1' }])
  expect(bridge.inputsOf('view.open')).toEqual([])
  while (document.activeElement !== button) await person.tab()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  await person.tab()
  await waitFor(() => expect(guest(container)).toBeNull())
  await person.hover(button)
  await waitFor(() => expect(guest(container)).not.toBeNull())
  const frame = guest(container)
  await person.click(button)
  await waitFor(() => expect(bridge.inputsOf('view.open')).toHaveLength(1))
  expect(bridge.inputsOf('view.prepare')).toHaveLength(3)
  // Another element would load the page again.
  expect(guest(container)).toBe(frame)
  expect(frame?.closest('[inert]')).toBeNull()
})

it('ends a view when its card scrolls out of the page, also one that still opens', async () => {
  const { bridge, container, unmount } = showCard()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  unmount()
  await waitFor(() => expect(bridge.inputsOf('view.close')).toEqual([{ viewId: 'v1' }]))
  const next = showCard()
  let finish: (guest: typeof prepared) => void = ignore
  next.bridge.handle({ 'view.prepare': () => new Promise((resolve) => (finish = resolve)) })
  next.unmount()
  finish(prepared)
  await waitFor(() => expect(next.bridge.inputsOf('view.close')).toEqual([{ viewId: 'v1' }]))
})

it.each([
  ['crashed', 'The app crashed.'],
  ['silent', 'The app did not start.'],
  ['memory', 'The app used too much memory, so Parley closed it.']
] as const)('shows the text and why a view ended: %s', async (reason, sentence) => {
  const { bridge, container } = showCard()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  tell(bridge, { ...ready, state: 'ended', reason })
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.getByText('Twelve degrees')).toBeTruthy()
})

it('shows the text and why a view could not be opened', async () => {
  const { bridge } = showCard('stopped')
  bridge.handle({
    'view.open': () => {
      throw new FakeFailure('VIEW_UNAVAILABLE', 'charts has no page for the app.')
    }
  })
  expect(screen.getByText('The app appears when charts is connected.')).toBeTruthy()
  expect(screen.getByText('Twelve degrees')).toBeTruthy()
  act(() => bridge.emit('server.changed', sampleServer({ name: 'charts', state: 'connected' })))
  expect(await screen.findByText('charts has no page for the app.')).toBeTruthy()
})

it('fills the window when the host says so, and goes back with Escape', async () => {
  const { bridge, container, person } = showCard()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  tell(bridge, ready)
  const fill = within(await view()).getByRole('button', { name: 'Full screen' })
  await waitFor(() => expect(fill).toHaveProperty('disabled', false))
  await person.click(fill)
  expect(bridge.inputsOf('view.show').at(-1)).toMatchObject({
    viewId: 'v1',
    displayMode: 'fullscreen',
    setsMode: true
  })
  tell(bridge, { ...ready, displayMode: 'fullscreen' })
  const shown = await view()
  await waitFor(() => expect(shown.getAttribute('data-mode')).toBe('fullscreen'))
  await person.keyboard('{Escape}')
  expect(bridge.inputsOf('view.show').at(-1)).toMatchObject({ displayMode: 'inline', setsMode: true })
  // What the window measures afterwards changes no mode: the host may have changed it meanwhile.
  fireEvent(window, new Event('resize'))
  act(() => bridge.emit('view.changed', { ...ready, displayMode: 'inline' }))
  fireEvent(window, new Event('resize'))
  const chosen = bridge.inputsOf('view.show').filter(({ setsMode }) => setsMode === true)
  expect(chosen).toHaveLength(2)
})

it('offers only the modes that a view supports', async () => {
  const { bridge } = showCard()
  tell(bridge, { ...ready, displayModes: ['inline', 'fullscreen'] })
  const shown = within(await view())
  await waitFor(() =>
    expect(shown.getByRole('button', { name: 'Full screen' })).toHaveProperty('disabled', false)
  )
  expect(shown.getByRole('button', { name: 'Picture in picture' })).toHaveProperty('disabled', true)
})

it('makes the page behind a full screen inert, also what is added later', async () => {
  const { bridge, container } = showCard()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  const behind = container.appendChild(document.createElement('p'))
  tell(bridge, { ...ready, displayMode: 'fullscreen' })
  await waitFor(() => expect(behind.hasAttribute('inert')).toBe(true))
  const later = container.appendChild(document.createElement('p'))
  await waitFor(() => expect(later.hasAttribute('inert')).toBe(true))
  expect((await view()).closest('[inert]')).toBeNull()
  tell(bridge, ready)
  await waitFor(() => expect(container.querySelector('[inert]')).toBeNull())
})

it('shows a view in a corner of the window, moves it, and says so in its card', async () => {
  const { bridge, container, person } = showCard()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  tell(bridge, ready)
  const frameBefore = guest(container)
  await person.click(await screen.findByRole('button', { name: 'Picture in picture' }))
  expect(bridge.inputsOf('view.show').at(-1)).toMatchObject({ displayMode: 'pip' })
  tell(bridge, { ...ready, displayMode: 'pip' })
  expect(await screen.findByText('The app is in a corner of the window.')).toBeTruthy()
  const shown = await view()
  const places = [shown.getAttribute('data-corner')]
  await person.click(screen.getByRole('button', { name: 'Move to another corner' }))
  places.push(shown.getAttribute('data-corner'))
  expect(places).toEqual(['top-right', 'top-left'])
  // Another element would load the page again.
  expect(guest(container)).toBe(frameBefore)
  await person.click(screen.getByRole('button', { name: 'Back to the conversation' }))
  expect(bridge.inputsOf('view.show').at(-1)).toMatchObject({ displayMode: 'inline' })
})

it('gives a view no pointer until it has been at one place for half a second', async () => {
  const { bridge, container } = showCard()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  tell(bridge, ready)
  const isSettled = () => guest(container)?.parentElement?.hasAttribute('data-settled')
  expect(isSettled()).toBe(false)
  await waitFor(() => expect(isSettled()).toBe(true))
  const place = vi.spyOn(Element.prototype, 'getBoundingClientRect')
  place.mockReturnValue(new DOMRect(0, 40, 100, 100))
  fireEvent.scroll(window)
  expect(isSettled()).toBe(false)
  await waitFor(() => expect(isSettled()).toBe(true))
  fireEvent.scroll(window)
  expect(isSettled()).toBe(true)
  act(() => bridge.emit('questions.changed', [sampleToolQuestion]))
  act(() => bridge.emit('questions.changed', []))
  expect(isSettled()).toBe(false)
  place.mockRestore()
})

it('gives a view the whole window only while the user works in it', async () => {
  const { bridge, container } = showCard()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  const wish = () => tell(bridge, { ...ready, wantedMode: 'fullscreen' })
  wish()
  const modes = () => bridge.inputsOf('view.show').map(({ displayMode }) => displayMode)
  expect(modes()).not.toContain('fullscreen')
  tell(bridge, ready)
  vi.spyOn(document, 'activeElement', 'get').mockReturnValue(guest(container))
  wish()
  await waitFor(() => expect(modes()).toContain('fullscreen'))
  vi.restoreAllMocks()
})

it('says in its bar which network access it does not have, and which devices it uses', async () => {
  const { bridge, container } = showCard()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  tell(bridge, ready)
  const marks = () =>
    [...container.querySelectorAll('[role="status"]')].map((mark) => mark.textContent?.trim())
  expect(marks()).toEqual([])
  tell(bridge, { ...ready, refusedHosts: ['api.example.com'] })
  expect(marks()).toEqual(['No network access'])
  expect(screen.getByTitle('Not allowed: api.example.com')).toBeTruthy()
  tell(bridge, { ...ready, hosts: ['a.example'], refusedHosts: ['b.example'], permissions: ['camera'] })
  expect(marks()).toEqual(['Some hosts not allowed', 'Uses the camera'])
})

it('asks again about hosts only if the user opens it', async () => {
  const { bridge, container, person } = showCard()
  await waitFor(() => expect(guest(container)).not.toBeNull())
  tell(bridge, ready)
  await person.click(screen.getByRole('button', { name: 'Show as text' }))
  await person.click(await screen.findByRole('button', { name: 'Show app' }))
  await waitFor(() => expect(bridge.inputsOf('view.open')).toHaveLength(2))
  expect(bridge.inputsOf('view.open').map(({ asksAgain }) => asksAgain)).toEqual([undefined, true])
})
