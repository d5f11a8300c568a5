/** Branches in the whole window: presses, calls to the host, and where the focus goes. */
import '../testing/load-lazy-parts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Branches, Message } from '../../app/contract/conversations'
import { subscribe } from '../bridge/subscribe'
import { installFakeBridge } from '../testing/fake-bridge'
import { sampleAnswer, sampleShownMessage } from '../testing/sample-messages'
import { show } from '../testing/show'
import { Layout } from './layout'
import { navigate, useNavigation } from './navigation-view-store'

const initialNavigation = useNavigation.getInitialState()
let end = () => {}

beforeEach(() => useNavigation.setState({ ...initialNavigation, isSidebarShown: true }, true))
afterEach(() => end())

const own = (id: string, parentId: string | null, text: string) =>
  sampleShownMessage({ id, parentId, parts: [{ type: 'text', step: 0, text }] })
const answer = (id: string, parentId: string, text: string) =>
  sampleAnswer({ id, parentId, parts: [{ type: 'text', step: 0, text }] })

const old = [own('q2', 'a1', 'second'), answer('a2', 'q2', 'Second answer')]
const edited = [own('q3', 'a1', 'second, better'), answer('a3', 'q3', 'Better answer')]
const branches: Branches = { q2: ['q2', 'q3'], q3: ['q2', 'q3'] }
const page = (messages: readonly Message[], more: { branches?: Branches } = {}) => ({
  conversationId: 'c1',
  messages: [...messages],
  hasEarlier: false,
  ...more
})

/** A host that has both branches and shows the requested one. */
async function openConversation() {
  const bridge = installFakeBridge({
    handlers: {
      'conversation.read': () => page([own('q1', null, 'first'), answer('a1', 'q1', 'First answer'), ...old]),
      'conversation.edit': () => {
        bridge.emit('branch.shown', page(edited.slice(0, 1), { branches }))
        bridge.emit('message.changed', edited[1]!)
        return null
      },
      'conversation.show-branch': ({ messageId }) => {
        const isOld = old.some(({ id }) => id === messageId)
        bridge.emit('branch.shown', page(isOld ? old : edited, { branches }))
        return null
      }
    }
  })
  const subscription = subscribe()
  end = () => subscription.end()
  const view = show(<Layout />)
  await act(() => subscription.ready)
  act(() => navigate.toConversation('c1'))
  await screen.findByText('Second answer')
  return { bridge, ...view }
}

const words = () => screen.getAllByRole('article').map(({ textContent }) => textContent)
const button = (name: string) => screen.getByRole('button', { name })

test('replaces the old message with the edited one, focuses the composer, and switches back and forth by keyboard', async () => {
  const { bridge, person } = await openConversation()
  const edits = await screen.findAllByRole('button', { name: 'Edit message' })
  edits[1]!.focus()
  await person.keyboard('{Enter}')
  await person.keyboard(', better{Enter}')
  expect(bridge.inputsOf('conversation.edit')).toEqual([
    { conversationId: 'c1', messageId: 'q2', text: 'second, better' }
  ])
  await screen.findByText('Better answer')
  expect(screen.queryByText('Second answer')).toBeNull()
  expect(screen.getByText('First answer')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' })))
  button('Previous branch').focus()
  await person.keyboard('{Enter}')
  await screen.findByText('Second answer')
  expect(words()).toHaveLength(4)
  expect(document.activeElement).toBe(button('Next branch'))
  await person.keyboard('{Enter}')
  await screen.findByText('Better answer')
  expect(bridge.inputsOf('conversation.show-branch').map(({ messageId }) => messageId)).toEqual(['q2', 'q3'])
})

test('opens the message of a hidden branch from a link', async () => {
  const { bridge } = await openConversation()
  act(() => navigate.toConversation('c1', 'a3'))
  await screen.findByText('Better answer')
  expect(bridge.inputsOf('conversation.show-branch')).toEqual([{ conversationId: 'c1', messageId: 'a3' }])
  await waitFor(() => expect(useNavigation.getState().wantedMessageId).toBeNull())
})
