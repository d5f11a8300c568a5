/** A conversation's settings and assistants in the whole window: presses and calls to the host. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConversationSummary } from '../../app/contract/conversations'
import type { Assistant } from '../../app/contract/settings'
import { chooseForNew } from '../conversation/content/choices-view-store'
import { placeFolders } from '../conversation/folders/folders-view-store'
import { subscribe } from '../bridge/subscribe'
import { installFakeBridge } from '../testing/fake-bridge'
import { sampleConversationSummary } from '../testing/sample-state'
import { show } from '../testing/show'
import { Layout } from './layout'
import { navigate, useNavigation } from './navigation-view-store'

const initialNavigation = useNavigation.getInitialState()
let end = () => {}

beforeEach(() => {
  useNavigation.setState({ ...initialNavigation, isSidebarShown: true }, true)
  chooseForNew({})
  placeFolders([])
})
afterEach(() => end())

const pirate: Assistant = {
  id: 'a1',
  name: 'Pirate',
  model: 'anthropic/claude-haiku-4-5',
  folders: ['/ships'],
  choices: { systemPrompt: 'Be a pirate.', offServers: ['everything'] }
}

async function open(conversation: Partial<ConversationSummary> = {}, assistants: Assistant[] = [pirate]) {
  const bridge = installFakeBridge({
    snapshot: { conversations: [sampleConversationSummary(conversation)], assistants },
    handlers: { 'assistant.save': () => ({ assistantId: 'a2' }) }
  })
  const subscription = subscribe()
  end = () => subscription.end()
  const view = show(<Layout />)
  await act(() => subscription.ready)
  return { bridge, ...view }
}

const settings = () => screen.findByRole('dialog', { name: 'Conversation settings' })
const note = () => screen.queryByRole('note', { name: 'Differs from the defaults' })?.textContent

test('switches code mode on for one conversation, and back to the settings', async () => {
  const { bridge, person } = await open()
  act(() => navigate.toConversation('c1'))
  const choose = async (name: string) => {
    await person.click(screen.getByRole('button', { name: 'Conversation settings' }))
    const dialog = within(await settings())
    await person.click(dialog.getByRole('combobox', { name: 'Code mode' }))
    await person.click(await screen.findByRole('option', { name }))
    await person.click(dialog.getByRole('button', { name: 'Save' }))
    const sent = bridge.inputsOf('conversation.set-choices').at(-1)!
    act(() => bridge.emit('conversation.changed', sampleConversationSummary({ choices: sent.choices })))
    return sent.choices
  }
  expect(await choose('On')).toEqual({ codeMode: true })
  expect(note()).toBe('code mode on')
  expect(await choose('Same as in Settings: off')).toEqual({})
  expect(note()).toBeUndefined()
})

test('changes a server, a tool, the system prompt and a parameter for one conversation in one step', async () => {
  const { bridge, person } = await open()
  act(() => navigate.toConversation('c1'))
  expect(note()).toBeUndefined()
  await person.click(screen.getByRole('button', { name: 'Conversation settings' }))
  const dialog = within(await settings())
  await person.click(dialog.getByRole('switch', { name: 'Custom system prompt' }))
  await person.type(dialog.getByRole('textbox', { name: 'System prompt' }), 'Be brief.')
  const servers = within(dialog.getByRole('region', { name: 'Servers and tools' }))
  await person.click(servers.getByRole('button', { name: 'Tools of everything' }))
  const tools = within(await servers.findByRole('list', { name: 'Tools of everything' }))
  const [tool] = await tools.findAllByRole('switch')
  await person.click(tool!)
  const [, second] = servers.getAllByRole('switch', { checked: true })
  expect(second).toBeTruthy()
  await person.type(dialog.getByRole('textbox', { name: 'Temperature' }), '3')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  await person.clear(dialog.getByRole('textbox', { name: 'Temperature' }))
  await person.type(dialog.getByRole('textbox', { name: 'Temperature' }), '0,2')
  await person.type(dialog.getByRole('textbox', { name: 'Longest answer in tokens' }), '900')
  await person.type(dialog.getByRole('textbox', { name: 'Maximum rounds of tool calls per answer' }), '7')
  expect(bridge.inputsOf('conversation.set-choices')).toEqual([])
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  const [sent] = bridge.inputsOf('conversation.set-choices')
  expect(sent).toEqual({
    conversationId: 'c1',
    choices: {
      systemPrompt: 'Be brief.',
      offTools: [{ serverName: 'everything', toolName: expect.any(String) }],
      temperature: 0.2,
      maxOutputTokens: 900,
      maxToolSteps: 7
    }
  })
  act(() => bridge.emit('conversation.changed', sampleConversationSummary({ choices: sent!.choices })))
  expect(note()).toContain('custom system prompt · 1 tool off · temperature 0.2')
})

test('restores unsaved input after the dialog was closed', async () => {
  const { person } = await open()
  act(() => navigate.toConversation('c1'))
  await person.click(screen.getByRole('button', { name: 'Conversation settings' }))
  await person.type(within(await settings()).getByRole('textbox', { name: 'Temperature' }), '1')
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.click(screen.getByRole('button', { name: 'Conversation settings' }))
  const dialog = within(await settings())
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Temperature' }).value).toBe('1')
  expect(dialog.getByText('Not saved yet.')).toBeTruthy()
})

test('saves settings as an assistant, with the model and folders of the conversation', async () => {
  const { bridge, person } = await open({ choices: { systemPrompt: 'Be brief.' }, folders: ['/plans'] })
  act(() => navigate.toConversation('c1'))
  await person.click(screen.getByRole('button', { name: 'Conversation settings' }))
  await person.click(within(await settings()).getByRole('button', { name: 'Save as assistant…' }))
  const naming = within(await screen.findByRole('dialog', { name: 'Save as assistant' }))
  await person.type(naming.getByRole('textbox', { name: 'Name of the assistant' }), 'Editor{Enter}')
  expect(bridge.inputsOf('assistant.save')).toEqual([
    {
      assistantId: null,
      name: 'Editor',
      model: 'anthropic/claude-sonnet-4-5',
      folders: ['/plans'],
      choices: { systemPrompt: 'Be brief.' }
    }
  ])
})

test('begins a new conversation with an assistant from the list’s menu, and sends everything with its first message', async () => {
  const { bridge, person } = await open()
  await person.click(await screen.findByRole('button', { name: 'New conversation with an assistant' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Pirate' }))
  expect(note()).toBe('Pirate · custom system prompt · 1 server off · 1 folder')
  await person.type(screen.getByRole('textbox', { name: 'Message' }), 'Ahoy{Enter}')
  await waitFor(() => expect(bridge.inputsOf('conversation.send')).toHaveLength(1))
  expect(bridge.inputsOf('conversation.set-model')).toEqual([
    { conversationId: 'c-new', model: pirate.model }
  ])
  expect(bridge.inputsOf('conversation.send')[0]).toMatchObject({
    choices: { ...pirate.choices, assistantId: 'a1' },
    folders: ['/ships']
  })
})

test('begins one from the command menu, too, while a plain new conversation has none of its settings', async () => {
  const { person } = await open()
  await person.keyboard('{Control>}k{/Control}')
  await person.click(await screen.findByRole('option', { name: 'New conversation with Pirate' }))
  await waitFor(() => expect(note()).toContain('Pirate'))
  await person.click(screen.getByRole('button', { name: 'New conversation' }))
  expect(note()).toBeUndefined()
})

test('applies an assistant to an existing conversation in one step', async () => {
  const { bridge, person } = await open()
  act(() => navigate.toConversation('c1'))
  await person.click(screen.getByRole('button', { name: 'Conversation settings' }))
  await person.click(within(await settings()).getByRole('combobox', { name: 'Assistant' }))
  await person.click(await screen.findByRole('option', { name: 'Pirate' }))
  expect(bridge.inputsOf('conversation.set-choices')).toEqual([
    {
      conversationId: 'c1',
      choices: { ...pirate.choices, assistantId: 'a1' },
      folders: ['/ships'],
      model: pirate.model
    }
  ])
})

test('offers no prompts and resources of a disabled server for @ or /', async () => {
  const { person } = await open({ choices: { offServers: ['notes'] } })
  const box = () => screen.getByRole('textbox', { name: 'Message' })
  await person.type(box(), '@')
  const all = (await screen.findAllByRole('option')).length
  await person.clear(box())
  act(() => navigate.toConversation('c1'))
  await person.type(box(), '@')
  await waitFor(() => {
    const shown = screen.queryAllByRole('option').length
    expect(shown).toBeGreaterThan(0)
    expect(shown).toBeLessThan(all)
  })
})

test('lists assistants in Settings, edits and creates one, and deletes one after a question', async () => {
  const { bridge, person } = await open()
  act(() => navigate.openSettings('assistants'))
  await person.click(await screen.findByRole('button', { name: 'Edit assistant Pirate' }))
  const editing = within(await screen.findByRole('dialog', { name: 'Edit assistant Pirate' }))
  const name = editing.getByRole('textbox', { name: 'Name of the assistant' })
  await person.clear(name)
  await person.type(name, 'Parrot')
  await person.click(editing.getByRole('button', { name: 'Remove folder /ships' }))
  await person.click(editing.getByRole('button', { name: 'Save' }))
  const { id, ...kept } = pirate
  expect(bridge.inputsOf('assistant.save')).toEqual([
    { ...kept, assistantId: id, name: 'Parrot', folders: [] }
  ])
  await person.click(await screen.findByRole('button', { name: 'New assistant…' }))
  const making = within(await screen.findByRole('dialog', { name: 'New assistant' }))
  await person.type(making.getByRole('textbox', { name: 'Name of the assistant' }), 'Plain')
  await person.click(making.getByRole('button', { name: 'Save' }))
  expect(bridge.inputsOf('assistant.save')[1]).toEqual({
    assistantId: null,
    name: 'Plain',
    model: null,
    folders: [],
    choices: {}
  })
  await person.click(await screen.findByRole('button', { name: 'Delete assistant Pirate' }))
  const asking = within(await screen.findByRole('dialog', { name: 'Delete this assistant?' }))
  await person.click(asking.getByRole('button', { name: 'Cancel' }))
  expect(bridge.inputsOf('assistant.remove')).toEqual([])
})
