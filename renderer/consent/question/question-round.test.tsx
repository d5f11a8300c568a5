import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleElicitation } from '../../testing/sample-questions'
import { showQuestions } from '../../testing/show-questions'

const exchange = { id: 'k/exchange-1', occasion: { kind: 'resource', name: 'memo://a' } } as const
const ofReading = { ...sampleElicitation, callId: null, conversationId: null, toolName: null, exchange }
const words = () => screen.getByRole('dialog').textContent

it('a question before a resource is read names it, and from the second round on says where it stands', async () => {
  await showQuestions([{ ...ofReading, round: 2 }])
  expect(words()).toContain('before you get its resource memo://a.')
  expect(words()).toContain('Round 2 of at most 10')
})

it('a first question, and one outside of rounds, speaks of none', async () => {
  await showQuestions([{ ...ofReading, round: 1 }])
  expect(words()).not.toContain('Round')
})
