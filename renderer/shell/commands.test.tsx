import '../testing/load-lazy-parts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Message } from '../../app/contract/conversations'
import { windowCommandNames, commands, type WindowCommandName } from '../../app/contract/bridge/commands'
import { commandTitle } from '../../app/texts/command-titles'
import { installFakeBridge } from '../testing/fake-bridge'
import { sampleAnswer, sampleShownMessage } from '../testing/sample-messages'
import { show } from '../testing/show'
import { subscribe } from '../bridge/subscribe'
import { commandGroups, matchingGroups } from '../command-menu/commands'
import { useProjection } from '../state/projection'
import { setDraft } from '../conversation/content/drafts-view-store'
import { closeReceipt } from '../conversation/context/receipt-view-store'
import { endEdit } from '../conversation/messages/edits-view-store'
import { describeShortcut } from '../parts/describe-shortcut'
import { useOpenDialog } from './list-dialogs/list-dialogs-view-store'
import { Layout } from './layout'
import { carryOut, carryOutMenuCommand, isPossible } from './menu-commands'
import { navigate, useNavigation } from './navigation-view-store'

const initialNavigation = useNavigation.getInitialState()

beforeEach(() => {
  useNavigation.setState({ ...initialNavigation, isSidebarShown: true }, true)
  useOpenDialog.setState(useOpenDialog.getInitialState(), true)
  setDraft('c1', '')
})

afterEach(() => endEdit('m3'))

/** Two exchanges; the test decides the last answer. */
const said = (last: Partial<Message> = {}): readonly Message[] => [
  sampleShownMessage(),
  sampleAnswer(),
  sampleShownMessage({ id: 'm3', parentId: 'm2', parts: [{ type: 'text', step: 0, text: 'And seals?' }] }),
  sampleAnswer({
    id: 'm4',
    parentId: 'm3',
    parts: [{ type: 'text', step: 0, text: '**Seals** too.' }],
    ...last
  })
]

async function openWindow(messages = said()) {
  const bridge = installFakeBridge({
    handlers: {
      'conversation.read': ({ conversationId }) => ({
        conversationId,
        messages: [...messages],
        hasEarlier: false
      }),
      'archive.to-markdown': () => ({ text: '# All of it' })
    }
  })
  const view = show(<Layout />)
  const { ready } = subscribe(carryOutMenuCommand)
  await act(async () => ready)
  act(() => navigate.toConversation('c1'))
  await waitFor(() => expect(useProjection.getState().threads['c1']?.messages).toHaveLength(messages.length))
  return { bridge, ...view }
}

const messageBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const key = (keys: string) => `{Control>}${keys}{/Control}`

/** No answer is in progress, the answer is complete, and the model has no thinking setting. */
const needless = new Set<WindowCommandName>([
  ...(['command-menu', 'stop-answer', 'retry-answer', 'continue-answer', 'choose-thinking'] as const)
])

test('finds every usable command by name, and shows its keys', async () => {
  await openWindow()
  const none = () => {}
  const acts = {
    isPossible,
    onCommand: none,
    onOpenConversation: none,
    onOpenSettings: none,
    onRestart: none,
    onNewWithAssistant: none,
    onChooseModel: none,
    onTheme: none,
    onTool: none
  }
  const sources = { assistants: [], conversations: [], servers: [], models: [], tools: [] }
  const groups = commandGroups(sources, acts)
  const found = (name: WindowCommandName) =>
    matchingGroups(groups, commandTitle(name))
      .flatMap(({ items }) => items)
      .find(({ id }) => id === name)
  for (const name of windowCommandNames) {
    const { shortcut } = commands[name]
    const wanted = { label: commandTitle(name), ...(shortcut !== null && { shortcut }) }
    if (needless.has(name)) expect(found(name), name).toBeUndefined()
    else expect(found(name), name).toMatchObject(wanted)
  }
})

test('finds commands and sections in the command menu, and opens them', async () => {
  const { person } = await openWindow()
  await person.keyboard(key('k'))
  const menu = within(await screen.findByRole('dialog', { name: 'Command menu' }))
  const field = menu.getByRole('combobox', { name: 'Search commands' })
  const shown = (name: WindowCommandName) => {
    fireEvent.change(field, { target: { value: commandTitle(name) } })
    return menu.queryByText(commandTitle(name))?.closest('[role="option"]')?.textContent
  }
  expect(shown('zoom-in')).toBe(`Zoom in${describeShortcut('CmdOrCtrl+Plus')}`)
  expect(shown('stop-answer')).toBeUndefined()
  fireEvent.change(field, { target: { value: 'Settings: Activity log' } })
  await waitFor(() => expect(menu.getAllByRole('option')[0]?.textContent).toBe('Settings: Activity log'))
  await person.keyboard('{Enter}')
  expect(useNavigation.getState()).toMatchObject({ dialog: 'settings', settingsSection: 'ledger' })
})

test('opens the list of shortcuts by its keys, and by ? where nothing is typed', async () => {
  const { person } = await openWindow()
  await person.click(messageBox())
  await person.keyboard('?')
  expect(messageBox().value).toBe('?')
  expect(useNavigation.getState().dialog).toBe('none')
  await person.keyboard(key('/'))
  const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  const rows = list.getAllByRole('term').map((term) => term.textContent)
  for (const name of windowCommandNames.filter((one) => commands[one].shortcut !== null))
    expect(rows).toContain(commandTitle(name))
  act(() => navigate.closeDialog())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => messageBox().blur())
  await person.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
})

