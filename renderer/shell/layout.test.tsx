import '../testing/load-lazy-parts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { quote } from '../../app/texts/localized'
import { FakeFailure, installFakeBridge } from '../testing/fake-bridge'
import type { FakeBridge, FakeBridgeOptions } from '../testing/fake-bridge'
import { pressMenu } from '../testing/press-menu'
import { runningMessages, sampleAnswer, sampleShownMessage, sampleMessages } from '../testing/sample-messages'
import {
  sampleConversationSummary,
  sampleModels,
  sampleServers,
  sampleSettings,
  sampleToolQuestion
} from '../testing/sample-state'
import { show } from '../testing/show'
import { subscribe } from '../bridge/subscribe'
import { setDraft } from '../conversation/content/drafts-view-store'
import { usePreview } from '../preview/preview-view-store'
import { emptyProjection, useProjection } from '../state/projection'
import { Layout } from './layout'
import { carryOutMenuCommand } from './menu-commands'
import { navigate, useNavigation } from './navigation-view-store'
import { openNewest } from './open-first-view'
import { findEnabledButton } from '../testing/enabled-button'

const initialNavigation = useNavigation.getInitialState()

beforeEach(() => {
  useNavigation.setState({ ...initialNavigation, isSidebarShown: true }, true)
  for (const id of [null, 'c1', 'c2', 'c3']) setDraft(id, '')
})

/** The window after the start, following a fake host. */
async function openWindow(
  options: FakeBridgeOptions = {}
): Promise<{ bridge: FakeBridge } & ReturnType<typeof show>> {
  const bridge = installFakeBridge(options)
  const view = show(<Layout />)
  const { ready } = subscribe(carryOutMenuCommand)
  await act(async () => ready)
  return { bridge, ...view }
}

const direct = { models: { ...sampleModels, defaultModel: 'direct' }, conversations: [] }
const messageBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })

test('has the names that users and checks rely on', async () => {
  await openWindow()
  const navigation = screen.getByRole('navigation', { name: 'Conversations' })
  expect(within(navigation).getByRole('button', { name: 'New conversation' })).toBeTruthy()
  expect(within(navigation).getByRole('searchbox', { name: 'Search conversations' })).toBeTruthy()
  expect(within(navigation).getByRole('button', { name: 'Settings' })).toBeTruthy()
  const main = screen.getByRole('main', { name: 'Conversation' })
  expect(within(main).getByRole('textbox', { name: 'Message' })).toBeTruthy()
  expect(within(main).getByRole('button', { name: 'Send' })).toBeTruthy()
  expect(within(main).getByRole('button', { name: 'Servers: 2 connected' })).toBeTruthy()
  expect(await within(main).findByRole('combobox', { name: 'Model' })).toBeTruthy()
})

test('shows the list on a wide window, though the page began before the window had a width', async () => {
  act(() => navigate.showSidebar(false))
  await openWindow()
  expect(screen.getByRole('navigation', { name: 'Conversations' })).toBeTruthy()
})

test("keeps a message sent before the host's state arrives, then begins a conversation with the default model", async () => {
  const bridge = installFakeBridge()
  act(() => useProjection.setState(emptyProjection, true))
  const { person } = show(<Layout />)
  await person.type(messageBox(), 'Hello{Enter}')
  expect(bridge.calls).toEqual([])
  expect(messageBox().value).toBe('Hello')

  const { ready } = subscribe(carryOutMenuCommand)
  await act(async () => ready.then(openNewest))
  await waitFor(() =>
    expect(bridge.inputsOf('conversation.send')).toMatchObject([{ conversationId: 'c-new', text: 'Hello' }])
  )
  expect(bridge.inputsOf('conversation.set-model')).toEqual([])
  expect(messageBox().value).toBe('')
})

test('opens the newest conversation at the start if nothing was typed yet', async () => {
  installFakeBridge()
  act(() => useProjection.setState(emptyProjection, true))
  show(<Layout />)
  const { ready } = subscribe(carryOutMenuCommand)
  await act(async () => ready.then(openNewest))
  expect(useNavigation.getState().conversationId).toBe('c1')
})

