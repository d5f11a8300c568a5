import '../testing/load-lazy-parts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeFailure, installFakeBridge } from '../testing/fake-bridge'
import type { FakeBridgeOptions } from '../testing/fake-bridge'
import { sampleAnswer, sampleToolCall, sampleShownMessage } from '../testing/sample-messages'
import {
  sampleListings,
  samplePromptPart,
  sampleResource,
  sampleResourcePart
} from '../testing/sample-offers'
import { sampleModels } from '../testing/sample-state'
import { show } from '../testing/show'
import { subscribe } from '../bridge/subscribe'
import { clearAttachments } from '../conversation/content/attachments-view-store'
import { setDraft } from '../conversation/content/drafts-view-store'
import { Layout } from './layout'
import { navigate, useNavigation } from './navigation-view-store'

const initialNavigation = useNavigation.getInitialState()

beforeEach(() => {
  useNavigation.setState({ ...initialNavigation, isSidebarShown: true }, true)
  for (const id of [null, 'c1', 'c3', 'c4', 'c-new']) {
    setDraft(id, '')
    clearAttachments(id)
  }
})

async function openWindow(options: FakeBridgeOptions = {}) {
  const bridge = installFakeBridge(options)
  const view = show(<Layout />)
  const { ready } = subscribe()
  await act(async () => ready)
  act(() => navigate.toConversation('c3'))
  return { bridge, ...view }
}

const messageBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const chips = () => within(screen.getByRole('list', { name: 'Attached to this message' }))

