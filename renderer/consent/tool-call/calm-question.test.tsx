import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { ToolCallQuestion } from '../../../app/contract/questions/questions'
import { say } from '../../../app/texts/localized'
import { newThread } from '../../state/messages-slice'
import { useProjection } from '../../state/projection'
import { findEnabledButton } from '../../testing/enabled-button'
import { sampleAnswer, sampleToolCall } from '../../testing/sample-messages'
import { sampleConversations, sampleToolQuestion } from '../../testing/sample-state'
import { showQuestions } from '../../testing/show-questions'

const calm: ToolCallQuestion = { ...sampleToolQuestion, effect: 'read-only', annotations: {} }
const warned: ToolCallQuestion = { ...calm, warnings: [{ ...say('consent.hiddenText'), level: 'danger' }] }
const approve = () => userEvent.keyboard('{Control>}{Enter}{/Control}')

describe('a call without a warning', () => {
  it('emphasizes the approval, and has a key for it after a moment', async () => {
    const { answers } = await showQuestions([calm])
    await approve()
    expect(answers()).toEqual([])
    const yes = await findEnabledButton('Allow once')
    expect(yes.getAttribute('aria-keyshortcuts')).toBe('Control+Enter')
    await approve()
    expect(answers()).toEqual([{ type: 'tool-call', decision: 'allow-once' }])
  })

  it('is not answered by the key from a field, where it is part of typing', async () => {
    const { answers } = await showQuestions([calm])
    await userEvent.click(screen.getByRole('button', { name: 'Edit arguments' }))
    await findEnabledButton('Allow once')
    await userEvent.click(screen.getAllByRole('textbox')[0]!)
    await approve()
    expect(answers()).toEqual([])
  })
})

describe('a call that needs a second look', () => {
  it.each([
    ['carries a warning', warned],
    ['can delete', { ...calm, effect: 'destructive' as const }],
    ['brings text of another server along', { ...calm, newFlows: ['notes'] }]
  ])('has no emphasized approval and no key for it if it %s', async (_, question) => {
    const { answers } = await showQuestions([question])
    const yes = await findEnabledButton('Allow once')
    expect(yes.getAttribute('aria-keyshortcuts')).toBeNull()
    expect(yes.className).toBe((await findEnabledButton('Always allow')).className)
    await approve()
    expect(answers()).toEqual([])
  })
})

describe('the context of a question', () => {
  it("includes the model's last text before the call, and nothing from other steps", async () => {
    await showQuestions([warned])
    const text = (step: number, words: string) => ({ type: 'text' as const, step, text: words })
    const parts = [
      text(0, 'An older thought.'),
      text(1, 'First this.\n\nI write the notes now.'),
      sampleToolCall({ step: 1, callId: warned.callId, state: 'waiting-for-approval' })
    ]
    const messages = [sampleAnswer({ conversationId: 'c1', parts })]
    act(() => useProjection.setState({ threads: { c1: { ...newThread, status: 'ready', messages } } }))
    const quoted = screen.getByRole('figure').textContent
    expect(quoted).toContain('I write the notes now.')
    expect(quoted).not.toContain('First this.')
    expect(quoted).not.toContain('An older thought.')
  })

  it('includes its conversation, if the user is looking at another one', async () => {
    const [here, there] = sampleConversations
    const onShow = vi.fn()
    await showQuestions(
      [
        { ...calm, conversationId: here!.id },
        { ...calm, id: 'q3', conversationId: there!.id }
      ],
      { conversations: [...sampleConversations] },
      onShow
    )
    expect(screen.getByRole('dialog').textContent).not.toContain('In the conversation')
    act(() => useProjection.setState(({ questions }) => ({ questions: questions.slice(1) })))
    expect(screen.getByRole('dialog').textContent).toContain(`In the conversation “${there!.title}”`)
    await userEvent.click(screen.getByRole('button', { name: 'Show conversation' }))
    expect(onShow).toHaveBeenCalledWith(there!.id)
  })
})
