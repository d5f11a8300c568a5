import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show'
import { HostNote } from './host-note'
import { quote } from '../../../app/texts/localized'

test("shows a server's rounds of questions as one note, round by round, with the limit after the last", () => {
  const entries = [
    { round: 1, text: quote('Asked to open a link: you opened it.') },
    { round: 2, text: quote('Asked for input: you declined.') },
    { round: 1, text: quote('Says that what the link was opened for is done.') },
    { round: 10, text: quote('Asked for input: you answered.') }
  ]
  const exchange = { callId: 'call-1', toolName: 'book', entries }
  const text = quote('Asked while its tool book ran.')
  show(<HostNote part={{ type: 'note', step: 0, serverName: 'travel', text, isForModel: false, exchange }} />)
  const rounds = within(screen.getByRole('note')).getByRole('list', { name: 'Rounds of book' })
  expect([...rounds.children].map((round) => round.textContent)).toEqual([
    'Round 1: Asked to open a link: you opened it. Says that what the link was opened for is done.',
    'Round 2: Asked for input: you declined.',
    'Round 10 of at most 10: Asked for input: you answered.'
  ])
})
