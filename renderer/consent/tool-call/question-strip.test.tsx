import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { ToolCallQuestion } from '../../../app/contract/questions/questions'
import { findEnabledButton } from '../../testing/enabled-button'
import { sampleToolQuestion } from '../../testing/sample-state'
import { showQuestions } from '../../testing/show-questions'

const calls = ['one', 'two', 'three'].map((toolName): ToolCallQuestion => ({
  ...sampleToolQuestion,
  effect: 'read-only',
  annotations: {},
  id: `q-${toolName}`,
  callId: `call-${toolName}`,
  toolName
}))

const strip = () => within(screen.getByRole('group', { name: 'Waiting calls' }))
const turn = (name: 'Next call' | 'Previous call') => userEvent.click(strip().getByRole('button', { name }))
const shown = () =>
  screen.getByRole('dialog').getAttribute('aria-label') ?? screen.getByRole('dialog').textContent

it('counts waiting calls and moves between them, wrapping around at both ends', async () => {
  await showQuestions(calls)
  expect(strip().getByText('Call 1 of 3')).toBeTruthy()
  await turn('Next call')
  expect(shown()).toContain('Allow two on')
  expect(strip().getByText('Call 2 of 3')).toBeTruthy()
  await turn('Next call')
  await turn('Next call')
  expect(shown()).toContain('Allow one on')
  await turn('Previous call')
  expect(strip().getByText('Call 3 of 3')).toBeTruthy()
})

it('disables each chosen call for half a second, and answers the shown one', async () => {
  const { bridge } = await showQuestions(calls)
  await findEnabledButton('Allow once')
  await turn('Next call')
  expect(screen.getByRole('button', { name: 'Allow once' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Allow once' }))
  expect(bridge.inputsOf('consent.answer')).toEqual([])
  await userEvent.click(await findEnabledButton('Allow once'))
  expect(bridge.inputsOf('consent.answer')).toEqual([
    { questionId: 'q-two', answer: { type: 'tool-call', decision: 'allow-once' } }
  ])
})

it('shows no strip for a single call', async () => {
  await showQuestions(calls.slice(0, 1))
  expect(screen.queryByRole('group', { name: 'Waiting calls' })).toBeNull()
})
