import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { subscribe } from '../bridge/subscribe'
import {
  FakeFailure,
  installFakeBridge,
  type FakeBridge,
  type FakeBridgeOptions
} from '../testing/fake-bridge'
import { sampleModels } from '../testing/sample-state'
import { Welcome } from './welcome'
import { soon } from '../../app/testing/soon'

let bridge: FakeBridge
let end = () => {}

afterEach(() => {
  cleanup()
  end()
})

async function show(options: FakeBridgeOptions = {}) {
  const [provider] = sampleModels.providers
  const models = {
    ...sampleModels,
    defaultModel: 'direct',
    providers: [{ ...provider!, keySource: 'none' as const }]
  }
  bridge = installFakeBridge({
    ...options,
    snapshot: { isFirstRun: true, servers: [], models, ...options.snapshot }
  })
  const subscription = subscribe()
  end = () => subscription.end()
  const onDone = vi.fn()
  render(<Welcome onDone={onDone} />)
  await act(() => subscription.ready)
  return onDone
}

const continueWithDirect = () =>
  userEvent.click(screen.getByRole('button', { name: 'Start without a model (Direct)' }))

describe('the welcome', () => {
  it('is complete in three presses with Direct and a first server', async () => {
    const onDone = await show()
    expect(screen.getByRole('dialog', { name: 'Welcome to Parley' })).toBeTruthy()
    await continueWithDirect()
    await userEvent.click(await screen.findByRole('button', { name: 'Everything' }))
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce(), soon)
    expect(bridge.inputsOf('server.save-entry')).toMatchObject([{ serverName: 'everything' }])
    expect(bridge.inputsOf('app.finish-welcome')).toHaveLength(1)
    expect(bridge.inputsOf('settings.set')).toEqual([])
  })

  it('makes Direct the default if a key in the environment would choose a model', async () => {
    await show({ snapshot: { models: sampleModels } })
    await continueWithDirect()
    expect(bridge.inputsOf('settings.set')).toEqual([{ values: { 'models.default': 'direct' } }])
  })

  it('accepts a key and continues', async () => {
    await show()
    await userEvent.click(screen.getByRole('button', { name: 'Anthropic' }))
    await userEvent.type(screen.getByLabelText('Anthropic API key'), 'sk-1')
    await userEvent.click(screen.getByRole('button', { name: 'Save and continue' }))
    expect(await screen.findByRole('button', { name: 'Skip' })).toBeTruthy()
    expect(bridge.inputsOf('model.set-key')).toEqual([{ providerName: 'anthropic', apiKey: 'sk-1' }])
  })

  it('accepts a model program on this computer, with its first model', async () => {
    const baseUrl = 'http://127.0.0.1:11434/v1'
    const ollama = { name: 'ollama', title: 'Ollama', type: 'openai-compatible', baseUrl }
    await show({ handlers: { 'model.find-local': () => [{ ...ollama, models: ['llama', 'qwen'] }] } })
    const offer = await screen.findByRole('button', { name: 'Ollama' })
    expect(bridge.inputsOf('model.add-provider')).toEqual([])
    await userEvent.click(offer)
    expect(bridge.inputsOf('model.add-provider')).toEqual([
      { providerName: 'ollama', type: 'openai-compatible', baseUrl, apiKey: null }
    ])
    expect(bridge.inputsOf('settings.set')).toEqual([{ values: { 'models.default': 'ollama/llama' } }])
    expect(await screen.findByRole('button', { name: 'Skip' })).toBeTruthy()
  })

  it('says at once that a key is rejected, and lets the user continue', async () => {
    await show()
    const failure = { code: 'MODEL_WRONG_KEY', message: 'Anthropic refused the key.' }
    bridge.handle({
      'model.set-key': () => {
        bridge.emit('models.changed', {
          ...sampleModels,
          providers: [{ ...sampleModels.providers[0]!, failure }]
        })
        return null
      }
    })
    await userEvent.click(screen.getByRole('button', { name: 'Anthropic' }))
    await userEvent.type(screen.getByLabelText('Anthropic API key'), 'wrong{Enter}')
    expect(await screen.findByText('Anthropic refused the key.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Continue anyway' }))
    expect(await screen.findByRole('button', { name: 'Skip' })).toBeTruthy()
  })

  it('accepts a pasted configuration and says what is wrong with it', async () => {
    const onDone = await show({
      handlers: {
        'server.paste': ({ text }) => {
          if (text === 'oops') throw new FakeFailure('SETTINGS_INVALID', 'This is no configuration.')
          return { added: ['notes'] }
        }
      }
    })
    await continueWithDirect()
    await userEvent.click(await screen.findByRole('button', { name: 'Paste configuration' }))
    const field = screen.getByRole('textbox', { name: 'Configuration' })
    await userEvent.type(field, 'oops')
    await userEvent.click(screen.getByRole('button', { name: 'Add and continue' }))
    expect(await screen.findByText('This is no configuration.')).toBeTruthy()
    await userEvent.type(field, '!')
    await userEvent.click(screen.getByRole('button', { name: 'Add and continue' }))
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce(), soon)
  })

  it('can be skipped and ends in the composer', async () => {
    const main = document.createElement('main')
    main.append(document.createElement('textarea'))
    document.body.append(main)
    const onDone = await show()
    await continueWithDirect()
    await userEvent.click(await screen.findByRole('button', { name: 'Skip' }))
    expect(onDone).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'), soon)
    main.remove()
  })
})
