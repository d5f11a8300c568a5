/** Where Parley itself sends: every screen asks about addresses in the settings file before the first byte. */
import { createScriptedModel } from '../app/testing/scripted-model/scripted-model'
import { makeSecret } from './secrets'
import { expect, sharedTest, test } from './test'
import { answerDestination, answers, closeDialog, destinationDialog, sendMessage } from './window'

const settingsOf = (baseUrl: string, apiKey: string) => ({
  models: { default: 'found/claude-sonnet-5-5', providers: { found: { type: 'anthropic', baseUrl, apiKey } } }
})

test('SEC-11-1 sends nothing to a provider in the settings file before Trust, and keeps the message after Not now', async ({
  start,
  workspace
}) => {
  const token = makeSecret('home token')
  const model = await createScriptedModel({ script: () => ({ text: 'Now we talk.' }) })
  const other = await createScriptedModel({ script: () => ({ text: 'Elsewhere.' }) })
  const host = new URL(model.baseUrl).host
  workspace.writeSettings(settingsOf(model.baseUrl, '${env:HOME_TOKEN}'))
  const own = { HOME_TOKEN: token, ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' }
  const { window } = await start({ env: own })
  await sendMessage(window, 'In confidence')
  const dialog = destinationDialog(window, host)
  await expect(dialog).toContainText(model.baseUrl)
  await expect(dialog).toContainText('the environment variable HOME_TOKEN')
  await expect(dialog).not.toContainText(token)
  await answerDestination(window, 'Not now', host)
  await expect(window.getByRole('alert').filter({ hasText: 'Nothing was sent' }).first()).toBeVisible()
  expect([model.requests.length, model.listRequests.length]).toEqual([0, 0])

  await window.getByRole('button', { name: 'Retry', exact: true }).click()
  await answerDestination(window, 'Trust', host)
  await expect(answers(window).last()).toContainText('Now we talk.')

  workspace.writeSettings(settingsOf(other.baseUrl, '${env:HOME_TOKEN}'))
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = window.getByRole('dialog', { name: 'Settings' })
  await expect(settings.getByRole('region', { name: 'found' })).toContainText(other.baseUrl)
  await closeDialog(settings)
  await sendMessage(window, 'And now?')
  const changed = destinationDialog(window, new URL(other.baseUrl).host)
  await expect(changed.getByRole('region', { name: 'Changes' })).toContainText('Address')
  expect(other.requests).toHaveLength(0)
  await answerDestination(window, 'Not now')
  await Promise.all([model.close(), other.close()])
})

sharedTest('fits the question into 800 × 600', async ({ start, workspace }, info) => {
  const model = await createScriptedModel({ script: () => ({ text: 'Now we talk.' }) })
  workspace.writeSettings({
    ...settingsOf(`${model.baseUrl}/a/${'long-'.repeat(60)}path`, 'sk-written-in-the-file')
  })
  const { window } = await start()
  await window.setViewportSize({ width: 800, height: 600 })
  // The app was open before these settings.
  await expect(window.getByRole('combobox', { name: 'Model', exact: true })).toContainText(/sonnet/i)
  await sendMessage(window, 'Hello')
  const dialog = destinationDialog(window)
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme })
    await expect(dialog.getByRole('button', { name: 'Trust', exact: true })).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('button', { name: 'Not now', exact: true })).toBeInViewport({ ratio: 1 })
    await window.screenshot({ path: info.outputPath(`destination-${colorScheme}.png`) })
  }
  await answerDestination(window, 'Not now')
  await model.close()
})