test("does what each shortcut's command says, and zooms in a dialog, too", async () => {
  const { bridge, person } = await openWindow()
  await person.keyboard(key('b'))
  expect(screen.queryByRole('navigation', { name: 'Conversations' })).toBeNull()
  await person.keyboard(key('l'))
  expect(document.activeElement).toBe(messageBox())
  await person.keyboard(key(','))
  expect(await screen.findByRole('dialog', { name: 'Settings' })).toBeTruthy()
  await person.keyboard(`${key('+')}${key('=')}${key('-')}${key('0')}${key('n')}`)
  expect(bridge.inputsOf('window.zoom').map(({ step }) => step)).toEqual(['in', 'in', 'out', 'reset'])
  // What is under a dialog stays unchanged.
  expect(useNavigation.getState().conversationId).toBe('c1')
})

test('runs commands on the open conversation', async () => {
  const { bridge, person } = await openWindow()
  act(() => bridge.emit('menu.chosen', { command: 'pin-conversation' }))
  expect(bridge.inputsOf('folder.set-place')).toEqual([{ conversationIds: ['c1'], place: 'pinned' }])
  act(() => bridge.emit('menu.chosen', { command: 'rename-conversation' }))
  await person.keyboard('Other{Enter}')
  expect(bridge.inputsOf('conversation.rename')).toEqual([{ conversationId: 'c1', title: 'Other' }])
  act(() => bridge.emit('menu.chosen', { command: 'delete-conversation' }))
  expect(await screen.findByRole('dialog', { name: 'Delete this conversation?' })).toBeTruthy()
})

test('runs commands on the last answer as its buttons do', async () => {
  const { bridge } = await openWindow()
  const choose = (command: WindowCommandName) => act(() => bridge.emit('menu.chosen', { command }))
  choose('regenerate-answer')
  expect(bridge.inputsOf('conversation.regenerate')).toEqual([{ conversationId: 'c1', messageId: 'm4' }])
  choose('copy-answer')
  expect(bridge.inputsOf('app.copy-text')).toEqual([{ text: '**Seals** too.' }])
  choose('copy-conversation')
  await waitFor(() => expect(bridge.inputsOf('app.copy-text').at(-1)).toEqual({ text: '# All of it' }))
  choose('quote-answer')
  expect(messageBox().value).toBe('> **Seals** too.\n\n')
  choose('set-conversation')
  expect(await screen.findByRole('dialog', { name: 'Conversation settings' })).toBeTruthy()
})

test("edits the user's last message in place", async () => {
  const { bridge } = await openWindow()
  act(() => bridge.emit('menu.chosen', { command: 'edit-message' }))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edited text' })
  expect(field.value).toBe('And seals?')
})

test('continues or regenerates a stopped answer, and does nothing while one is written', async () => {
  const { bridge } = await openWindow(said({ state: 'stopped' }))
  const choose = (command: WindowCommandName) => act(() => bridge.emit('menu.chosen', { command }))
  choose('continue-answer')
  expect(bridge.inputsOf('conversation.continue')).toEqual([{ conversationId: 'c1' }])
  choose('retry-answer')
  expect(bridge.inputsOf('conversation.retry')).toEqual([{ conversationId: 'c1' }])
  const [conversation] = useProjection.getState().conversations.filter(({ id }) => id === 'c1')
  act(() => bridge.emit('conversation.changed', { ...conversation!, isRunning: true }))
  for (const command of ['regenerate-answer', 'continue-answer', 'edit-message', 'sum-up'] as const)
    choose(command)
  expect(bridge.inputsOf('conversation.continue')).toHaveLength(1)
  expect(bridge.inputsOf('conversation.regenerate')).toEqual([])
})

test('deletes the last answer after a question, and shows its request and receipt', async () => {
  const { bridge } = await openWindow()
  const choose = (command: WindowCommandName) => act(() => bridge.emit('menu.chosen', { command }))
  choose('delete-answer')
  const question = await screen.findByRole('dialog', { name: 'Delete this message?' })
  expect(bridge.inputsOf('conversation.delete-message')).toEqual([])
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  choose('show-receipt')
  expect(await screen.findByRole('dialog', { name: 'Receipt of this answer' })).toBeTruthy()
  act(closeReceipt)
})

test('adds a server by a command, and shows the list of servers the next time', async () => {
  await openWindow()
  act(() => carryOut('add-server'))
  expect(await screen.findByRole('button', { name: 'Add this server' })).toBeTruthy()
})

test('maximizes, closes and quits the window by its commands', async () => {
  const { bridge } = await openWindow()
  for (const command of ['full-screen', 'close-window', 'quit'] as const)
    act(() => bridge.emit('menu.chosen', { command }))
  expect(bridge.inputsOf('window.act').map((input) => input.act)).toEqual(['full-screen', 'close', 'quit'])
})

test('shows keys on the buttons of commands', async () => {
  await openWindow()
  const button = screen.getByRole('button', { name: 'New conversation' })
  expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+N')
  expect(button.getAttribute('data-tooltip')).toBe('New conversation (Ctrl+N)')
})
