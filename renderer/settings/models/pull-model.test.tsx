import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { LocalProgram } from '../../../app/contract/models/pulls'
import { subscribe } from '../../bridge/subscribe'
import { findEnabledButton } from '../../testing/enabled-button'
import { FakeFailure, installFakeBridge } from '../../testing/fake-bridge'
import { sampleModels } from '../../testing/sample-state'
import { show } from '../../testing/show'
import { PullModel } from './pull-model'

let end = () => {}
afterEach(() => end())

const provider = { ...sampleModels.providers[0]!, name: 'here', title: 'LM Studio' }

async function open(program: LocalProgram | null, baseUrl = 'http://127.0.0.1:11434/v1') {
  const bridge = installFakeBridge()
  bridge.handle({ 'model.find-program': () => program })
  const view = show(<PullModel provider={{ ...provider, baseUrl }} />)
  const subscription = subscribe()
  end = () => subscription.end()
  await act(async () => subscription.ready)
  return { bridge, ...view }
}

test('fetches a typed model, shows the progress, and can be stopped', async () => {
  const { bridge, person } = await open('ollama')
  const field = await screen.findByRole('textbox', { name: 'Model to download' })
  let finish = () => {}
  bridge.handle({ 'model.pull': () => new Promise<null>((resolve) => (finish = () => resolve(null))) })
  await person.type(field, ' qwen3:8b ')
  await person.click(await findEnabledButton('Download model'))
  expect(bridge.inputsOf('model.pull')).toEqual([{ providerName: 'here', model: 'qwen3:8b' }])
  const pull = { providerName: 'here', model: 'qwen3:8b', status: 'pulling', completed: 40e6, total: 100e6 }
  act(() => bridge.emit('models.changed', { ...sampleModels, pull }))
  const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Downloading qwen3:8b' })
  expect([bar.value, bar.max]).toEqual([40e6, 100e6])
  expect(screen.getByText(/^40(?:\.0)? MB of 100(?:\.0)? MB$/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Stop download' }))
  expect(bridge.inputsOf('model.stop-pull')).toHaveLength(1)
  await act(async () => {
    finish()
    bridge.emit('models.changed', sampleModels)
  })
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('shows at the field why the program rejects it', async () => {
  const { bridge, person } = await open('ollama')
  bridge.handle({
    'model.pull': () => {
      throw new FakeFailure('MODEL_REFUSED_REQUEST', 'file does not exist')
    }
  })
  await person.type(await screen.findByRole('textbox', { name: 'Model to download' }), 'nonsense')
  await person.click(await findEnabledButton('Download model'))
  expect(await screen.findByText('file does not exist')).toBeTruthy()
})

test("asks LM Studio by the names of its catalog, and says that it can't be stopped", async () => {
  const { bridge, person } = await open('lm-studio')
  await person.type(await screen.findByRole('textbox', { name: 'Model to download' }), 'openai/gpt-oss-20b')
  expect(screen.getByText(/continues if you stop here/)).toBeTruthy()
  bridge.handle({ 'model.pull': () => null })
  await person.click(await findEnabledButton('Download model'))
  expect(bridge.inputsOf('model.pull')).toEqual([{ providerName: 'here', model: 'openai/gpt-oss-20b' }])
})

test('says that a program has no way to request a model', async () => {
  await open('llama.cpp')
  expect(await screen.findByText(/^Parley can't download models for/)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test("asks nothing about a provider that isn't on this computer", async () => {
  const { bridge } = await open('ollama', 'https://models.example/v1')
  expect(bridge.inputsOf('model.find-program')).toEqual([])
})