test('RES-11: shows resources chosen in the dialog as chips, sends them with the message, and removes them then', async () => {
  const { bridge, person } = await openWindow()
  await person.click(screen.getByRole('button', { name: 'Attach' }))
  const dialog = await screen.findByRole('dialog', { name: 'Attach resources' })
  await person.click(await within(dialog).findByRole('option', { name: /First Note/ }))
  await person.click(within(dialog).getByRole('option', { name: /Change log/ }))
  await person.click(within(dialog).getByRole('button', { name: 'Attach' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(
    chips()
      .getAllByRole('listitem')
      .map((chip) => chip.textContent)
  ).toEqual(['First Notenotes', 'Change logfiles'])
  expect(bridge.inputsOf('resource.read')).toEqual([])
  await person.click(chips().getByRole('button', { name: 'Remove Change log' }))
  expect(document.activeElement).toBe(messageBox())
  await person.type(messageBox(), 'Summarize{Enter}')
  expect(bridge.inputsOf('conversation.send')[0]).toMatchObject({
    text: 'Summarize',
    resources: [{ serverName: 'notes', uri: 'note:///1', name: 'First Note' }],
    prompt: null
  })
  expect(screen.queryByRole('list', { name: 'Attached to this message' })).toBeNull()
})

test('lists resources for @ at a word’s start; Enter picks one and removes the word', async () => {
  const { person } = await openWindow()
  await person.type(messageBox(), 'compare @sec')
  const list = await screen.findByRole('listbox', { name: 'Resources' })
  const options = within(list).getAllByRole('option')
  expect(options).toHaveLength(1)
  expect(messageBox().getAttribute('aria-controls')).toBe(list.id)
  expect(messageBox().getAttribute('aria-activedescendant')).toBe(options[0]!.id)
  await person.keyboard('{Enter}')
  expect(messageBox().value).toBe('compare ')
  expect(chips().getByText('Second Note')).toBeTruthy()
  await person.type(messageBox(), '@')
  await screen.findByRole('listbox', { name: 'Resources' })
  await person.keyboard('{ArrowDown}{ArrowDown}{Tab}')
  expect(chips().getByText('Change log')).toBeTruthy()
  expect(document.activeElement).toBe(messageBox())
})

test('closes the list with Escape, and opens none for an address in the text', async () => {
  const { bridge, person } = await openWindow()
  await person.type(messageBox(), '@')
  await screen.findByRole('listbox', { name: 'Resources' })
  await person.keyboard('{Escape}')
  expect(screen.queryByRole('listbox', { name: 'Resources' })).toBeNull()
  await person.clear(messageBox())
  const readBefore = bridge.inputsOf('resource.list').length
  await person.type(messageBox(), 'ada@example.com')
  expect(bridge.inputsOf('resource.list')).toHaveLength(readBefore)
})

test('opens a closed list again with the next slash', async () => {
  const { person } = await openWindow()
  await person.type(messageBox(), '/')
  await screen.findByRole('listbox', { name: 'Prompts' })
  await person.keyboard('{Escape}')
  expect(screen.queryByRole('listbox', { name: 'Prompts' })).toBeNull()
  await person.keyboard('{Backspace}/')
  await screen.findByRole('listbox', { name: 'Prompts' })
})

test('PROM-02 PROM-03 PROM-07 PROM-15: lists the prompts of all servers for /, and distinguishes equal names by server', async () => {
  const { bridge, person } = await openWindow()
  await person.type(messageBox(), '/code')
  const list = await screen.findByRole('listbox', { name: 'Prompts' })
  expect(
    within(list)
      .getAllByRole('option')
      .map((option) => option.textContent)
  ).toEqual([
    '/code_reviewRequest Code Review · Asks the model to review code and to suggest improvements.everything',
    '/code_reviewReviews the files that changed last.files'
  ])
  await person.keyboard('{ArrowDown}{Enter}')
  expect(messageBox().value).toBe('')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(chips().getByText('/code_review')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Send' }))
  expect(bridge.inputsOf('conversation.send')[0]).toMatchObject({
    text: '',
    prompt: { serverName: 'files', name: 'code_review', arguments: {} }
  })
  expect(bridge.inputsOf('prompt.get')).toEqual([])
})

test("PROM-05: asks for a prompt's arguments first, and can change them before sending", async () => {
  const { bridge, person } = await openWindow()
  await person.type(messageBox(), '/code')
  await screen.findByRole('listbox', { name: 'Prompts' })
  await person.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Arguments for /code_review' })
  await person.type(within(dialog).getByRole('textbox', { name: 'code' }), 'x = 1')
  await person.click(within(dialog).getByRole('button', { name: 'Insert' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.click(chips().getByRole('button', { name: 'Edit arguments of /code_review' }))
  const again = await screen.findByRole('dialog', { name: 'Arguments for /code_review' })
  await person.type(within(again).getByRole('textbox', { name: 'code' }), '2')
  await person.click(within(again).getByRole('button', { name: 'Insert' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.click(screen.getByRole('button', { name: 'Send' }))
  expect(bridge.inputsOf('conversation.send').at(-1)?.prompt).toEqual({
    serverName: 'everything',
    name: 'code_review',
    arguments: { code: 'x = 12' }
  })
})

test('keeps chips per conversation, and restores them when sending failed', async () => {
  const { bridge, person } = await openWindow()
  await person.type(messageBox(), '@first')
  await screen.findByRole('listbox', { name: 'Resources' })
  await person.keyboard('{Enter}')
  act(() => navigate.toConversation('c4'))
  expect(screen.queryByRole('list', { name: 'Attached to this message' })).toBeNull()
  act(() => navigate.toConversation('c3'))
  bridge.handle({
    'conversation.send': () => {
      throw new FakeFailure('SERVER_NOT_CONNECTED', 'notes is not connected.')
    }
  })
  await person.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('notes is not connected.')).toBeTruthy()
  expect(chips().getByText('First Note')).toBeTruthy()
})

test('RES-14: shows on a chip that the list reports its resource as changed or removed', async () => {
  const { bridge, person } = await openWindow()
  await person.type(messageBox(), '@first')
  await screen.findByRole('listbox', { name: 'Resources' })
  await person.keyboard('{Enter}')
  const listing = (resources: ReturnType<typeof sampleResource>[]) => [{ ...sampleListings[0]!, resources }]
  bridge.handle({ 'resource.list': () => listing([sampleResource({ size: 121 })]) })
  act(() => bridge.emit('resources.changed', { serverName: 'notes' }))
  expect(await chips().findByText('changed')).toBeTruthy()
  bridge.handle({ 'resource.list': () => listing([]) })
  act(() => bridge.emit('resources.changed', { serverName: 'notes' }))
  expect(await chips().findByText('no longer listed')).toBeTruthy()
})

test('shows on a chip that its server is gone, until it is back', async () => {
  const { bridge, person } = await openWindow()
  await person.type(messageBox(), '@first')
  await screen.findByRole('listbox', { name: 'Resources' })
  await person.keyboard('{Enter}')
  expect(chips().queryByText('no longer listed')).toBeNull()
  bridge.handle({ 'resource.list': () => [] })
  act(() => bridge.emit('resources.changed', { serverName: 'notes' }))
  expect(await chips().findByText('no longer listed')).toBeTruthy()
  bridge.handle({ 'resource.list': () => [...sampleListings] })
  act(() => bridge.emit('resources.changed', { serverName: 'notes' }))
  await waitFor(() => expect(chips().queryByText('no longer listed')).toBeNull())
})

test('PROM-13: updates an open list of prompts when servers change', async () => {
  const { bridge, person } = await openWindow({ handlers: { 'prompt.list': () => [] } })
  await person.type(messageBox(), '/')
  expect(await screen.findByText('No connected server offers prompts.')).toBeTruthy()
  bridge.handle({
    'prompt.list': () => [
      { serverName: 'notes', name: 'new_one', title: null, description: '', arguments: [], icons: [] }
    ]
  })
  act(() => bridge.emit('prompts.changed', { serverName: 'notes' }))
  expect(within(await screen.findByRole('listbox', { name: 'Prompts' })).getByText(/new_one/)).toBeTruthy()
})

test('attaches resources in Direct mode and says that no model reads them', async () => {
  const { bridge, person } = await openWindow({
    snapshot: { models: { ...sampleModels, defaultModel: 'direct' } }
  })
  await person.type(messageBox(), '@first')
  await screen.findByRole('listbox', { name: 'Resources' })
  await person.keyboard('{Enter}')
  expect(screen.getByText(/no model reads them/i)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(bridge.inputsOf('conversation.send')[0]?.resources).toHaveLength(1))
})

test('RES-14 PROM-08: shows attachments in the message, and attaches changed ones again', async () => {
  const message = sampleShownMessage({
    parts: [
      samplePromptPart(),
      sampleResourcePart({ hasChanged: true }),
      { type: 'text', step: 0, text: 'And now?' }
    ]
  })
  const { bridge, person } = await openWindow({
    handlers: {
      'conversation.read': ({ conversationId }) => ({
        conversationId,
        messages: [message],
        hasEarlier: false
      })
    }
  })
  act(() => navigate.toConversation('c1'))
  const article = within(await screen.findByRole('article', { name: 'You' }))
  const prompt = within(article.getByRole('group', { name: 'Prompt everything code_review' }))
  expect(prompt.getAllByText('You')).toHaveLength(2)
  expect(prompt.getByText('I read it. What shall I look at first?')).toBeTruthy()
  const resource = within(article.getByRole('group', { name: 'Resource notes First Note' }))
  expect(resource.getByText('changed since then')).toBeTruthy()
  await person.click(resource.getByRole('button', { name: /^First Note/ }))
  expect(resource.getByText(/Call Grace/)).toBeTruthy()
  expect(bridge.inputsOf('resource.read')).toEqual([])
  await person.click(resource.getByRole('button', { name: 'Attach again' }))
  expect(chips().getByText('First Note')).toBeTruthy()
  expect(document.activeElement).toBe(messageBox())
})

test('TOOL-19: opens and attaches a link to a resource in a result, from the server that sent it', async () => {
  const link = {
    type: 'resource-link' as const,
    uri: 'demo://logo',
    name: 'logo',
    description: null,
    mimeType: null
  }
  const answer = sampleAnswer({ parts: [sampleToolCall({ serverName: 'everything', content: [link] })] })
  const { bridge, person } = await openWindow({
    handlers: {
      'conversation.read': ({ conversationId }) => ({ conversationId, messages: [answer], hasEarlier: false })
    }
  })
  act(() => navigate.toConversation('c1'))
  await person.click(await screen.findByRole('button', { name: 'Preview of logo' }))
  expect(await screen.findByText(/Call Grace/)).toBeTruthy()
  expect(bridge.inputsOf('resource.read')).toEqual([{ serverName: 'everything', uri: 'demo://logo' }])
  await person.click(screen.getByRole('button', { name: 'Attach logo' }))
  expect(chips().getByRole('listitem').textContent).toBe('logoeverything')
})
