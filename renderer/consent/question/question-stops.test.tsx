import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Question } from '../../../app/contract/questions/questions'
import { findEnabledButton } from '../../testing/enabled-button'
import { FakeFailure } from '../../testing/fake-bridge'
import {
  sampleElicitation,
  sampleLink,
  sampleSamplingAnswer,
  sampleSamplingQuestion
} from '../../testing/sample-questions'
import { sampleModels, sampleToolQuestion, sampleTrustQuestion } from '../../testing/sample-state'
import { showQuestions } from '../../testing/show-questions'

const show = (question: Question) => showQuestions([question], { models: sampleModels })
const stops = () => screen.queryAllByRole('button', { name: /^Stop/ }).map((button) => button.textContent)
const press = async (name: string) => userEvent.click(await findEnabledButton(name))

describe('stopping from a question', () => {
  const repeatable: readonly [string, Question][] = [
    ['a form', sampleElicitation],
    ['a link', sampleLink],
    ['a sampling request', sampleSamplingQuestion],
    ['the answer to a sampling request', sampleSamplingAnswer]
  ]
  it.each(repeatable)(
    'SEC-20: stops the call or the server with %s, which is no answer',
    async (_, question) => {
      const { bridge, answers } = await show(question)
      expect(stops()).toEqual(['Stop the call', 'Stop the server'])
      await press('Stop the call')
      expect(bridge.inputsOf('consent.stop')).toEqual([{ questionId: question.id, what: 'call' }])
      await press('Stop the server')
      expect(bridge.inputsOf('consent.stop').at(-1)).toEqual({ questionId: question.id, what: 'server' })
      expect(answers()).toEqual([])
    }
  )

  it('takes no press in the first half second', async () => {
    const { bridge } = await show(sampleElicitation)
    for (const button of screen.getAllByRole('button', { name: /^Stop/ })) fireEvent.click(button)
    expect(bridge.inputsOf('consent.stop')).toEqual([])
  })

  it('names the request that caused the question, if known', async () => {
    const nowhere = { ...sampleElicitation, callId: null, conversationId: null, toolName: null }
    const occasion = { kind: 'prompt', name: 'p' } as const
    await show({ ...nowhere, exchange: { id: 'k/exchange-1', occasion } })
    expect(stops()).toEqual(['Stop the prompt', 'Stop the server'])
  })

  it('stops only the server if no call is known', async () => {
    await show({ ...sampleElicitation, callId: null, conversationId: null, toolName: null })
    expect(stops()).toEqual(['Stop the server'])
  })

  it('says why nothing was stopped', async () => {
    const { bridge } = await show(sampleElicitation)
    bridge.handle({
      'consent.stop': () => {
        throw new FakeFailure('CONSENT_UNKNOWN_QUESTION', 'That question is gone.')
      }
    })
    await press('Stop the call')
    expect((await screen.findByRole('alert')).textContent).toContain('That question is gone.')
  })

  it.each([sampleToolQuestion, sampleTrustQuestion])('is not offered if no server asks', async (question) => {
    await show(question)
    expect(stops()).toEqual([])
  })
})

describe('the question whether a server may keep asking', () => {
  const { conversationId, callId } = sampleElicitation
  const askAgain: Question = {
    type: 'ask-again',
    id: 'q-again',
    askedAt: 0,
    serverName: 'everything',
    conversationId,
    callId,
    toolName: 'trigger-elicitation-request',
    wants: 'elicitation',
    askedCount: 2
  }
  const dialog = () => screen.getByRole('dialog', { name: 'everything keeps asking' })

  it('SEC-20: says who asks, how often and what denying does, before showing the next question', async () => {
    await show(askAgain)
    const words = dialog().textContent
    expect(words).toContain(
      'everything wants to ask you again while its tool trigger-elicitation-request runs.'
    )
    expect(words).toContain('It has asked 2 times since your last request.')
    expect(words).toContain('Next, it asks you to fill in a form.')
    expect(words).toContain('for one minute')
    expect(
      within(dialog())
        .getAllByRole('button')
        .map((button) => button.textContent)
    ).toEqual(['Stop the call', 'Stop the server', 'Let it ask', 'Decline for a minute'])
  })

  it('SEC-20: denies at once on Escape', async () => {
    const { answers } = await show(askAgain)
    await userEvent.keyboard('{Escape}')
    expect(answers()).toEqual([{ type: 'ask-again', decision: 'refuse' }])
  })

  it('lets the server ask after a deliberate press', async () => {
    const { answers } = await show(askAgain)
    fireEvent.click(screen.getByRole('button', { name: 'Let it ask' }))
    fireEvent.click(screen.getByRole('button', { name: 'Decline for a minute' }))
    expect(answers()).toEqual([])
    await press('Let it ask')
    expect(answers()).toEqual([{ type: 'ask-again', decision: 'let-ask' }])
  })
})
