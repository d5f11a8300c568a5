import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RequestPart } from '../../../app/contract/models/request-parts'
import type { ContextView } from '../../../app/contract/models/context-view'
import { FakeFailure, installFakeBridge } from '../../testing/fake-bridge'
import type { FakeBridge, FakeHandlers } from '../../testing/fake-bridge'
import { useProjection } from '../../state/projection'
import { show } from '../../testing/show'
import { ContextMeter } from './context-meter'
import { openSummary, showContext } from './context-view-store'
import { SummaryCard } from './summary-card'

const view: ContextView = {
  tokens: 24_000,
  isCorrected: false,
  contextTokens: 200_000,
  leftOutResults: 0,
  isFull: false,
  summaryEnd: 'm2'
}
let bridge: FakeBridge

beforeEach(closeViews)
// The next test file uses the same conversation.
afterAll(closeViews)

function closeViews() {
  act(() => {
    showContext(null)
    openSummary(null)
  })
}

function open(use: Partial<ContextView> | null, handlers: FakeHandlers = {}) {
  bridge = installFakeBridge({
    handlers: { 'context.read': () => (use === null ? null : { ...view, ...use }), ...handlers }
  })
  return show(<ContextMeter conversationId="c1" model="anthropic/claude-sonnet-5-5" isRunning={false} />)
}

const meter = (name: string) => screen.findByRole('button', { name })
const dialog = (name: string) => screen.findByRole('dialog', { name })

describe('the context of a conversation', () => {
  it('shows the share next to the composer, as an estimate', async () => {
    const { person } = open({})
    await person.click(await meter('Context about 12 %'))
    const shown = await dialog('Model context')
    expect(shown.textContent).toContain('About 24,000 of 200,000 tokens')
    expect(shown.textContent).toContain('Estimated from the length of the next request, without')
    await person.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Context/ })))
  })

  it('shows what corrected it, what is left out, and that it is nearly full', async () => {
    const { person } = open({ isCorrected: true, tokens: 170_000, leftOutResults: 3, isFull: true })
    await person.click(await meter('Context about 85 %: nearly full'))
    const shown = await dialog('Model context')
    expect(shown.textContent).toContain("and the provider's last count")
    expect(shown.textContent).toContain('3 older tool results are left out')
    expect(shown.textContent).toContain('Summarize older messages to make it shorter.')
  })

  it('is absent where no model answers', async () => {
    open(null)
    await waitFor(() => expect(bridge.inputsOf('context.read')).toHaveLength(1))
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('has nothing to summarize before the second message', async () => {
    const { person } = open({ summaryEnd: null })
    await person.click(await meter('Context about 12 %'))
    const shown = await dialog('Model context')
    expect(within(shown).queryByRole('button', { name: 'Summarize earlier messages' })).toBeNull()
    expect(shown.textContent).toContain('no earlier messages')
  })
})

