import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import type { TracedViewMessage } from '../../../app/contract/bridge/inspected-view-calls'
import type { OpenView } from '../../../app/contract/bridge/view-calls'
import { subscribe } from '../../bridge/subscribe'
import { FakeFailure, installFakeBridge, type FakeBridge } from '../../testing/fake-bridge'
import { tellSizes } from '../../testing/fake-resize-observer'
import { sampleServer, sampleTool } from '../../testing/sample-state'
import { show } from '../../testing/show'
import { AppInspector } from './app-inspector'

const opened = { viewId: 'v1', address: 'parley-view://proxy-1/', partition: 'view-1' }
const ready: OpenView = {
  viewId: 'v1',
  state: 'ready',
  reason: null,
  height: 200,
  displayMode: 'inline',
  displayModes: ['inline', 'fullscreen'],
  wantedMode: null,
  hosts: [],
  refusedHosts: [],
  permissions: [],
  steps: ['partial-input', 'input', 'cancelled', 'call']
}
const tool = sampleTool({
  serverName: 'charts',
  name: 'chart',
  inputSchema: { type: 'object', properties: { city: { type: 'string', default: 'Oslo' } } },
  ui: { resourceUri: 'ui://charts/chart', isForModel: true, isForView: true }
})

let bridge: FakeBridge

beforeEach(() => {
  tellSizes()
  bridge = installFakeBridge({
    snapshot: { servers: [sampleServer({ name: 'charts' })] },
    handlers: {
      'view.open-inspected': () => opened,
      'view.close': () => null,
      'view.change-context': () => null,
      'view.send-step': () => null,
      'view.call-tool': () => null
    }
  })
  const { end } = subscribe()
  onTestFinished(end)
})

async function openApp() {
  const shown = show(<AppInspector tool={tool} onClose={() => {}} />)
  const app = within(await screen.findByRole('group', { name: 'App charts chart' }))
  await waitFor(() => expect(shown.container.querySelector('webview')).not.toBeNull())
  return { ...shown, app }
}

const tell = (change: Partial<OpenView> = {}) =>
  act(() => bridge.emit('view.changed', { ...ready, ...change }))

const traced: TracedViewMessage = {
  index: 0,
  at: 0,
  direction: 'in',
  text: '{}',
  size: 2,
  refusal: null
}

const tellMessages = (...messages: readonly Partial<TracedViewMessage>[]) =>
  act(() =>
    bridge.emit('view.messaged', {
      viewId: 'v1',
      messages: messages.map((message, index) => ({ ...traced, index, ...message })),
      leftOut: 0
    })
  )

const press = async (app: ReturnType<typeof within>, name: string) =>
  await userEvent.click(app.getByRole('button', { name }))
const isDisabled = (app: ReturnType<typeof within>, name: string) => {
  const button = app.getByRole('button', { name }) as HTMLButtonElement
  return button.disabled || button.getAttribute('aria-disabled') === 'true'
}

it('opens an app in the guest that the host opened, and closes it when it is left', async () => {
  const { container, unmount } = await openApp()
  const [input] = bridge.inputsOf('view.open-inspected')
  expect(input).toMatchObject({ serverName: 'charts', toolName: 'chart', context: { displayMode: 'inline' } })
  expect(container.querySelector('webview')?.getAttribute('partition')).toBe('view-1')
  unmount()
  await waitFor(() => expect(bridge.inputsOf('view.close')).toEqual([{ viewId: 'v1' }]))
})

it('says why an app could not be opened', async () => {
  bridge.handle({
    'view.open-inspected': () => {
      throw new FakeFailure('VIEW_UNAVAILABLE', 'charts has no page for the app.')
    }
  })
  show(<AppInspector tool={tool} onClose={() => {}} />)
  expect((await screen.findByRole('alert')).textContent).toBe('charts has no page for the app.')
})

it('sends only what the host says is possible now', async () => {
  const { app } = await openApp()
  const commands = ['Call the tool', 'Send input', 'Send partial input', 'Send result', 'Send cancelled']
  for (const fold of ['Partial input', 'Result by hand', 'Cancellation'])
    await userEvent.click(app.getByText(fold, { selector: 'summary' }))
  const possible = () => commands.filter((name) => !isDisabled(app, name))
  expect(possible()).toEqual([])
  tell()
  expect(possible()).toEqual(['Call the tool', 'Send input', 'Send partial input', 'Send cancelled'])
  expect(app.getByText('The app waits for its input.')).toBeTruthy()
  tell({ steps: ['result', 'cancelled', 'call'] })
  expect(possible()).toEqual(['Call the tool', 'Send result', 'Send cancelled'])
  tell({ steps: [] })
  expect(possible()).toEqual([])
  tell({ state: 'ended', reason: 'crashed', steps: [] })
  expect(app.getByRole('alert').textContent).not.toBe('')
  expect(possible()).toEqual([])
})

