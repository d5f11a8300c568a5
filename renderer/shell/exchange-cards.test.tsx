import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { OpenExchange } from '../../app/contract/exchanges'
import { subscribe } from '../bridge/subscribe'
import { installFakeBridge } from '../testing/fake-bridge'
import { show } from '../testing/show'
import { ExchangeCards } from './exchange-cards'
import { quote } from '../../app/texts/localized'

const open: OpenExchange = {
  id: 'k/exchange-1',
  serverName: 'asking',
  occasion: { kind: 'resource', name: 'memo://a\u202Eb' },
  entries: [{ round: 1, text: quote('Asked for input: you answered.') }],
  state: 'open',
  failure: null
}

it('shows a reading with questions as one card with its rounds, until it is stopped and dismissed', async () => {
  const bridge = installFakeBridge({ snapshot: { exchanges: [open] } })
  show(<ExchangeCards />)
  const { ready } = subscribe()
  await act(async () => ready)
  const card = within(screen.getByRole('status'))
  expect(screen.getByRole('status').textContent).toContain('asking · Reading memo://aU+202Eb')
  expect(card.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Round 1: Asked for input: you answered.'
  ])
  expect(card.queryByRole('button', { name: 'Dismiss' })).toBeNull()
  await userEvent.click(card.getByRole('button', { name: 'Stop' }))
  expect(bridge.inputsOf('exchange.control')).toEqual([{ exchangeId: open.id, act: 'stop' }])

  act(() => bridge.emit('exchanges.changed', [{ ...open, state: 'stopped' }]))
  expect(screen.getByRole('status').textContent).toContain('You stopped it.')
  expect(card.queryByRole('button', { name: 'Stop' })).toBeNull()
  await userEvent.click(card.getByRole('button', { name: 'Dismiss' }))
  expect(bridge.inputsOf('exchange.control').slice(1)).toEqual([{ exchangeId: open.id, act: 'dismiss' }])

  act(() =>
    bridge.emit('exchanges.changed', [{ ...open, state: 'failed', failure: quote('It asked too often.') }])
  )
  expect(screen.getByRole('status').textContent).toContain('It asked too often.')
})
