import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { ServerTrustQuestion } from '../../../app/contract/questions/questions'
import { findEnabledButton } from '../../testing/enabled-button'
import { sampleTrustQuestion } from '../../testing/sample-state'
import { showQuestions } from '../../testing/show-questions'

const server = (serverName: string, more: Partial<ServerTrustQuestion> = {}): ServerTrustQuestion => ({
  ...sampleTrustQuestion,
  id: `q-${serverName}`,
  serverName,
  warnings: [],
  act: { ...sampleTrustQuestion.act, args: [`${serverName}.mjs`, '--all'], environmentNames: [] },
  ...more
})
const asked = (name: string) => screen.getByRole('dialog', { name: `Trust server ${name}?` })
const others = () => screen.getByRole('region', { name: 'Other servers waiting for trust' })
const tick = (name: string) =>
  within(others()).getByRole<HTMLInputElement>('checkbox', { name: `Trust server ${name}?` })
const button = (name: string | RegExp) => within(others()).getByRole('button', { name })

describe('servers that wait for trust in one dialog', () => {
  it('are shown with the same details as in separate questions', async () => {
    const [first, second] = [server('tea'), server('coffee', { warnings: sampleTrustQuestion.warnings })]
    const { bridge } = await showQuestions([second])
    const explained = document.getElementById(asked('coffee').getAttribute('aria-describedby') ?? '')
    const facts = asked('coffee').querySelectorAll('dt, dd, li')
    const told = [explained, ...facts].map((element) => element?.textContent ?? '')
    for (const part of ['Trust it only if', 'coffee.mjs', 'LD_PRELOAD']) expect(told.join()).toContain(part)
    act(() => bridge.emit('questions.changed', [first, second]))
    const beside = within(asked('tea')).getByRole('article', { name: 'Trust server coffee?' })
    for (const part of told) expect(beside.textContent).toContain(part)
    // One landmark; otherwise screen readers would move between landmarks of the same name.
    expect(within(asked('tea')).getAllByRole('region', { name: 'Allowed access' })).toHaveLength(1)
    expect(within(beside).getByRole('group', { name: 'Allowed access' })).toBeTruthy()
  })

  it('are trusted together by one press if checked, and the others stay', async () => {
    const { bridge } = await showQuestions([server('tea'), server('coffee'), server('milk')])
    await userEvent.click(tick('coffee'))
    const yes = await findEnabledButton('Trust 2 servers and start', others())
    expect(yes.getAttribute('data-question')).toBe('q-tea q-milk')
    await userEvent.click(yes)
    expect(bridge.inputsOf('consent.answer')).toEqual(
      ['q-tea', 'q-milk'].map((questionId) => ({
        questionId,
        answer: { type: 'server-trust', decision: 'trust' }
      }))
    )
  })

  it('include one with a warning only by its own checkbox, and none that has changed', async () => {
    const changed = server('milk', { previous: server('milk').act })
    const warned = server('sugar', { warnings: sampleTrustQuestion.warnings })
    await showQuestions([server('tea'), changed, warned])
    expect([tick('milk').checked, tick('sugar').checked]).toEqual([false, false])
    expect(tick('milk').disabled).toBe(true)
    expect(others().textContent).toContain('Parley asks about it separately')
    expect(button(/^Trust 1 server and start/)).toHaveProperty('disabled', true)
    await userEvent.click(tick('sugar'))
    expect(button('Trust 2 servers and start').getAttribute('data-question')).toBe('q-tea q-sugar')
  })

  it('stay stopped together by one press', async () => {
    const { answers } = await showQuestions([server('tea'), server('coffee')])
    await userEvent.click(button('Keep all stopped'))
    expect(answers()).toEqual([1, 2].map(() => ({ type: 'server-trust', decision: 'keep-stopped' })))
  })
})
