import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleElicitation } from '../../testing/sample-questions'
import { showQuestions } from '../../testing/show-questions'

const exchange = { id: 'k/exchange-1', occasion: { kind: 'resource', name: 'memo://a' } } as const
const ofReading = { ...sampleElicitation, callId: null, conversationId: null, toolName: null, exchange }
const words = () => screen.getByRole('dialog').textContent

it('names the resource in a question before it is read, and the round from the second on', async () => {
  await showQuestions([{ ...ofReading, round: 2 }])
  expect(words()).toContain('before you get its resource memo://a.')
  expect(words()).toContain('Round 2 of at most 10')
})

it('names no round for a first question or outside of rounds', async () => {
  await showQuestions([{ ...ofReading, round: 1 }])
  expect(words()).not.toContain('Round')
})
