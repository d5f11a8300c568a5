import { fireEvent, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Message } from '../../../app/contract/conversations'
import { findEnabledButton } from '../../testing/enabled-button'
import { pressMenu } from '../../testing/press-menu'
import { sampleAnswer, sampleToolCall, sampleShownMessage } from '../../testing/sample-messages'
import { show } from '../../testing/show'
import { endEdit } from './edits-view-store'
import { MessageArticle } from './message-article'
import type { MessageArticleProps } from './message-article'

const ignore = () => {}

afterEach(() => endEdit('m1'))

function open(message: Message, more: Partial<MessageArticleProps> = {}) {
  const actions = {
    onCancelCall: ignore,
    onKeepWaiting: ignore,
    onStopModel: ignore,
    onRetry: ignore,
    onContinue: ignore,
    onDelete: vi.fn(),
    onQuote: vi.fn(),
    onCopyConversation: vi.fn(),
    onCompare: vi.fn(),
    onChooseAnswer: vi.fn(),
    onEdit: vi.fn(async () => {}),
    onRegenerate: vi.fn(),
    onShowBranch: vi.fn(),
    onOpenSettings: ignore,
    onTool: ignore,
    onAttach: ignore,
    onShowLog: ignore
  }
  const article = (props: Partial<MessageArticleProps> = {}) => (
    <MessageArticle
      {...{ message, actions, canRetry: false, canChange: true, models: [] }}
      {...more}
      {...props}
    />
  )
  return { actions, article, ...show(article()) }
}

const edited = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Edited text' })

const more = 'More actions for this message'

async function openMenu(person: UserEvent, name: string): Promise<void> {
  await screen.findByRole('button', { name, expanded: false })
  await pressMenu(person, () => screen.getByRole('button', { name }))
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('edits a message in place by keyboard only, and Escape restores it', async () => {
  const { actions, person } = open(sampleShownMessage())
  button('Edit message').focus()
  await person.keyboard('{Enter}')
  expect(document.activeElement).toBe(edited())
  await person.keyboard(' Soon.{Escape}')
  expect(edited()).toBeNull()
  expect(screen.getByText('Draft the release notes, please.')).toBeTruthy()
  expect(document.activeElement).toBe(button('Edit message'))
  await person.keyboard('{Enter}')
  await person.keyboard(' Soon.{Shift>}{Enter}{/Shift}Thanks.{Enter}')
  expect(actions.onEdit).toHaveBeenCalledExactlyOnceWith(
    'm1',
    'Draft the release notes, please. Soon.\nThanks.'
  )
})

test('folds thoughts into one line that opens, and says so while they arrive', async () => {
  const thought = { type: 'thinking' as const, step: 0, text: 'The **sky** first.' }
  const streaming = sampleAnswer({ state: 'streaming', stopReason: null, parts: [thought] })
  const { article, person, rerender } = open(streaming)
  expect(button('Thinking…').getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByText('sky')).toBeNull()
  const words = { type: 'text' as const, step: 0, text: 'Blue.' }
  rerender(article({ message: sampleAnswer({ parts: [thought, words] }) }))
  expect(screen.getByText('Blue.')).toBeTruthy()
  await person.click(button('Thoughts'))
  expect(screen.getByText('sky').tagName).toBe('STRONG')
  await person.click(button('Thoughts'))
  expect(screen.queryByText('sky')).toBeNull()
})

test("mentions thoughts that can't be read", () => {
  const seal = { writer: 'messages host model', data: {} }
  open(sampleAnswer({ parts: [{ type: 'thinking', step: 0, text: '', seal }] }))
  expect(screen.getByText(/provider doesn't show/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Thoughts' })).toBeNull()
})

test('keeps edited text that could not be sent or scrolled away', async () => {
  const { person, unmount, article } = open(sampleShownMessage())
  await person.click(button('Edit message'))
  await person.type(edited()!, ' Soon.')
  await person.click(button('Save and resend'))
  expect(edited()?.value).toBe('Draft the release notes, please. Soon.')
  unmount()
  show(article())
  expect(edited()?.value).toBe('Draft the release notes, please. Soon.')
})

test('sends nothing again while an answer is written, or without text', async () => {
  const { actions, person, article, rerender } = open(sampleShownMessage())
  await person.click(button('Edit message'))
  await person.clear(edited()!)
  await person.keyboard('{Enter}')
  expect(button('Save and resend').disabled).toBe(true)
  await person.type(edited()!, 'Other words')
  rerender(article({ canChange: false }))
  await person.keyboard('{Enter}')
  expect([button('Save and resend').disabled, button('Edit message').disabled]).toEqual([true, true])
  expect(actions.onEdit).not.toHaveBeenCalled()
})

