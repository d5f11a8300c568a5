import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { WrittenMessageQuestion } from '../../app/contract/questions/questions'
import { say } from '../../app/texts/localized'
import { findEnabledButton } from '../testing/enabled-button'
import { showQuestions } from '../testing/show-questions'

const asked: WrittenMessageQuestion = {
  type: 'written-message',
  id: 'q-written',
  askedAt: 0,
  serverName: 'maps',
  method: 'tasks/cancel',
  message: { jsonrpc: '2.0', id: 'parley-1', method: 'tasks/cancel', params: { taskId: 'a\u202Eb' } },
  note: say('messages.taskOfOthers')
}

it('shows the whole message with its hidden characters, and sends it', async () => {
  const { answers } = await showQuestions([asked])
  const dialog = screen.getByRole('dialog', { name: 'Send this message to maps?' })
  expect(screen.getByRole('region', { name: 'Message' }).textContent).toContain('"taskId": "aU+202Eb"')
  expect(dialog.textContent).toContain('The task can belong to a call in a conversation')
  await userEvent.click(await findEnabledButton('Send'))
  expect(answers()).toEqual([{ type: 'written-message', decision: 'send' }])
})

it('sends nothing on Escape', async () => {
  const { answers } = await showQuestions([asked])
  await userEvent.keyboard('{Escape}')
  expect(answers()).toEqual([{ type: 'written-message', decision: 'cancel' }])
})
