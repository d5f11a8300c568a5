import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { subscribe } from '../../bridge/subscribe'
import { installFakeBridge } from '../../testing/fake-bridge'
import { sampleModels, sampleSettings } from '../../testing/sample-state'
import { show } from '../../testing/show'
import { ModelParameters } from './model-parameters'

const [free, fixed] = ['anthropic/claude-haiku-4-5', 'anthropic/claude-sonnet-4-5']
let end = () => {}
afterEach(() => end())

async function open(values: Partial<typeof sampleSettings.values> = {}) {
  const models = sampleModels.models.map((model) =>
    model.id === free
      ? { ...model, highestTemperature: 1, thinkingLevels: ['off' as const, 'low' as const, 'high' as const] }
      : { ...model, highestTemperature: null }
  )
  const settings = { ...sampleSettings, values: { ...sampleSettings.values, ...values } }
  const bridge = installFakeBridge({
    snapshot: { settings, models: { ...sampleModels, models } }
  })
  const view = show(<ModelParameters />)
  const subscription = subscribe()
  end = () => subscription.end()
  await act(async () => subscription.ready)
  return { bridge, ...view }
}

test('ARCH: sets and removes parameters of a model, and keeps the parameters of others', async () => {
  const { bridge, person } = await open({ 'models.temperature': { [fixed]: 0.5 } })
  expect(screen.getByRole('list').textContent).toContain('temperature 0.5')
  await person.click(screen.getByRole('button', { name: 'Set parameters of a model' }))
  const form = within(screen.getByRole('form', { name: 'Parameters of a model' }))
  await person.type(form.getByRole('textbox', { name: 'Temperature' }), '1.5')
  await person.type(form.getByRole('textbox', { name: 'Longest answer (tokens)' }), '4000{Enter}')
  expect(form.getByText('Enter a number from 0 to 1.')).toBeTruthy()
  expect(bridge.inputsOf('settings.set')).toEqual([])
  await person.clear(form.getByRole('textbox', { name: 'Temperature' }))
  await person.type(form.getByRole('textbox', { name: 'Temperature' }), '0{Enter}')
  await person.click(screen.getByRole('button', { name: 'Remove the parameters of Claude Sonnet 4.5' }))
  expect(bridge.inputsOf('settings.set').map(({ values }) => values)).toEqual([
    {
      'models.temperature': { [fixed]: 0.5, [free]: 0 },
      'models.maxOutputTokens': { [free]: 4_000 },
      'models.thinking': null
    },
    { 'models.temperature': null, 'models.maxOutputTokens': null, 'models.thinking': null }
  ])
})

test("has no field for a temperature that a model doesn't accept, and shows the chosen value", async () => {
  const { person } = await open({
    'models.maxOutputTokens': { [fixed]: 900 },
    'models.thinking': { [free]: 'high' }
  })
  expect(screen.getByRole('list').textContent).toMatch(/answers up to 900 tokens.*thinking: high/)
  await person.click(screen.getByRole('button', { name: 'Change the parameters of Claude Sonnet 4.5' }))
  const form = within(screen.getByRole('form', { name: 'Changed parameters of a model' }))
  expect(form.queryByRole('textbox', { name: 'Temperature' })).toBeNull()
  expect(form.getByText("This model doesn't support temperature.")).toBeTruthy()
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Longest answer (tokens)' }).value).toBe('900')
})
