import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { subscribe } from '../../bridge/subscribe'
import {
  FakeFailure,
  installFakeBridge,
  type FakeBridge,
  type FakeBridgeOptions
} from '../../testing/fake-bridge'
import { AddProvider } from './add-provider'
import { soon } from '../../../app/testing/soon'

let bridge: FakeBridge
let end = () => {}

afterEach(() => {
  cleanup()
  end()
})

async function open(options: FakeBridgeOptions = {}) {
  bridge = installFakeBridge(options)
  const subscription = subscribe()
  end = () => subscription.end()
  render(<AddProvider />)
  await act(() => subscription.ready)
  await userEvent.click(screen.getByRole('button', { name: 'Add provider' }))
  return screen.getByRole('form', { name: 'Add provider' })
}

async function choose(service: RegExp) {
  await userEvent.click(screen.getByRole('combobox', { name: 'Service' }))
  await userEvent.click(await screen.findByRole('option', { name: service }))
}

it('CHAT-09: requires only a key for a well-known service', async () => {
  const form = await open()
  const add = within(form).getByRole<HTMLButtonElement>('button', { name: 'Add' })
  expect(add.disabled).toBe(true)
  await userEvent.type(within(form).getByLabelText('OpenAI API key'), ' sk-1 ')
  await userEvent.click(add)
  expect(bridge.inputsOf('model.add-provider')).toEqual([
    {
      providerName: 'openai',
      type: 'openai-compatible',
      baseUrl: 'https://api.openai.com/v1',
      apiKey: 'sk-1'
    }
  ])
  await vi.waitFor(() => expect(screen.queryByRole('form')).toBeNull(), soon)
})

it('requires no key for a program on this computer', async () => {
  const form = await open()
  await choose(/LM Studio/)
  expect(within(form).queryByLabelText(/API key/)).toBeNull()
  await userEvent.click(within(form).getByRole('button', { name: 'Add' }))
  expect(bridge.inputsOf('model.add-provider')).toMatchObject([{ providerName: 'lm-studio', apiKey: null }])
})

it('accepts any other address with a name, with or without a key, and says what is wrong with it', async () => {
  const form = await open({
    handlers: {
      'model.add-provider': () => {
        throw new FakeFailure('SETTINGS_INVALID', 'The address isn’t encrypted.')
      }
    }
  })
  await choose(/Another address/)
  await userEvent.type(within(form).getByLabelText('Name'), 'work')
  await userEvent.type(within(form).getByLabelText('Address'), 'http://models.example/v1')
  await userEvent.click(within(form).getByRole('button', { name: 'Add' }))
  expect(bridge.inputsOf('model.add-provider')).toEqual([
    { providerName: 'work', type: 'openai-compatible', baseUrl: 'http://models.example/v1', apiKey: null }
  ])
  expect(within(form).getByRole('alert').textContent).toContain('isn’t encrypted')
})