test('notifies the host when the conversation opened at the start is on screen', async () => {
  const bridge = installFakeBridge()
  show(<Layout />)
  await act(openNewest)
  await waitFor(() => expect(bridge.inputsOf('app.conversation-shown')).toEqual([{ conversationId: 'c1' }]))
})

test('begins a new conversation after a failed start, says so, and can open the other manually', async () => {
  const bridge = installFakeBridge({
    handlers: { 'app.open-newest': () => ({ conversationId: 'c1', isStuck: true }) }
  })
  show(<Layout />)
  await act(openNewest)
  expect(useNavigation.getState().conversationId).toBeNull()
  expect(screen.getByText(/couldn't be shown at the last start/)).toBeTruthy()
  act(() => navigate.toConversation('c2'))
  act(() => navigate.toConversation('c1'))
  await waitFor(() => expect(bridge.inputsOf('app.conversation-shown')).toEqual([{ conversationId: 'c1' }]))
})

test('sends on Enter, breaks the line on Shift+Enter, and ignores keys of an input method', async () => {
  const { bridge, person } = await openWindow()
  act(() => navigate.toConversation('c1'))
  await person.type(messageBox(), 'one{Shift>}{Enter}{/Shift}two')
  fireEvent.keyDown(messageBox(), { key: 'Enter', isComposing: true })
  expect(bridge.inputsOf('conversation.send')).toEqual([])
  await person.keyboard('{Enter}')
  expect(bridge.inputsOf('conversation.send')).toEqual([
    { conversationId: 'c1', text: 'one\ntwo', toolRequest: null, resources: [], prompt: null }
  ])
  expect(messageBox().value).toBe('')
})

test('begins the conversation with the first message', async () => {
  const { bridge, person } = await openWindow({ snapshot: { conversations: [] } })
  await person.type(messageBox(), 'Hello{Enter}')
  await waitFor(() =>
    expect(bridge.inputsOf('conversation.send')).toEqual([
      { conversationId: 'c-new', text: 'Hello', toolRequest: null, resources: [], prompt: null }
    ])
  )
  expect(bridge.inputsOf('conversation.create')).toHaveLength(1)
  expect(useNavigation.getState().conversationId).toBe('c-new')
})

test('restores a message that could not be sent, with the reason', async () => {
  const { bridge, person } = await openWindow()
  act(() => navigate.toConversation('c1'))
  bridge.handle({
    'conversation.send': () => {
      throw new FakeFailure('MODEL_NO_KEY', 'Anthropic needs an API key. Add one in Settings.')
    }
  })
  await person.type(messageBox(), 'Hello{Enter}')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Anthropic needs an API key.')
  expect(messageBox().value).toBe('Hello')
  await person.click(within(alert).getByRole('button', { name: 'Open settings' }))
  expect(useNavigation.getState().dialog).toBe('settings')
})

test('keeps drafts per conversation', async () => {
  const { person } = await openWindow()
  act(() => navigate.toConversation('c3'))
  await person.type(messageBox(), 'for later')
  act(() => navigate.toConversation('c4'))
  expect(messageBox().value).toBe('')
  act(() => navigate.toConversation('c3'))
  expect(messageBox().value).toBe('for later')
})

test('stops a running turn with the button, and queues what Enter sends', async () => {
  const { bridge, person } = await openWindow()
  act(() => navigate.toConversation('c2'))
  await person.type(messageBox(), 'more{Enter}')
  await person.click(screen.getByRole('button', { name: 'Stop' }))
  expect(bridge.inputsOf('conversation.send')).toMatchObject([{ text: 'more', ifBusy: 'queue' }])
  expect(bridge.inputsOf('conversation.stop')).toEqual([{ conversationId: 'c2' }])
})

test('shows an answer while it streams, by its role and name', async () => {
  const { bridge } = await openWindow({
    handlers: {
      'conversation.read': ({ conversationId }) => ({
        conversationId,
        messages: [sampleShownMessage()],
        hasEarlier: false
      })
    }
  })
  act(() => navigate.toConversation('c1'))
  expect(await screen.findByRole('article', { name: 'You' })).toBeTruthy()
  act(() =>
    bridge.emit(
      'message.changed',
      sampleAnswer({ state: 'streaming', parts: [{ type: 'text', step: 0, text: 'Hel' }] })
    )
  )
  const answer = await screen.findByRole('article', { name: 'Assistant' })
  act(() =>
    bridge.emit('text.appended', { conversationId: 'c1', messageId: 'm2', partIndex: 0, text: 'lo, ' })
  )
  act(() =>
    bridge.emit('text.appended', { conversationId: 'c1', messageId: 'm2', partIndex: 0, text: '**world**' })
  )
  await waitFor(() => expect(answer.textContent).toBe('Hello, world'))
})

test('TOOL-07: shows each call of a conversation with its state where it happened', async () => {
  await openWindow({
    handlers: {
      'conversation.read': ({ conversationId }) => ({
        conversationId,
        messages: [...sampleMessages],
        hasEarlier: false
      })
    }
  })
  act(() => navigate.toConversation('c1'))
  const calls = await screen.findAllByRole('group', { name: /^Tool call/ })
  const words = calls.map((call) => /denied|done|failed/.exec(call.textContent)?.[0])
  expect(words).toEqual(['done', 'denied', 'done', 'done', 'failed'])
})

test('cancels one running call while the turn continues', async () => {
  const { bridge, person } = await openWindow({
    handlers: {
      'conversation.read': ({ conversationId }) => ({
        conversationId,
        messages: [...runningMessages],
        hasEarlier: false
      })
    }
  })
  act(() => navigate.toConversation('c2'))
  await person.click(await screen.findByRole('button', { name: 'Cancel call' }))
  expect(bridge.inputsOf('conversation.cancel-tool-call')).toEqual([
    { conversationId: 'c2', callId: 'call-r' }
  ])
  expect(bridge.inputsOf('conversation.stop')).toEqual([])
})

test('says why an answer failed, and can ask for it again', async () => {
  const failed = sampleAnswer({
    state: 'failed',
    parts: [{ type: 'text', step: 0, text: 'Half an' }],
    failure: { code: 'MODEL_STREAM_DROPPED', message: 'The answer broke off.' }
  })
  const { bridge, person } = await openWindow({
    handlers: {
      'conversation.read': ({ conversationId }) => ({
        conversationId,
        messages: [sampleShownMessage(), failed],
        hasEarlier: false
      })
    }
  })
  act(() => navigate.toConversation('c1'))
  expect(await screen.findByText('The answer broke off.')).toBeTruthy()
  expect(screen.getByText('Half an')).toBeTruthy()
  await person.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(bridge.inputsOf('conversation.retry')).toEqual([{ conversationId: 'c1' }])
  await person.click(screen.getByRole('button', { name: 'Continue' }))
  expect(bridge.inputsOf('conversation.continue')).toEqual([{ conversationId: 'c1' }])
})

test('lists tools while typing in Direct mode, chooses with arrow keys and Enter, and runs the tool from the form', async () => {
  const { bridge, person } = await openWindow({ snapshot: direct })
  expect(screen.getByText(/No language model is connected/)).toBeTruthy()
  await person.type(messageBox(), 'e')
  const list = await screen.findByRole('listbox', { name: 'Tools' })
  const options = within(list).getAllByRole('option')
  expect(messageBox().getAttribute('aria-activedescendant')).toBe(options[0]!.id)
  await person.keyboard('{ArrowDown}{ArrowUp}')
  expect(messageBox().getAttribute('aria-activedescendant')).toBe(options[0]!.id)
  await person.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Arguments for echo' })
  await person.type(within(dialog).getByRole('textbox', { name: /message/i }), 'hello')
  bridge.handle({ 'tool.check-arguments': () => [{ path: '/message', message: quote('Too short.') }] })
  await person.click(within(dialog).getByRole('button', { name: 'Run tool' }))
  expect(await within(dialog).findByText(/Too short\./)).toBeTruthy()
  bridge.handle({ 'tool.check-arguments': () => [] })
  await person.click(within(dialog).getByRole('button', { name: 'Run tool' }))
  await waitFor(() =>
    expect(bridge.inputsOf('conversation.send')).toEqual([
      {
        conversationId: 'c-new',
        text: '',
        toolRequest: { serverName: 'everything', toolName: 'echo', arguments: { message: 'hello' } },
        resources: [],
        prompt: null
      }
    ])
  )
})

test('closes a list opened by an arrow key when sending in Direct mode, and opens it for the next word', async () => {
  const { person } = await openWindow({ snapshot: direct })
  await person.click(messageBox())
  await person.keyboard('{ArrowDown}')
  await screen.findByRole('listbox', { name: 'Tools' })
  await person.keyboard('no tool at all{Enter}')
  await waitFor(() => expect((messageBox() as HTMLTextAreaElement).value).toBe(''))
  expect(screen.queryByRole('listbox', { name: 'Tools' })).toBeNull()
  await person.keyboard('e')
  await screen.findByRole('listbox', { name: 'Tools' })
  await person.keyboard('{Escape}')
  expect(screen.queryByRole('listbox', { name: 'Tools' })).toBeNull()
  await person.keyboard('{ArrowDown}')
  await screen.findByRole('listbox', { name: 'Tools' })
})

test('runs a tool without parameters at once in Direct mode', async () => {
  const { bridge, person } = await openWindow({ snapshot: direct })
  await person.type(messageBox(), 'print-env')
  await screen.findByRole('listbox', { name: 'Tools' })
  await person.keyboard('{Enter}')
  await waitFor(() =>
    expect(bridge.inputsOf('conversation.send')[0]?.toolRequest?.toolName).toBe('print-env')
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('runs a complete typed call in Direct mode, and sends text that names no tool as a message', async () => {
  const { bridge, person } = await openWindow({
    snapshot: { ...direct, conversations: [sampleConversationSummary({ model: 'direct' })] }
  })
  act(() => navigate.toConversation('c1'))
  await person.type(messageBox(), 'echo {{"message":"hi"}{Enter}')
  await waitFor(() =>
    expect(bridge.inputsOf('conversation.send')[0]?.toolRequest).toEqual({
      serverName: 'everything',
      toolName: 'echo',
      arguments: { message: 'hi' }
    })
  )
  await person.type(messageBox(), 'zzz{Enter}')
  await waitFor(() =>
    expect(bridge.inputsOf('conversation.send')[1]).toEqual({
      conversationId: 'c1',
      text: 'zzz',
      toolRequest: null,
      resources: [],
      prompt: null
    })
  )
})

test('runs a typed call once in Direct mode when Enter is pressed twice', async () => {
  const { bridge, person } = await openWindow({ snapshot: direct })
  await person.type(messageBox(), 'echo {{"message":"hi"}{Enter}{Enter}')
  await waitFor(() => expect(bridge.inputsOf('conversation.send')).toHaveLength(1))
  expect(bridge.inputsOf('conversation.create')).toHaveLength(1)
})

test('closes the list with Escape in Direct mode, and sends the text unchanged', async () => {
  const { bridge, person } = await openWindow({ snapshot: direct })
  await person.type(messageBox(), 'list something')
  await person.clear(messageBox())
  await person.type(messageBox(), 'lis')
  await screen.findByRole('listbox', { name: 'Tools' })
  await person.keyboard('{Escape}')
  expect(screen.queryByRole('listbox', { name: 'Tools' })).toBeNull()
  await person.keyboard('{Enter}')
  await waitFor(() => expect(bridge.inputsOf('conversation.send')[0]?.text).toBe('lis'))
})

test('filters the list by a search, and restores it on Escape', async () => {
  const { person } = await openWindow()
  const navigation = screen.getByRole('navigation', { name: 'Conversations' })
  const rows = () =>
    within(navigation)
      .getAllByRole('listitem')
      .map((row) => row.textContent)
  expect(rows()).toHaveLength(7)
  await person.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'travel')
  await waitFor(() => expect(rows()).toEqual(['Travel plan']))
  await person.keyboard('{Escape}')
  await waitFor(() => expect(rows()).toHaveLength(7))
})

test('marks the open conversation, renames in place, and asks once before deleting', async () => {
  const { bridge, person } = await openWindow()
  act(() => navigate.toConversation('c7'))
  expect(screen.getByRole('button', { name: 'Travel plan' }).getAttribute('aria-current')).toBe('page')
  const openMenu = async () => {
    await waitFor(() =>
      expect(
        screen.getByRole('button', { name: 'Actions for Travel plan' }).getAttribute('aria-haspopup')
      ).toBe('menu')
    )
    await pressMenu(person, () => screen.getByRole('button', { name: 'Actions for Travel plan' }))
  }
  await openMenu()
  await person.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  await person.clear(await screen.findByRole('textbox', { name: 'New title' }))
  await person.type(screen.getByRole('textbox', { name: 'New title' }), 'Rome{Enter}')
  expect(bridge.inputsOf('conversation.rename')).toEqual([{ conversationId: 'c7', title: 'Rome' }])
  await openMenu()
  await person.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete this conversation?' })
  expect(bridge.inputsOf('conversation.delete')).toEqual([])
  await person.click(await findEnabledButton('Delete', dialog))
  expect(bridge.inputsOf('conversation.delete')).toEqual([{ conversationIds: ['c7'] }])
})

test('names a broken settings file with line and column until dismissed', async () => {
  const problem = {
    severity: 'error' as const,
    message: quote('A comma is missing.'),
    line: 12,
    column: 5,
    path: '',
    serverName: null
  }
  const { person } = await openWindow({
    snapshot: { settings: { ...sampleSettings, problems: [problem] } }
  })
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('settings.json, line 12, column 5: A comma is missing.')
  await person.click(within(alert).getByRole('button', { name: 'Open settings' }))
  expect(useNavigation.getState()).toMatchObject({ dialog: 'settings', settingsSection: 'developer' })
  act(() => navigate.closeDialog())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.click(within(alert).getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('announces notices by role and leaves the focus in place', async () => {
  const { bridge, person } = await openWindow()
  await person.click(messageBox())
  act(() => bridge.emit('notice.raised', { level: 'alert', text: quote('weather ended.') }))
  expect((await screen.findByRole('alert')).textContent).toContain('weather ended.')
  expect(document.activeElement).toBe(messageBox())
})

test('opens the command menu on Ctrl+K, and runs its commands', async () => {
  const { bridge, person } = await openWindow()
  await person.keyboard('{Control>}k{/Control}')
  const menu = await screen.findByRole('dialog', { name: 'Command menu' })
  await person.type(within(menu).getByRole('combobox', { name: 'Search commands' }), 'dark')
  await waitFor(() =>
    expect(
      within(menu)
        .getAllByRole('option')
        .map((row) => row.textContent)
    ).toEqual(['Theme: dark'])
  )
  await person.keyboard('{Enter}')
  expect(bridge.inputsOf('settings.set')).toEqual([{ values: { 'appearance.theme': 'dark' } }])
})

test('STDIO-15: restarts a server by its name from the keyboard, but not a stopped one', async () => {
  const { bridge, person } = await openWindow({ snapshot: { servers: [...sampleServers] } })
  await person.keyboard('{Control>}k{/Control}restart')
  const menu = await screen.findByRole('dialog', { name: 'Command menu' })
  const rows = () =>
    within(menu)
      .getAllByRole('option')
      .map((row) => row.textContent)
  await waitFor(() => expect(rows()).toContain('Restart everything'))
  const stopped = sampleServers
    .filter(({ state }) => state === 'stopped')
    .map(({ name }) => `Restart ${name}`)
  expect(stopped).not.toEqual([])
  expect(rows().filter((row) => stopped.includes(row))).toEqual([])
  await person.keyboard(' everything')
  await waitFor(() => expect(rows()).toEqual(['Restart everything']))
  await person.keyboard('{Enter}')
  expect(bridge.inputsOf('server.control')).toEqual([{ serverName: 'everything', act: 'restart' }])
})

test('runs commands of the application menu in the window', async () => {
  const { bridge } = await openWindow()
  act(() => navigate.toConversation('c1'))
  act(() => bridge.emit('menu.chosen', { command: 'new-conversation' }))
  expect(useNavigation.getState().conversationId).toBeNull()
  act(() => bridge.emit('menu.chosen', { command: 'about' }))
  expect(await screen.findByRole('dialog', { name: 'About Parley' })).toBeTruthy()
})

test('suggests adding a server first if there is none', async () => {
  const { person } = await openWindow({ snapshot: { conversations: [], servers: [] } })
  await person.click(screen.getByRole('button', { name: 'Add a server' }))
  expect(useNavigation.getState().dialog).toBe('servers')
})

test('puts a suggested prompt into the composer, ready to be edited', async () => {
  const { bridge, person } = await openWindow({ snapshot: { conversations: [] } })
  const list = await screen.findByRole('list', { name: 'Things to ask' })
  await waitFor(() => expect(within(list).getAllByRole('button')).toHaveLength(3))
  await person.click(within(list).getByRole('button', { name: 'Add 1234 and 8765 with a tool.' }))
  expect(messageBox().value).toBe('Add 1234 and 8765 with a tool.')
  expect(document.activeElement).toBe(messageBox())
  expect(bridge.inputsOf('conversation.send')).toEqual([])
})

test('uses a model chosen before the first message for the conversation', async () => {
  const { bridge, person } = await openWindow({ snapshot: { conversations: [] } })
  await person.click(await screen.findByRole('combobox', { name: 'Model' }))
  const option = await screen.findByRole('option', { name: /Claude Haiku 4.5/ })
  expect(screen.getByText(/Nothing answers at/)).toBeTruthy()
  await person.click(option)
  await person.type(messageBox(), 'Hi{Enter}')
  await waitFor(() => expect(bridge.inputsOf('conversation.send')).toHaveLength(1))
  expect(bridge.inputsOf('conversation.set-model')).toEqual([
    { conversationId: 'c-new', model: 'anthropic/claude-haiku-4-5' }
  ])
  expect(useProjection.getState().isReady).toBe(true)
})

test("keeps the message box if what is over the page, and the preview, can't be drawn", async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const reloadPage = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  usePreview.setState(null as never, true)
  try {
    const { person } = await openWindow()
    expect(await screen.findByText("Questions and dialogs can't be shown.")).toBeTruthy()
    expect(screen.getByText("The preview can't be shown.")).toBeTruthy()
    expect(messageBox().isConnected).toBe(true)
    await person.click(screen.getByRole('button', { name: 'Reload window' }))
    expect(reloadPage).toHaveBeenCalledOnce()
  } finally {
    usePreview.setState(usePreview.getInitialState(), true)
    vi.restoreAllMocks()
  }
})

test("offers to reload the window if questions can't be drawn", async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await openWindow({ snapshot: { questions: [sampleToolQuestion] } })
  act(() => useProjection.setState({ consent: null as never }))
  const dialog = await screen.findByRole('dialog', { name: "This can't be shown" })
  expect(dialog.textContent).toContain("The questions can't be shown.")
  expect(within(dialog).getByRole('button', { name: 'Reload window' })).toBeTruthy()
  vi.restoreAllMocks()
})
