import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { subscribe } from '../../bridge/subscribe'
import { FakeFailure, installFakeBridge, type FakeBridge } from '../../testing/fake-bridge'
import { sampleSettings } from '../../testing/sample-state'
import { SettingsDialog } from '../settings-dialog'

let bridge: FakeBridge
let end = () => {}
const sonnet = { model: 'anthropic/claude-sonnet-4-5', inputPerMillion: 3, outputPerMillion: 15 }

afterEach(() => {
  cleanup()
  end()
})

async function show(settings: Partial<typeof sampleSettings> = {}) {
  bridge = installFakeBridge({ snapshot: { settings: { ...sampleSettings, ...settings } } })
  const subscription = subscribe()
  end = () => subscription.end()
  render(<SettingsDialog open onClose={() => {}} section="models" />)
  await act(() => subscription.ready)
  return within(screen.getByRole('region', { name: 'Prices' }))
}

it('SAMP-30: sets a price for a model without one, and removes it', async () => {
  const prices = await show({ prices: [sonnet] })
  expect(prices.getByRole('list').textContent).toContain('Claude Sonnet 4.5$3.00 input, $15.00 output')
  await userEvent.click(prices.getByRole('button', { name: 'Add price' }))
  expect(prices.getByRole('combobox', { name: 'Priced model' }).textContent).toContain('Claude Haiku 4.5')
  await userEvent.click(prices.getByRole('button', { name: 'Save price' }))
  expect(prices.getAllByText('Enter an amount like 3 or 0.25.')).toHaveLength(2)
  await userEvent.type(prices.getByRole('textbox', { name: 'Input (USD)' }), '0.8')
  await userEvent.type(prices.getByRole('textbox', { name: 'Output (USD)' }), '4{Enter}')
  const price = { inputPerMillion: 0.8, outputPerMillion: 4 }
  expect(bridge.inputsOf('model.set-price')).toEqual([{ model: 'anthropic/claude-haiku-4-5', price }])
  expect(prices.queryByRole('button', { name: 'Save price' })).toBeNull()
  await userEvent.click(prices.getByRole('button', { name: 'Remove price of Claude Sonnet 4.5' }))
  expect(bridge.inputsOf('model.set-price')[1]).toEqual({ model: sonnet.model, price: null })
})

it.each(['-1', '3,5', 'free', '1000001', ' '])('rejects %s as an amount', async (text) => {
  const prices = await show({ prices: [sonnet] })
  await userEvent.click(prices.getByRole('button', { name: 'Change price of Claude Sonnet 4.5' }))
  const field = prices.getByRole('textbox', { name: 'Input (USD)' })
  await userEvent.clear(field)
  await userEvent.type(field, `${text}{Enter}`)
  expect(prices.getByText('Enter an amount like 3 or 0.25.')).toBeTruthy()
  expect(bridge.inputsOf('model.set-price')).toEqual([])
})

it('says why saving a price failed, and stays open', async () => {
  const prices = await show({ prices: [sonnet] })
  bridge.handle({
    'model.set-price': () => {
      throw new FakeFailure('SETTINGS_INVALID', 'The settings file was not changed.')
    }
  })
  await userEvent.click(prices.getByRole('button', { name: 'Change price of Claude Sonnet 4.5' }))
  await userEvent.click(prices.getByRole('button', { name: 'Save price' }))
  expect(prices.getByRole('alert').textContent).toContain('The settings file was not changed.')
  await userEvent.click(prices.getByRole('button', { name: 'Cancel' }))
  expect(prices.queryByRole('alert')).toBeNull()
})

it('accepts a currency by its code only', async () => {
  const prices = await show()
  const field = prices.getByRole('textbox', { name: 'Currency' })
  await userEvent.clear(field)
  await userEvent.type(field, 'euro')
  expect(prices.getByText('Enter a three-letter code, like EUR.')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, 'eur{Enter}')
  expect(bridge.inputsOf('settings.set')).toEqual([{ values: { 'models.currency': 'EUR' } }])
})
