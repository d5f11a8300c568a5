/** Finding in the open conversation: keys, count, marks, and moving between matches. */
import '../testing/load-lazy-parts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '../../app/contract/conversations'
import { subscribe } from '../bridge/subscribe'
import { find } from '../conversation/find/find-view-store'
import { installFakeBridge } from '../testing/fake-bridge'
import { sampleAnswer, sampleShownMessage, sampleToolCall } from '../testing/sample-messages'
import { sampleConversationSummary } from '../testing/sample-state'
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
  // The page of these tests has no text highlights.
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
  act(() => find.leave('c1'))
  vi.unstubAllGlobals()
})

const text = (written: string) => [{ type: 'text' as const, step: 0, text: written }]
const messages: readonly Message[] = [
  sampleShownMessage({ parts: text('Which tea?') }),
  sampleAnswer({ parts: text('Green **te**a is a tea.\n\nNo coffee.') })
]

async function openConversation(shown: readonly Message[] = messages) {
  const bridge = installFakeBridge({
    handlers: {
      'conversation.read': ({ conversationId }) => ({
        conversationId,
        messages: [...shown],
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

test('finds and marks text in messages with Ctrl+F, and wraps around with Enter, Shift+Enter and F3', async () => {
  const { bridge, person } = await openConversation()
  await person.keyboard('{Control>}f{/Control}')
  const bar = screen.getByRole('search', { name: 'Find in conversation' })
  const field = screen.getByRole('textbox', { name: 'Text to find' })
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

test('says if nothing was found, and on Escape closes, removes the marks and focuses the composer', async () => {
  const { person } = await openConversation()
  await person.keyboard('{Control>}f{/Control}tea')
  await screen.findByText('1 of 3')
  await person.keyboard(' leaves')
  await screen.findByText('No results')
  expect(marked('found-word')).toEqual([])
  await person.keyboard('{Escape}')
  expect(screen.queryByRole('search', { name: 'Find in conversation' })).toBeNull()
  expect(marked('found-words')).toEqual([])
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }))
})

test('clears the search in another conversation', async () => {
  const { person } = await openConversation()
  await person.keyboard('{Control>}f{/Control}tea')
  await screen.findByText('1 of 3')
  act(() => navigate.toConversation('c3'))
  await waitFor(() => expect(screen.queryByRole('search', { name: 'Find in conversation' })).toBeNull())
})

test('opens the bar from the application menu, too', async () => {
  const { bridge } = await openConversation()
  act(() => bridge.emit('menu.chosen', { command: 'find' }))
  expect(screen.getByRole('search', { name: 'Find in conversation' })).toBeTruthy()
})

test('shows the text of a search hit, and opens and marks it in the message', async () => {
  const { bridge, person } = await openConversation()
  act(() => navigate.toConversation('c3'))
  bridge.handle({
    'conversation.search': () => [
      {
        ...sampleConversationSummary({ id: 'c1' }),
        hit: {
          messageId: 'm2',
          pieces: [
            { text: 'is a ', isFound: false },
            { text: 'tea', isFound: true },
            { text: '. No ', isFound: false },
            { text: 'coffee', isFound: true }
          ]
        }
      }
    ]
  })
  await person.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'tea coff')
  const row = await screen.findByRole('button', {
    name: sampleConversationSummary().title,
    description: /is a tea/
  })
  expect([...row.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['tea', 'coffee'])
  await person.click(row)
  await screen.findByText('Which tea?')
  await waitFor(() =>
    expect([...marked('found-word'), ...marked('found-words')].toSorted()).toEqual(['coffee', 'tea', 'tea'])
  )
  act(() => navigate.toConversation('c3'))
  act(() => navigate.toConversation('c1'))
  await waitFor(() => expect(marked('found-words')).toEqual([]))
})

test('marks a hit in the title there, without repeating the text', async () => {
  const { bridge, person } = await openConversation()
  const title = 'Release notes for the spring version'
  bridge.handle({
    'conversation.search': () => [
      {
        ...sampleConversationSummary({ id: 'c1', title }),
        hit: {
          messageId: 'm1',
          pieces: [
            { text: 'Release ', isFound: false },
            { text: 'notes', isFound: true },
            { text: ' for the spring version', isFound: false }
          ]
        }
      }
    ]
  })
  await person.keyboard('{Control>}{Shift>}F{/Shift}{/Control}')
  const searchbox = screen.getByRole('searchbox', { name: 'Search conversations' })
  await waitFor(() => expect(document.activeElement).toBe(searchbox))
  await person.keyboard('note')
  const row = await waitFor(() => {
    const found = screen.getByText('notes', { selector: 'mark' }).closest('button')
    expect(found?.textContent).toBe(title)
    return found
  })
  expect([...(row?.querySelectorAll('mark') ?? [])].map(({ textContent }) => textContent)).toEqual(['notes'])
  await person.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(row)
})

test('opens the hidden branch of a hit', async () => {
  const { bridge, person } = await openConversation()
  bridge.handle({
    'conversation.search': () => [
      { ...sampleConversationSummary(), hit: { messageId: 'm9', pieces: [{ text: 'cocoa', isFound: true }] } }
    ]
  })
  await person.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'cocoa')
  await person.click(await screen.findByRole('button', { description: 'cocoa' }))
  await waitFor(() =>
    expect(bridge.inputsOf('conversation.show-branch')).toContainEqual({
      conversationId: 'c1',
      messageId: 'm9'
    })
  )
})

const call = { callId: 'k1', toolName: 'echo', isInResult: true, isBeyond: false }
const pieces = [
  { text: 'Echo: a ', isFound: false },
  { text: 'quagga', isFound: true }
]

test('says that a hit is in a result, opens the card, and marks only the text in it', async () => {
  const parts = [
    sampleToolCall({ callId: 'k0', content: [{ type: 'text', text: 'quagga' }] }),
    sampleToolCall({ callId: 'k1', content: [{ type: 'text', text: 'Echo: a quagga' }] }),
    ...text('No quagga here.')
  ]
  const { bridge, person } = await openConversation([messages[0] as Message, sampleAnswer({ parts })])
  act(() => navigate.toConversation('c3'))
  const hit = { messageId: 'm2', pieces, place: { type: 'call' as const, ...call } }
  bridge.handle({ 'conversation.search': () => [{ ...sampleConversationSummary({ id: 'c1' }), hit }] })
  await person.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'quagga')
  await person.click(await screen.findByRole('button', { description: 'Result of echo Echo: a quagga' }))
  await screen.findByText('Which tea?')
  const cards = () =>
    screen
      .getAllByRole('group', { name: /^Tool call/ })
      .map((card) => card.querySelector('button')?.getAttribute('aria-expanded'))
  await waitFor(() => expect(cards()).toEqual(['false', 'true']))
  await waitFor(() => expect(marked('found-word')).toEqual(['quagga']))
  expect(marked('found-words')).toEqual([])
})

test('begins a hit near the found word, so that a narrow list shows it', async () => {
  const { bridge, person } = await openConversation()
  const before = `${'Many words that come before it, '.repeat(4)}and then a `
  const hit = { messageId: 'm2', pieces: [{ text: before, isFound: false }, ...pieces.slice(1)] }
  bridge.handle({ 'conversation.search': () => [{ ...sampleConversationSummary({ id: 'c1' }), hit }] })
  await person.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'quagga')
  expect(
    await screen.findByRole('button', { description: '…come before it, and then a quagga' })
  ).toBeTruthy()
})

test('opens the file of a hit', async () => {
  const file = {
    type: 'file' as const,
    name: 'my notes.txt',
    mimeType: 'text/plain',
    size: 1,
    data: null
  }
  const parts = [...text('Which tea?'), { ...file, text: 'quagga' }]
  const { bridge, person } = await openConversation([sampleShownMessage({ parts })])
  act(() => navigate.toConversation('c3'))
  const place = { type: 'attachment' as const, part: 1, kind: 'file' as const, name: 'my notes.txt' }
  const found = [{ text: 'quagga', isFound: true }]
  bridge.handle({
    'conversation.search': () => [
      { ...sampleConversationSummary({ id: 'c1' }), hit: { messageId: 'm1', pieces: found, place } }
    ]
  })
  await person.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'quagga')
  await person.click(await screen.findByRole('button', { description: 'File “my notes.txt” quagga' }))
  await waitFor(() => expect(marked('found-word')).toEqual(['quagga']))
  // A press closes it again, although the search opened it.
  await person.click(screen.getByRole('button', { name: /my notes/, expanded: true }))
  expect(screen.getByRole('button', { name: /my notes/, expanded: false })).toBeTruthy()
})