test("regenerates an answer, also with another model, but not a user's message", async () => {
  const { actions, person } = open(sampleAnswer(), { models: [{ id: 'a/small', name: 'Small' }] })
  expect(screen.queryByRole('button', { name: 'Edit message' })).toBeNull()
  await person.click(button('Regenerate'))
  await openMenu(person, 'Answer again with a different model')
  await person.click(await screen.findByRole('menuitem', { name: 'Small' }))
  expect(actions.onRegenerate.mock.calls).toEqual([
    ['m2', null],
    ['m2', 'a/small']
  ])
})

test('does not edit a call that the user chose as text', () => {
  const toolRequest = { type: 'tool-request', serverName: 's', toolName: 't', arguments: {} } as const
  open(sampleShownMessage({ parts: [toolRequest] }))
  expect(screen.queryByRole('button', { name: 'Edit message' })).toBeNull()
})

test.each([
  ['cut by the limit of the provider', { stopReason: 'max_tokens' }, ['Continue']],
  ['stopped', { state: 'stopped', stopReason: 'stopped' }, ['Continue', 'Retry']],
  ['stopped before it said anything', { state: 'stopped', parts: [] }, ['Retry']],
  ['stopped after a call', { state: 'stopped', parts: [sampleToolCall({ startedAt: 1 })] }, ['Continue']],
  ['complete', {}, []]
] as const)('shows how to continue an answer that was %s', (_, more, names) => {
  open(sampleAnswer({ parts: [{ type: 'text', step: 0, text: 'Half an' }], ...(more as Partial<Message>) }), {
    canRetry: true
  })
  const shown = screen.queryAllByRole('button', { name: /^(Continue|Retry)$/u })
  expect(shown.map(({ textContent }) => textContent)).toEqual(names)
})

test('compares an answer with another from its menu, but not while one is written', async () => {
  const { actions, person, rerender, article } = open(sampleAnswer())
  await openMenu(person, more)
  await person.click(await screen.findByRole('menuitem', { name: 'Compare with another answer…' }))
  expect(actions.onCompare).toHaveBeenCalledExactlyOnceWith('m2')
  rerender(article({ canChange: false }))
  await openMenu(person, more)
  await screen.findByRole('menuitem', { name: 'Quote' })
  expect(screen.queryByRole('menuitem', { name: 'Compare with another answer…' })).toBeNull()
})

test("opens the message's actions on right click, and quotes the selection or everything", async () => {
  const { actions, person } = open(sampleShownMessage())
  const choose = async (name: string) => {
    fireEvent.contextMenu(screen.getByText('Draft the release notes, please.'))
    await person.click(await screen.findByRole('menuitem', { name }))
  }
  await screen.findByRole('button', { name: 'More actions for this message' })
  await choose('Quote')
  const words = screen.getByText('Draft the release notes, please.').firstChild!
  getSelection()?.setBaseAndExtent(words, 0, words, 5)
  await choose('Quote')
  expect(actions.onQuote.mock.calls).toEqual([['Draft the release notes, please.'], ['Draft']])
  await choose('Copy conversation as Markdown')
  expect(actions.onCopyConversation).toHaveBeenCalledOnce()
})

test('deletes a message after a question that names what else goes, and not while an answer is written', async () => {
  const { actions, person, rerender, article } = open(sampleShownMessage())
  await openMenu(person, more)
  await person.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete this message?' })
  expect(dialog.textContent).toContain('everything after it, on every branch')
  expect(actions.onDelete).not.toHaveBeenCalled()
  await person.click(await findEnabledButton('Delete', dialog))
  expect(actions.onDelete).toHaveBeenCalledExactlyOnceWith('m1')
  rerender(article({ canChange: false }))
  await openMenu(person, more)
  await screen.findByRole('menuitem', { name: 'Quote' })
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
})

test('switches branches by keyboard and keeps the focus, at either end on the button back', async () => {
  const branches = ['a', 'b', 'c']
  function Branches() {
    const [id, setId] = useState('b')
    const message = sampleShownMessage({ id, parts: [{ type: 'text', step: 0, text: `branch ${id}` }] })
    return (
      <div key={id}>
        {opened.article({ message, branches, actions: { ...opened.actions, onShowBranch: setId } })}
      </div>
    )
  }
  const opened = open(sampleShownMessage())
  expect(screen.queryByRole('button', { name: 'Next branch' })).toBeNull()
  opened.unmount()
  const { person } = show(<Branches />)
  expect(screen.getByRole('group', { name: '2 of 3' })).toBeTruthy()
  button('Next branch').focus()
  await person.keyboard('{Enter}')
  expect(screen.getByText('branch c')).toBeTruthy()
  expect(button('Next branch').disabled).toBe(true)
  expect(document.activeElement).toBe(button('Previous branch'))
  await person.keyboard('{Enter}')
  await person.keyboard('{Enter}')
  expect(screen.getByText('branch a')).toBeTruthy()
  expect(document.activeElement).toBe(button('Next branch'))
})
