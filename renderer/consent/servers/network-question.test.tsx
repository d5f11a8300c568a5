import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { NetworkQuestion } from '../../../app/contract/questions/questions'
import { quote } from '../../../app/texts/localized'
import { findEnabledButton } from '../../testing/enabled-button'
import { showQuestions } from '../../testing/show-questions'

const question: NetworkQuestion = {
  type: 'reach',
  id: 'q-reach',
  askedAt: 0,
  serverName: 'notes',
  conversationId: null,
  callId: null,
  toolName: null,
  calls: [],
  host: 'xn--pypal-4ve.example',
  port: 8443,
  line: 'xn--pypal-4ve.example:8443',
  namedBy: ['mail'],
  warnings: [{ ...quote('It imitates another host.'), level: 'danger' }]
}
const show = (changes: Partial<NetworkQuestion> = {}) => showQuestions([{ ...question, ...changes }])
const facts = () => [...screen.getByRole('dialog').querySelectorAll('dd')].map((fact) => fact.textContent)

describe('a host that a sandboxed server wants to reach', () => {
  it('is shown in its lookup form, with port, cause, other servers that use it, and what Always adds', async () => {
    await show()
    const dialog = screen.getByRole('dialog', { name: 'Let notes reach xn--pypal-4ve.example?' })
    const cause = 'None. The server started this on its own.'
    expect(facts()).toEqual([question.host, '8443', cause, 'mail', question.line])
    expect(dialog.textContent).toContain('It imitates another host.')
  })

  it('shows whether it was contacted before, where and by whom, and that its entry mentions it', async () => {
    const place = { host: question.host, port: 8443, bytesUp: 1, bytesDown: 1, firstAt: 0, lastAt: 0 }
    const before = { ...place, ended: 2, refused: 1, failed: 0 }
    await show({ known: { before, reachedBy: ['post'], isInEntry: true } })
    expect(facts()[3]).toMatch(/^Since .*, last .*: 2 connections, 1 blocked or failed\.$/)
    expect(facts().slice(4, 6)).toEqual([
      'The entry of notes names this host in an argument or variable.',
      'post'
    ])
  })

  it('says that it was never contacted before', async () => {
    await show({ known: { before: null, reachedBy: [], isInEntry: false } })
    expect(facts()[3]).toBe('No, this is the first time.')
  })

  it('explains what happens if the server gives up first, while it is connecting', async () => {
    await show({ isConnecting: true })
    expect(screen.getByRole('dialog').textContent).toContain(
      'notes is still connecting and may give up before you answer. If you allow the host, Parley then connects it again.'
    )
  })

  it("doesn't explain that for a connected server", async () => {
    await show()
    expect(screen.getByRole('dialog').textContent).not.toContain('still connecting')
  })

  it.each([
    ['Allow once', 'allow-once'],
    ['Always allow', 'allow-always'],
    ['Never', 'never']
  ] as const)('is answered by %s, but not in the first half second', async (name, decision) => {
    const { answers } = await show()
    await userEvent.click(screen.getByRole('button', { name }))
    expect(answers()).toEqual([])
    await userEvent.click(await findEnabledButton(name))
    expect(answers()).toEqual([{ type: 'reach', decision }])
  })

  it('is denied once by Escape, which is not remembered', async () => {
    const { answers } = await show()
    await userEvent.keyboard('{Escape}')
    expect(answers()).toEqual([{ type: 'reach', decision: 'not-now' }])
  })
})