it('fills in arguments from the schema, and sends what the user typed', async () => {
  const { app } = await openApp()
  tell()
  const city = app.getByRole('textbox', { name: 'city' })
  expect((city as HTMLInputElement).value).toBe('Oslo')
  await userEvent.clear(city)
  await userEvent.type(city, 'Bergen')
  await press(app, 'Send input')
  await press(app, 'Call the tool')
  expect(bridge.inputsOf('view.send-step')).toEqual([
    { viewId: 'v1', step: { type: 'input', arguments: { city: 'Bergen' } } }
  ])
  expect(bridge.inputsOf('view.call-tool')).toEqual([{ viewId: 'v1', arguments: { city: 'Bergen' } }])
})

it('shows why the host refused a step', async () => {
  bridge.handle({
    'view.send-step': () => {
      throw new FakeFailure('REQUEST_REFUSED', "The app can't get this now.")
    }
  })
  const { app } = await openApp()
  tell()
  await press(app, 'Send input')
  expect((await app.findByRole('alert')).textContent).toBe("The app can't get this now.")
})

it('tells an app its context when the user has changed it, and draws its frame as large', async () => {
  const { app, container } = await openApp()
  tell()
  await userEvent.click(app.getByText('Host context', { selector: 'summary' }))
  const width = app.getByRole('spinbutton', { name: 'Width' })
  await userEvent.clear(width)
  await userEvent.type(width, '390')
  expect(bridge.inputsOf('view.change-context')).toEqual([])
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(bridge.inputsOf('view.change-context')).toHaveLength(1))
  expect(bridge.inputsOf('view.change-context')[0]).toMatchObject({ viewId: 'v1', context: { width: 390 } })
  expect(container.querySelector('webview')?.parentElement?.style.width).toBe('390px')
  await userEvent.clear(width)
  await userEvent.type(width, '-5{Enter}')
  expect(app.getByText('Enter a whole number from 0 to 20,000.')).toBeTruthy()
  expect(bridge.inputsOf('view.change-context')).toHaveLength(1)
})

it('follows the display mode that the host granted', async () => {
  await openApp()
  tell({ displayMode: 'fullscreen' })
  await waitFor(() =>
    expect(bridge.inputsOf('view.change-context')).toMatchObject([
      { context: { displayMode: 'fullscreen' }, setsMode: false }
    ])
  )
})

it('does not choose the mode with a later measurement, if the app wished for the mode that it has', async () => {
  const { app } = await openApp()
  tell({ wantedMode: 'inline' })
  tell()
  await userEvent.click(app.getByText('Host context', { selector: 'summary' }))
  const width = app.getByRole('spinbutton', { name: 'Width' })
  await userEvent.clear(width)
  await userEvent.type(width, '390{Enter}')
  await waitFor(() =>
    expect(bridge.inputsOf('view.change-context')).toMatchObject([
      { context: { width: 390 }, setsMode: false }
    ])
  )
})

it('lists messages newest first, marks hidden characters and what was refused, and forgets them on request', async () => {
  const { app } = await openApp()
  tellMessages(
    { text: '{"id":1,"method":"ui/initialize"}' },
    { direction: 'out', text: '{"id":1,"result":{}}' },
    { text: '{"method":"a\u202Eb"}', refusal: 'not now' }
  )
  const log = within(app.getByRole('log'))
  const rows = [...app.getByRole('log').querySelectorAll('details')].map(({ textContent }) => textContent)
  expect(rows[0]).toContain('refused')
  expect(rows[1]).toContain('ui/initializeresult')
  expect(rows[2]).toContain('ui/initializerequest')
  expect(app.getByRole('log').textContent).not.toContain('\u202E')
  await userEvent.click(log.getByText('refused'))
  expect(log.getByText('Parley refused it: not now')).toBeTruthy()
  await press(within(app.getByRole('region', { name: 'Messages of the app' })), 'Clear')
  expect(app.getByText('No messages yet. Parley keeps the last 500.')).toBeTruthy()
})

it('shows no messages of another app', async () => {
  const { app } = await openApp()
  act(() => bridge.emit('view.messaged', { viewId: 'v2', messages: [traced], leftOut: 0 }))
  expect(app.getByText(/^No messages yet/)).toBeTruthy()
})
