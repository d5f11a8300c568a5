/** A model asks whether it may write scripts: the question's content, and both answers. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ScriptsQuestion } from '../../app/contract/questions/questions'
import { findEnabledButton } from '../testing/enabled-button'
import { showQuestions } from '../testing/show-questions'

const question: ScriptsQuestion = {
  type: 'scripts',
  id: 'q1',
  askedAt: 0,
  conversationId: 'c1',
  callId: 'call-1',
  model: 'anthropic/claude-sonnet-4-5',
  reason: 'Thirty files are to be \u202Eread.'
}

test('names the model, shows its whole reason, and can be approved', async () => {
  const { answers } = await showQuestions([question])
  const dialog = screen.getByRole('dialog', { name: 'Let Claude Sonnet 4.5 write scripts?' })
  expect(dialog.textContent).toContain('Thirty files are to be U+202E')
  expect(dialog.textContent).toContain('Parley asks about each call of a script as usual.')
  await userEvent.click(await findEnabledButton('Allow scripts'))
  expect(answers()).toEqual([{ type: 'scripts', decision: 'allow' }])
})

test('can be denied at once, also by Escape', async () => {
  const { answers } = await showQuestions([{ ...question, reason: '' }])
  expect(screen.getByRole('dialog').textContent).toContain('None given.')
  await userEvent.keyboard('{Escape}')
  expect(answers()).toEqual([{ type: 'scripts', decision: 'deny' }])
})
