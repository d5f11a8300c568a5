/** Finding in the open conversation, as the person uses it: keys, count, marks, and the way from match to match. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '../../app/contract/conversations'
import { subscribe } from '../bridge/subscribe'
import { find } from '../conversation/messages/find-view-store'
import { installFakeBridge } from '../testing/fake-bridge'
import { sampleAnswer, sampleMessage } from '../testing/sample-messages'
import { show } from '../testing/show'
import { Layout } from './layout'
import { carryOutMenuCommand } from './menu-commands'
import { navigate, useNavigation } from './navigation-view-store'

const initialNavigation = useNavigation.getInitialState()
const highlights = new Map<string, readonly Range[]>()
const marked = (name: string) => [...(highlights.get(name) ?? [])].map(String)

beforeEach(() => {
  useNavigation.setState({ ...initialNavigation, isSidebarShown: true }, true)
  highlights.clear()
  // The page of these tests has no marks of its own.
  vi.stubGlobal('CSS', { highlights })
  vi.stubGlobal(
    'Highlight',
    class extends Array<Range> {
      constructor(...ranges: Range[]) {
        super()
        this.push(...ranges)
      }
    }
  )
})

afterEach(() => {
  act(find.close)
  vi.unstubAllGlobals()
})

const text = (written: string) => [{ type: 'text' as const, step: 0, text: written }]
const messages: readonly Message[] = [
  sampleMessage({ parts: text('Which tea?') }),
  sampleAnswer({ parts: text('Green **te**a is a tea.\n\nNo coffee.') })
]

async function openConversation() {
  const bridge = installFakeBridge({
    handlers: {
      'conversation.read': ({ conversationId }) => ({
        conversationId,
        messages: [...messages],
        hasEarlier: false
      }),
      'conversation.find': ({ words }) =>
        words === 'tea'
          ? [
              { messageId: 'm1', count: 1 },
              { messageId: 'm2', count: 2 }
            ]
          : []
    }
  })
  const view = show(<Layout />)
  const { ready } = subscribe(carryOutMenuCommand)
  await act(async () => ready)
  act(() => navigate.toConversation('c1'))
  await screen.findByText('Which tea?')
  return { bridge, ...view }
}

test('Ctrl+F finds words in messages and marks them; Enter, Shift+Enter and F3 go round', async () => {
  const { bridge, person } = await openConversation()
  await person.keyboard('{Control>}f{/Control}')
  const bar = screen.getByRole('search', { name: 'Find in conversation' })
  const field = screen.getByRole('textbox', { name: 'Words to find' })
  expect(document.activeElement).toBe(field)
  await person.keyboard('tea')
  await screen.findByText('1 of 3')
  expect(bridge.inputsOf('conversation.find').at(-1)).toEqual({ conversationId: 'c1', words: 'tea' })
  expect(marked('found-word')).toEqual(['tea'])
  expect(marked('found-words')).toEqual(['tea', 'tea'])

  await person.keyboard('{Enter}')
  expect(bar.textContent).toContain('2 of 3')
  await person.keyboard('{Shift>}{Enter}{Enter}{/Shift}')
  expect(bar.textContent).toContain('3 of 3')
  fireEvent.keyDown(document.body, { key: 'F3' })
  expect(bar.textContent).toContain('1 of 3')
})

test('words found nowhere are said so; Escape closes, takes the marks away and gives the composer the focus', async () => {
  const { person } = await openConversation()
  await person.keyboard('{Control>}f{/Control}tea')
  await screen.findByText('1 of 3')
  await person.keyboard(' leaves')
  await screen.findByText('Nothing found')
  expect(marked('found-word')).toEqual([])
  await person.keyboard('{Escape}')
  expect(screen.queryByRole('search', { name: 'Find in conversation' })).toBeNull()
  expect(marked('found-words')).toEqual([])
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }))
})

test('another conversation begins without the words of the one before', async () => {
  const { person } = await openConversation()
  await person.keyboard('{Control>}f{/Control}tea')
  await screen.findByText('1 of 3')
  act(() => navigate.toConversation('c3'))
  await waitFor(() => expect(screen.queryByRole('search', { name: 'Find in conversation' })).toBeNull())
})

test('the application menu opens the bar, too', async () => {
  const { bridge } = await openConversation()
  act(() => bridge.emit('menu.chosen', { command: 'find' }))
  expect(screen.getByRole('search', { name: 'Find in conversation' })).toBeTruthy()
})
