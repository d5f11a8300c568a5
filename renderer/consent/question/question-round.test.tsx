import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { sampleElicitation } from '../../testing/sample-questions'
import { showQuestions } from '../../testing/show-questions'

const exchange = { id: 'k/exchange-1', occasion: { kind: 'resource', name: 'memo://a' } } as const
const ofReading = { ...sampleElicitation, callId: null, conversationId: null, toolName: null, exchange }
const words = () => screen.getByRole('dialog').textContent

it('a question before a resource is read names it; from the second round on the reading can be stopped', async () => {
  const { bridge, answers } = await showQuestions([{ ...ofReading, round: 2 }])
  expect(words()).toContain('before you get its resource memo://a.')
  expect(words()).toContain('Round 2 of at most 10')
  await userEvent.click(screen.getByRole('button', { name: 'Stop reading' }))
  expect(bridge.inputsOf('exchange.stop')).toEqual([{ exchangeId: exchange.id }])
  expect(answers()).toEqual([])
})

it('a question of a call that asks again stops the call', async () => {
  const { bridge } = await showQuestions([{ ...sampleElicitation, round: 3 }])
  const { conversationId, callId } = sampleElicitation
  await userEvent.click(screen.getByRole('button', { name: 'Stop the call' }))
  expect(bridge.inputsOf('conversation.cancel-tool-call')).toEqual([{ conversationId, callId }])
})

it('a first question, and one outside of rounds, has its three answers only', async () => {
  await showQuestions([{ ...ofReading, round: 1 }])
  expect(words()).not.toContain('Round')
  expect(screen.queryByRole('button', { name: /^Stop/ })).toBeNull()
})
