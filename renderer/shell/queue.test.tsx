/** Writing while an answer is written: keys, the list of waiting messages, and moving them back into the composer. */
import '../testing/load-lazy-parts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { QueuedMessage } from '../../app/contract/conversations'
import { subscribe } from '../bridge/subscribe'
import { setDraft } from '../conversation/content/drafts-view-store'
import { clearAttachments } from '../conversation/content/attachments-view-store'
import { installFakeBridge } from '../testing/fake-bridge'
import { sampleConversationSummary } from '../testing/sample-state'
import { show } from '../testing/show'
import { Layout } from './layout'
import { carryOutMenuCommand } from './menu-commands'
import { navigate, useNavigation } from './navigation-view-store'

const initialNavigation = useNavigation.getInitialState()

beforeEach(() => {
  useNavigation.setState({ ...initialNavigation, isSidebarShown: true }, true)
  setDraft('c1', '')
  clearAttachments('c1')
})

const queued = (id: string, text: string, more: Partial<QueuedMessage> = {}): QueuedMessage => ({
  id,
  text,
  attached: [],
  isHeld: false,
  isNext: false,
  ...more
})

const messageBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const rows = () => within(screen.getByRole('list', { name: 'Waiting messages' })).getAllByRole('listitem')

async function openConversation(isRunning: boolean, messages: QueuedMessage[] = []) {
  const conversations = [sampleConversationSummary({ isRunning })]
  const bridge = installFakeBridge({
    snapshot: { conversations, queues: [{ conversationId: 'c1', messages }] },
    handlers: {
      'queue.take': ({ queuedId }) => ({
        text: `All of ${queuedId}`,
        resources: [{ serverName: 'notes', uri: 'note:///1', name: 'A note' }],
        prompt: null,
        files: [{ fileId: 'f', name: 'list.txt', mimeType: 'text/plain', size: 4 }]
      })
    }
  })
  const view = show(<Layout />)
  const { ready } = subscribe(carryOutMenuCommand)
  await act(async () => ready)
  act(() => navigate.toConversation('c1'))
  return { bridge, ...view }
}

const given = { conversationId: 'c1', toolRequest: null, resources: [], prompt: null }

test('queues on Enter while an answer is written, steers on Ctrl+Enter, queues by the button, and stops on Escape', async () => {
  const { bridge, person } = await openConversation(true)
  await person.type(messageBox(), 'After it{Enter}')
  await person.type(messageBox(), 'At once{Control>}{Enter}{/Control}')
  await person.type(messageBox(), 'By hand')
  await person.click(screen.getByRole('button', { name: 'Queue message' }))
  expect(bridge.inputsOf('conversation.send')).toEqual([
    { ...given, text: 'After it', ifBusy: 'queue' },
    { ...given, text: 'At once', ifBusy: 'steer' },
    { ...given, text: 'By hand', ifBusy: 'queue' }
  ])
  expect(screen.queryByRole('button', { name: 'Queue message' })).toBeNull()
  expect(bridge.inputsOf('conversation.stop')).toEqual([])
  await person.type(messageBox(), 'half written{Escape}')
  expect(bridge.inputsOf('conversation.stop')).toEqual([{ conversationId: 'c1' }])
  expect(messageBox().value).toBe('half written')
})

test('leaves Ctrl+Enter with nothing to send to other uses', async () => {
  await openConversation(true)
  expect(fireEvent.keyDown(messageBox(), { key: 'Enter', ctrlKey: true })).toBe(true)
  expect(fireEvent.keyDown(messageBox(), { key: 'Enter' })).toBe(false)
})

test('stops nothing on Escape if nothing runs, and takes nothing on ArrowUp if nothing waits', async () => {
  const { bridge, person } = await openConversation(false)
  await person.type(messageBox(), '{ArrowUp}{Escape}')
  expect(bridge.calls.filter(({ name }) => name === 'conversation.stop' || name === 'queue.take')).toEqual([])
})

test('lists waiting messages in order, and steers, removes, or moves each back into the composer', async () => {
  const { bridge, person } = await openConversation(true, [
    queued('q1', 'First', { isNext: true }),
    queued('q2', 'Second', { attached: ['list.txt'] }),
    queued('q3', 'Third')
  ])
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    '1FirstSent with the next tool results',
    '2Second · list.txtSteer',
    '3ThirdSteer'
  ])
  await person.click(screen.getByRole('button', { name: 'Steer: waiting message 2' }))
  await person.click(screen.getByRole('button', { name: 'Remove waiting message 3' }))
  expect(bridge.inputsOf('queue.send')).toEqual([{ conversationId: 'c1', queuedId: 'q2' }])
  expect(bridge.inputsOf('queue.remove')).toEqual([{ conversationId: 'c1', queuedId: 'q3' }])
  expect(document.activeElement).toBe(messageBox())

  await person.type(messageBox(), 'Begun')
  await person.click(screen.getByRole('button', { name: 'Edit waiting message 1' }))
  await waitFor(() => expect(messageBox().value).toBe('All of q1\n\nBegun'))
  expect(screen.getByRole('list', { name: 'Attached to this message' }).textContent).toMatch(
    /A note.*list\.txt/u
  )
  act(() => bridge.emit('queue.changed', { conversationId: 'c1', messages: [] }))
  expect(screen.queryByRole('list', { name: 'Waiting messages' })).toBeNull()
})

test('keeps a message that an answer left behind, says so, and sends it only when pressed', async () => {
  const { bridge, person } = await openConversation(false, [queued('q1', 'Held', { isHeld: true })])
  expect(screen.getByText(/^Not sent, because/u)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Send now: waiting message 1' }))
  expect(bridge.inputsOf('queue.send')).toEqual([{ conversationId: 'c1', queuedId: 'q1' }])
  await person.type(messageBox(), '{ArrowUp}')
  await waitFor(() => expect(messageBox().value).toBe('All of q1'))
})
