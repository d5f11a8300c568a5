import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { NetworkQuestion } from '../../../app/contract/questions/questions'
import { quote } from '../../../app/texts/render-localized'
import { awake } from '../../testing/awake'
import { showQuestions } from '../../testing/show-questions'

const question: NetworkQuestion = {
  ...{ type: 'reach', id: 'q-reach', askedAt: 0, serverName: 'notes' },
  ...{ conversationId: null, callId: null, toolName: null, calls: [] },
  ...{ host: 'xn--pypal-4ve.example', port: 8443, line: 'xn--pypal-4ve.example:8443' },
  ...{ namedBy: ['mail'], warnings: [{ ...quote('It imitates another host.'), level: 'danger' }] }
}
const show = (changes: Partial<NetworkQuestion> = {}) => showQuestions([{ ...question, ...changes }])
const facts = () => [...screen.getByRole('dialog').querySelectorAll('dd')].map((fact) => fact.textContent)

describe('a host that a contained server wants to reach', () => {
  it('stands there as it is looked up, with port, cause, who else reaches it, and what always adds', async () => {
    await show()
    const dialog = screen.getByRole('dialog', { name: 'Let notes reach xn--pypal-4ve.example?' })
    const cause = 'None. The server started this on its own.'
    expect(facts()).toEqual([question.host, '8443', cause, 'mail', question.line])
    expect(dialog.textContent).toContain('It imitates another host.')
  })

  it('says whether it was seen before, where, by whom, and that its entry speaks of it', async () => {
    const place = { host: question.host, port: 8443, bytesUp: 1, bytesDown: 1, firstAt: 0, lastAt: 0 }
    const before = { ...place, ended: 2, refused: 1, failed: 0 }
    await show({ known: { before, reachedBy: ['post'], isInEntry: true } })
    expect(facts()[3]).toMatch(/^Since .*, last .*: 2 connections, 1 blocked or failed\.$/)
    expect(facts().slice(4, 6)).toEqual([
      'The entry of notes names this host in an argument or variable.',
      'post'
    ])
  })

  it('says of one that it never was seen', async () => {
    await show({ known: { before: null, reachedBy: [], isInEntry: false } })
    expect(facts()[3]).toBe('No, this is the first time.')
  })

  it('explains what happens if the server gives up first, where it is still connecting', async () => {
    await show({ isConnecting: true })
    expect(screen.getByRole('dialog').textContent).toContain(
      'notes is still connecting and may give up before you answer. If you allow the host, Parley then connects it again.'
    )
  })

  it('says nothing of that where the server is connected', async () => {
    await show()
    expect(screen.getByRole('dialog').textContent).not.toContain('still connecting')
  })

  it.each([
    ['Allow once', 'allow-once'],
    ['Always allow', 'allow-always'],
    ['Never', 'never']
  ] as const)('%s answers, and not by a press in the first half second', async (name, decision) => {
    const { answers } = await show()
    await userEvent.click(screen.getByRole('button', { name }))
    expect(answers()).toEqual([])
    await userEvent.click(await awake(name))
    expect(answers()).toEqual([{ type: 'reach', decision }])
  })

  it('is refused this once by Escape, which nothing remembers', async () => {
    const { answers } = await show()
    await userEvent.keyboard('{Escape}')
    expect(answers()).toEqual([{ type: 'reach', decision: 'not-now' }])
  })
})