describe('a summary', () => {
  const handlers: FakeHandlers = { 'context.summarize': () => ({ text: 'Otters.' }) }

  it('is made after approval, can be edited, and applies once used', async () => {
    const { person } = open({}, handlers)
    await person.click(await meter('Context about 12 %'))
    await person.click(
      within(await dialog('Model context')).getByRole('button', {
        name: 'Summarize earlier messages'
      })
    )
    const asked = await dialog('Summary of earlier messages')
    expect(bridge.inputsOf('context.summarize')).toEqual([])
    await person.click(within(asked).getByRole('button', { name: 'Create summary' }))
    const field = await within(asked).findByRole<HTMLTextAreaElement>('textbox', { name: 'Summary' })
    expect(field.value).toBe('Otters.')
    expect(bridge.inputsOf('context.summarize')).toEqual([{ conversationId: 'c1', messageId: 'm2' }])
    expect(bridge.inputsOf('context.set-summary')).toEqual([])
    await person.type(field, ' And seals.')
    await person.click(within(asked).getByRole('button', { name: 'Use summary' }))
    expect(bridge.inputsOf('context.set-summary')).toEqual([
      { conversationId: 'c1', messageId: 'm2', text: 'Otters. And seals.', goesOn: false }
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('lets an answer continue that was too long', async () => {
    const { person } = open({}, handlers)
    await meter('Context about 12 %')
    act(() => openSummary({ conversationId: 'c1', messageId: null, text: null, goesOn: true }))
    const asked = await dialog('Summary of earlier messages')
    await person.click(within(asked).getByRole('button', { name: 'Create summary' }))
    await person.click(await within(asked).findByRole('button', { name: 'Use summary and continue' }))
    expect(bridge.inputsOf('context.set-summary')).toMatchObject([{ messageId: 'm2', goesOn: true }])
  })

  it('shows why making it failed, and stops when the user leaves', async () => {
    let fail = (_error: Error) => {}
    const { person } = open(
      {},
      { 'context.summarize': () => new Promise((_resolve, reject) => (fail = reject)) }
    )
    await meter('Context about 12 %')
    act(() => openSummary({ conversationId: 'c1', messageId: 'm2', text: null, goesOn: false }))
    const asked = await dialog('Summary of earlier messages')
    await person.click(within(asked).getByRole('button', { name: 'Create summary' }))
    expect(within(asked).getByRole('status').textContent).toContain('The model is writing the summary.')
    act(() => fail(new FakeFailure('MODEL_OVERLOADED', 'The model is busy.')))
    expect((await within(asked).findByText('The model is busy.')).textContent).toBeTruthy()
    await person.click(within(asked).getByRole('button', { name: 'Create summary' }))
    await person.click(within(asked).getByRole('button', { name: 'Stop' }))
    expect(bridge.inputsOf('conversation.stop')).toEqual([{ conversationId: 'c1' }])
    expect(bridge.inputsOf('context.set-summary')).toEqual([])
  })

  it('appears in the list with its text, and can be edited or removed', async () => {
    const onEdit = vi.fn<() => void>()
    const onRemove = vi.fn<() => void>()
    function Card() {
      const [canChange, setCanChange] = useState(true)
      const acts = { canChange, onEdit, onRemove: () => (onRemove(), setCanChange(false)) }
      return <SummaryCard summary={{ text: 'About **otters**.', at: 1 }} {...acts} />
    }
    const { person } = show(<Card />)
    const card = screen.getByRole('region', { name: 'Summary of everything above' })
    expect(card.textContent).toContain('About otters.')
    await person.click(within(card).getByRole('button', { name: 'Edit summary' }))
    await person.click(within(card).getByRole('button', { name: 'Remove summary' }))
    expect(onEdit).toHaveBeenCalledOnce()
    expect(onRemove).toHaveBeenCalledOnce()
    expect(within(card).getByRole<HTMLButtonElement>('button', { name: 'Edit summary' }).disabled).toBe(true)
  })
})

describe('the parts of the next request', () => {
  const part = (key: string, more: Partial<RequestPart>): RequestPart => ({
    key,
    kind: 'messages',
    name: 'Otters?',
    tokens: 1_000_000,
    isLeftOut: false,
    canLeave: true,
    ...more
  })

  it('shows what they take and cost, opens them for reading, and leaves them out with a switch', async () => {
    const parts = [
      part('system', { kind: 'system', name: '' }),
      part('own-tools', { kind: 'own-tools', name: '', canLeave: false }),
      part('messages:m1', { isLeftOut: true })
    ]
    const { person } = open(
      {},
      {
        'context.read-parts': () => parts,
        'context.read-part': ({ key }) =>
          key === 'system'
            ? [{ by: null, text: 'Be brief.' }]
            : [
                { by: 'person', text: 'Where?' },
                { by: 'call', text: 'look {}' },
                { by: 'result', text: 'By the sea.' },
                { by: 'model', text: 'There.' }
              ]
      }
    )
    const price = { inputPerMillion: 3, outputPerMillion: 15 }
    const id = 'anthropic/claude-sonnet-5-5'
    const priced = { id, name: 'Sonnet', providerName: 'anthropic', price }
    act(() => useProjection.setState(({ models }) => ({ models: { ...models, models: [priced] } })))
    await person.click(await meter('Context about 12 %'))
    const list = await screen.findByRole('list', { name: 'Next request' })
    const rows = within(list).getAllByRole('listitem')
    expect(rows[0]?.textContent).toMatch(/System prompt.*1,000,000 tokens · \$3\.00/)
    expect(rows[2]?.textContent).toContain('left out')
    expect(within(list).getAllByRole('switch')).toHaveLength(2)
    await person.click(within(list).getByRole('button', { name: 'System prompt' }))
    expect(await within(list).findByText('Be brief.')).toBeTruthy()
    await person.click(within(list).getByRole('button', { name: /Otters/ }))
    const said = await within(list).findByRole('group', { name: /Otters/ })
    await waitFor(() =>
      expect(said.textContent).toBe('You:Where?Tool call:look {}Result:By the sea.Assistant:There.')
    )
    await person.click(within(list).getByRole('switch', { name: 'Send System prompt' }))
    expect(bridge.inputsOf('context.set-part')).toEqual([
      { conversationId: 'c1', key: 'system', isLeftOut: true }
    ])
    const messages = within(list).getByRole('switch', { name: 'Send “Otters?” and its answer' })
    await waitFor(() => expect(messages.hasAttribute('data-disabled')).toBe(false))
    await person.click(messages)
    expect(bridge.inputsOf('context.set-part').at(-1)).toMatchObject({ key: 'messages:m1', isLeftOut: false })
  })
})
