/** Two answers to one message in the whole window: requested, shown side by side, and one of them chosen. */
import '../testing/load-lazy-parts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Message } from '../../app/contract/conversations'
import { subscribe } from '../bridge/subscribe'
import { useComparison } from '../conversation/messages/comparison-view-store'
import { FakeFailure, installFakeBridge } from '../testing/fake-bridge'
import { sampleAnswer, sampleToolCall, sampleShownMessage } from '../testing/sample-messages'
import { sampleConversationSummary } from '../testing/sample-state'
import { show } from '../testing/show'
import { Layout } from './layout'
import { carryOut } from './menu-commands'
import { navigate, useNavigation } from './navigation-view-store'

const initialNavigation = useNavigation.getInitialState()
let end = () => {}

beforeEach(() => {
  useNavigation.setState({ ...initialNavigation, isSidebarShown: true }, true)
  useComparison.setState(useComparison.getInitialState(), true)
})
afterEach(() => {
  end()
  useComparison.setState(useComparison.getInitialState(), true)
})

const question = sampleShownMessage({ id: 'q1', parts: [{ type: 'text', step: 0, text: 'Tea or coffee?' }] })
const answer = (id: string, text: string, more: Partial<Message> = {}) =>
  sampleAnswer({ id, parentId: 'q1', parts: [{ type: 'text', step: 0, text }], ...more })
const usage = { inputTokens: 120, outputTokens: 30, cost: 0.02 }
const first = answer('a1', 'Tea.', { tookMs: 1_400, usage })
const haiku = 'anthropic/claude-haiku-4-5'
const call = sampleToolCall({ state: 'waiting-for-approval', content: [], endedAt: null })
const second = answer('a2', 'Cof', { model: haiku, state: 'streaming', stopReason: null })
const branches = { a1: ['a1', 'a2'], a2: ['a1', 'a2'] }
const page = (messages: readonly Message[], hasBranches = true) => ({
  conversationId: 'c1',
  messages: [...messages],
  hasEarlier: false,
  ...(hasBranches && { branches })
})

/** A host that answers again; `has`: both answers exist already, and the second is shown. */
async function openConversation({ has = false, fails = false } = {}) {
  const bridge = installFakeBridge({
    handlers: {
      'conversation.read': ({ lastId }) => {
        if (lastId === 'a1') return page([first])
        return has
          ? page([question, answer('a2', 'Coffee.', { model: haiku })])
          : page([question, first], false)
      },
      'conversation.regenerate': () => {
        if (fails) throw new FakeFailure('MODEL_UNKNOWN', 'No such model.')
        bridge.emit('conversation.changed', sampleConversationSummary({ isRunning: true }))
        bridge.emit('branch.shown', page([second]))
        return null
      },
      'conversation.show-branch': () => {
        bridge.emit('branch.shown', page([first]))
        return null
      }
    }
  })
  const subscription = subscribe()
  end = () => subscription.end()
  const view = show(<Layout />)
  await act(() => subscription.ready)
  act(() => navigate.toConversation('c1'))
  await screen.findByText(has ? 'Coffee.' : 'Tea.')
  return { bridge, ...view }
}

const pair = () => screen.getByRole('region', { name: 'Two answers side by side' })
const columns = () =>
  within(pair())
    .getAllByRole('article')
    .map((one) => one.parentElement!)
const choices = () =>
  within(pair()).getAllByRole<HTMLButtonElement>('button', { name: 'Continue with this answer' })

async function askHaiku() {
  const opened = await openConversation()
  const { person } = opened
  act(() => carryOut('compare-answers'))
  const dialog = await screen.findByRole('dialog', { name: 'Compare with another answer' })
  // A model other than the answer's is proposed.
  expect(within(dialog).getByRole('combobox', { name: 'Second model' }).textContent).toBe('Claude Haiku 4.5')
  await person.click(within(dialog).getByRole('button', { name: 'Ask and compare' }))
  await screen.findByText('Cof')
  return opened
}

test('lets a second model answer next to the first, shows the usage of both, and asks about its calls', async () => {
  const { bridge } = await askHaiku()
  expect(bridge.inputsOf('conversation.regenerate')).toEqual([
    { conversationId: 'c1', messageId: 'a1', model: haiku }
  ])
  const [left, right] = columns()
  expect(left?.textContent).toContain('Claude Sonnet 4.5')
  expect(left?.textContent).toContain('1.4 s')
  expect(left?.textContent).toContain('120 + 30 tokens · $0.02')
  expect(right?.textContent).toContain('Claude Haiku 4.5')
  expect(right?.textContent).toContain('writing for')
  act(() =>
    bridge.emit('text.appended', {
      conversationId: 'c1',
      messageId: 'a2',
      partIndex: 0,
      offset: 3,
      text: 'fee.'
    })
  )
  await within(columns()[1]!).findByText('Coffee.')
  act(() => bridge.emit('message.changed', { ...second, parts: [...second.parts, call] }))
  await within(columns()[1]!).findByRole('group', { name: 'Tool call everything echo' })
  // An answer in progress can't be dropped yet, but it can already be chosen.
  expect(choices().map(({ disabled }) => disabled)).toEqual([true, false])
})

test('continues with the first answer when it is chosen, and keeps the other as a branch', async () => {
  const { bridge, person } = await askHaiku()
  act(() => {
    bridge.emit('message.changed', answer('a2', 'Coffee.', { model: haiku, tookMs: 12_000, usage }))
    bridge.emit('conversation.changed', sampleConversationSummary({ isRunning: false }))
  })
  await waitFor(() => expect(choices()[0]?.disabled).toBe(false))
  expect(columns()[1]?.textContent).toContain('12 s')
  choices()[0]!.focus()
  await person.keyboard('{Enter}')
  expect(bridge.inputsOf('conversation.show-branch')).toEqual([{ conversationId: 'c1', messageId: 'a1' }])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Two answers side by side' })).toBeNull())
  expect(screen.getByText('Tea.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Coffee.')).toBeNull())
  expect(screen.getByRole('group', { name: '1 of 2' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' })))
})

test('changes nothing else when the shown answer is chosen or the comparison is closed', async () => {
  const { bridge, person } = await askHaiku()
  await person.click(choices()[1]!)
  expect(screen.getAllByRole('article')).toHaveLength(2)
  expect(bridge.inputsOf('conversation.show-branch')).toEqual([])
})

test('compares with an existing answer from the command menu, without asking again', async () => {
  const { bridge, person } = await openConversation({ has: true })
  act(() => carryOut('compare-answers'))
  const there = await screen.findByRole('region', { name: 'Or compare with an existing answer' })
  await person.click(await within(there).findByRole('button', { name: 'Answer 1: Claude Sonnet 4.5' }))
  await screen.findByRole('region', { name: 'Two answers side by side' })
  expect(columns().map(({ textContent }) => /Tea|Coffee/u.exec(textContent)?.[0])).toEqual(['Tea', 'Coffee'])
  expect(bridge.inputsOf('conversation.regenerate')).toEqual([])
  await person.click(screen.getByRole('button', { name: 'End the comparison' }))
  expect(screen.getAllByRole('article')).toHaveLength(2)
})

test("keeps the answer if a model can't be asked, and says why", async () => {
  const { person } = await openConversation({ fails: true })
  act(() => carryOut('compare-answers'))
  await person.click(await screen.findByRole('button', { name: 'Ask and compare' }))
  expect(await screen.findByText('No such model.')).toBeTruthy()
  expect(useComparison.getState().beside).toBeNull()
})
