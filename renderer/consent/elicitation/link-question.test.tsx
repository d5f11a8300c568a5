import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { LinkQuestion } from '../../../app/contract/questions/questions'
import { sampleLink } from '../../testing/sample-questions'
import { findEnabledButton } from '../../testing/enabled-button'
import { showQuestions } from '../../testing/show-questions'
import { quote } from '../../../app/texts/localized'

const show = (changes: Partial<LinkQuestion> = {}) => showQuestions([{ ...sampleLink, ...changes }])
const facts = () => [...screen.getByRole('dialog').querySelectorAll('dd')].map((fact) => fact.textContent)

describe('a link that a server asks to open', () => {
  it('ELIC-24: shows the message and the whole address, with its host highlighted, before anything opens', async () => {
    const { answers } = await show()
    const dialog = screen.getByRole('dialog', { name: 'calendar asks you to open a link' })
    expect(facts()).toEqual(['connect.calendar.example', sampleLink.url])
    expect(dialog.querySelector('dd strong')?.textContent).toBe('connect.calendar.example')
    expect(screen.getByRole('region', { name: 'Message from calendar' }).textContent).toContain(
      sampleLink.message
    )
    expect(dialog.textContent).toContain('outside Parley')
    expect(answers()).toEqual([])
    await userEvent.click(await findEnabledButton('Open link'))
    expect(answers()).toEqual([{ type: 'link', decision: 'open' }])
  })

  it('shows the host as the network reads it, hidden characters and all warnings', async () => {
    const url = 'https://paypal.com@evil.example/\u202Etxt?x=%0a'
    await show({
      url,
      host: 'evil.example',
      warnings: [
        { ...quote('The part before @ is no address.'), level: 'danger' },
        { ...quote('A second thing.'), level: 'danger' }
      ]
    })
    expect(facts()).toEqual(['evil.example', 'https://paypal.com@evil.example/U+202Etxt?x=%0a'])
    expect(screen.getByRole('dialog').querySelector('dd strong')?.textContent).toBe('evil.example')
    expect(within(screen.getByRole('list', { name: 'Warnings' })).getAllByRole('listitem')).toHaveLength(2)
  })

  it("doesn't emphasize the approval if there is a warning", async () => {
    await show()
    const plain = (await findEnabledButton('Open link')).className
    cleanup()
    await show({ warnings: [{ ...quote('It looks like another address.'), level: 'danger' }] })
    expect((await findEnabledButton('Open link')).className).not.toBe(plain)
  })

  it('has no button to open a blocked address', async () => {
    const { answers } = await show({ url: 'javascript:alert(1)', host: null })
    expect(screen.queryByRole('button', { name: 'Open link' })).toBeNull()
    expect(screen.getByRole('list', { name: 'Warnings' }).textContent).toContain(
      "Parley can't open this address"
    )
    expect(facts()).toEqual(['javascript:alert(1)'])
    await userEvent.click(screen.getByRole('button', { name: 'Decline' }))
    expect(answers()).toEqual([{ type: 'link', decision: 'decline' }])
  })

  it('ELIC-17 ELIC-18: treats Cancel and Escape the same, and Decline as another answer', async () => {
    const { answers } = await show()
    await userEvent.keyboard('{Escape}')
    expect(answers()).toEqual([{ type: 'link', decision: 'cancel' }])
  })

  it('ELIC-17: cancels on a press outside, as on Escape', async () => {
    const { answers } = await show()
    await findEnabledButton('Open link')
    await userEvent.click(document.querySelector('[data-part="backdrop"]') ?? document.body)
    expect(answers()).toEqual([{ type: 'link', decision: 'cancel' }])
  })

  it('is not opened by a press in the first half second', async () => {
    const { answers } = await show()
    await userEvent.click(screen.getByRole('button', { name: 'Open link' }))
    expect(answers()).toEqual([])
  })

  it('is not opened by keys that were typed for something else', async () => {
    const { answers } = await show()
    await findEnabledButton('Open link')
    await userEvent.keyboard('yes{Enter} {Enter}')
    expect(answers()).toEqual([])
  })
})
