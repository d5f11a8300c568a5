/** A conversation's folders in the window: chosen, dropped, removed, and sent when it begins. */
import '../testing/load-lazy-parts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { subscribe } from '../bridge/subscribe'
import { useProjection } from '../state/projection'
import { FakeFailure, installFakeBridge } from '../testing/fake-bridge'
import type { FakeBridgeOptions } from '../testing/fake-bridge'
import { sampleConversationSummary, sampleSettings } from '../testing/sample-state'
import { show } from '../testing/show'
import { closeDropped, takeDroppedFolders } from './dropped-folders-view-store'
import { Layout } from './layout'
import { navigate, useNavigation } from './navigation-view-store'
import { findEnabledButton } from '../testing/enabled-button'

const initialNavigation = useNavigation.getInitialState()

beforeEach(() => {
  useNavigation.setState({ ...initialNavigation, isSidebarShown: true }, true)
  closeDropped()
})

async function openWindow(options: FakeBridgeOptions = {}) {
  const bridge = installFakeBridge(options)
  const view = show(<Layout />)
  const { ready } = subscribe(takeDroppedFolders)
  await act(async () => ready)
  return { bridge, ...view }
}

const ofConversation = () => screen.getByRole('button', { name: /^Folders/ }).textContent

test('ROOT-06 ROOT-09 ROOT-11: shows a dropped folder in full, and changes nothing on Cancel', async () => {
  const { bridge, person } = await openWindow()
  act(() => bridge.emit('paths.dropped', { paths: ['/home/ada/a\u202Eb'] }))
  const question = await screen.findByRole('dialog', { name: 'Share this folder with servers?' })
  expect(within(question).getByRole('listitem').textContent).toBe('/home/ada/aU+202Eb')
  await person.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bridge.inputsOf('settings.set-roots')).toEqual([])
  expect(bridge.inputsOf('conversation.set-folders')).toEqual([])
  expect(ofConversation()).toBe('Folders')
})

test('ROOT-11: adds a dropped folder to the open conversation, next to its others', async () => {
  const own = { ...sampleConversationSummary({ id: 'c1' }), folders: ['/home/ada/notes'] }
  const { bridge, person } = await openWindow({ snapshot: { conversations: [own] } })
  act(() => navigate.toConversation('c1'))
  expect(ofConversation()).toBe('Folders: 1')
  act(() => bridge.emit('paths.dropped', { paths: ['/home/ada/x'] }))
  act(() => bridge.emit('paths.dropped', { paths: ['/home/ada/notes'] }))
  await screen.findByRole('dialog', { name: 'Share these folders with servers?' })
  await person.click(await findEnabledButton('This conversation'))
  const folders = ['/home/ada/notes', '/home/ada/x']
  expect(bridge.inputsOf('conversation.set-folders')).toEqual([{ conversationId: 'c1', folders }])

  act(() => bridge.emit('conversation.changed', { ...own, folders }))
  await person.click(screen.getByRole('button', { name: 'Folders: 2' }))
  await person.click(await screen.findByRole('button', { name: 'Remove /home/ada/notes' }))
  expect(bridge.inputsOf('conversation.set-folders').at(-1)).toEqual({
    conversationId: 'c1',
    folders: ['/home/ada/x']
  })
})

test('ROOT-11: adds a folder that is always offered to the settings, once', async () => {
  const settings = { ...sampleSettings, roots: [{ path: '/home/ada/notes', name: 'Notes' }] }
  const { bridge, person } = await openWindow({ snapshot: { settings } })
  act(() => bridge.emit('paths.dropped', { paths: ['/home/ada/notes', '/home/ada/x'] }))
  await screen.findByRole('dialog', { name: 'Share these folders with servers?' })
  await person.click(await findEnabledButton('Always'))
  expect(bridge.inputsOf('settings.set-roots')).toEqual([{ roots: [...settings.roots, '/home/ada/x'] }])
})

test('ROOT-14: keeps folders for the first message, and sends them in one call', async () => {
  const { bridge, person } = await openWindow({ snapshot: { conversations: [] } })
  await person.click(screen.getByRole('button', { name: 'Folders' }))
  await person.click(await screen.findByRole('button', { name: 'Add folder' }))
  await person.click(await screen.findByRole('button', { name: 'Done' }))
  expect(ofConversation()).toBe('Folders: 1')
  expect(bridge.inputsOf('conversation.set-folders')).toEqual([])
  await person.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello{Enter}')
  await waitFor(() =>
    expect(bridge.inputsOf('conversation.send')).toMatchObject([
      { conversationId: 'c-new', text: 'Hello', folders: ['/home/ada/projects'] }
    ])
  )
  expect(bridge.inputsOf('conversation.set-folders')).toEqual([])
  act(() => navigate.toNewConversation())
  expect(ofConversation()).toBe('Folders')
  expect(useProjection.getState().settings.roots).toEqual(sampleSettings.roots)
})

test('ROOT-14: keeps folders with a message that could not be sent, and sends them with the next one only', async () => {
  const { bridge, person } = await openWindow({
    snapshot: { conversations: [] },
    handlers: {
      'conversation.send': () => {
        throw new FakeFailure('BRIDGE_NO_PERSON', 'Press the button again.')
      }
    }
  })
  bridge.handle({
    'conversation.create': () => {
      const begun = sampleConversationSummary({ id: 'c-new' })
      bridge.emit('conversation.changed', begun)
      return begun
    }
  })
  act(() => bridge.emit('paths.dropped', { paths: ['/home/ada/x'] }))
  await screen.findByRole('dialog', { name: 'Share this folder with servers?' })
  await person.click(await findEnabledButton('This conversation'))
  await person.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello{Enter}')
  await screen.findByText('Press the button again.')
  expect(ofConversation()).toBe('Folders: 1')
  bridge.handle({ 'conversation.send': () => null })
  for (const words of ['{Enter}', 'And again{Enter}']) {
    await person.type(screen.getByRole('textbox', { name: 'Message' }), words)
    await waitFor(() => expect(messageText()).toBe(''))
  }
  const sent = bridge.inputsOf('conversation.send')
  expect(sent.map(({ folders }) => folders)).toEqual([['/home/ada/x'], ['/home/ada/x'], undefined])
})

const messageText = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value
