/** Keys: none, wrong, repaired in the window. Every journey checks that none is found in a wrong place. */
import { say } from './fixtures/model'
import { makeSecret, modelKey } from './secrets'
import { expect, test } from './test'
import { answerDestination, answers, closeDialog, sendMessage } from './window'

test('names a wrong key as the cause, and Retry works once it is corrected', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[say('Now we talk.')]])
  workspace.writeSettings(model.settingsWithKey('${env:WRONG_KEY}'))
  const { window } = await start({
    env: { WRONG_KEY: makeSecret('wrong key'), [modelKey.variable]: modelKey.value }
  })
  await sendMessage(window, 'Hello')
  await answerDestination(window, 'Trust')
  await expect(window.getByRole('alert').filter({ hasText: /key/i }).first()).toBeVisible()
  await window.getByRole('button', { name: 'Open settings', exact: true }).click()
  const settings = window.getByRole('dialog', { name: 'Settings' })
  await expect(settings.getByRole('status')).toContainText(/refused the API key/)

  workspace.writeSettings(model.settingsWithKey(modelKey.reference))
  await expect(settings.getByRole('status')).toContainText('2 models')
  await closeDialog(settings)
  await window.getByRole('button', { name: 'Retry', exact: true }).click()
  await expect(answers(window).last()).toContainText('Now we talk.')
})

test('uses a key entered in Settings, writes it to no file in plain text, and asks for it after a restart without a key store', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[say('Now we talk.')], [say('And again.')]])
  workspace.writeSettings(model.settingsWithKey(undefined))
  const first = await start()
  const { window } = first
  await sendMessage(window, 'Hello')
  await expect(window.getByRole('alert').filter({ hasText: /key/i }).first()).toBeVisible()

  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  await window
    .getByLabel(/API key/i)
    .first()
    .fill(modelKey.value)
  await window
    .getByLabel(/API key/i)
    .first()
    .press('Enter')
  await expect.poll(() => workspace.readSettings()).toContain('${secret:')
  await window.keyboard.press('Escape')
  await window.getByRole('button', { name: 'Retry', exact: true }).click()
  await expect(answers(window).last()).toContainText('Now we talk.')
  await first.quit()

  const second = await start()
  const again = second.window.getByRole('form', { name: 'Enter the key for Anthropic again' })
  await expect(again).toContainText('This system has no key store')
  await expect(again.getByRole('button', { name: 'Open settings file' })).toBeVisible()
  await again.getByLabel(/Enter the key/).fill(modelKey.value)
  await again.getByRole('button', { name: 'Save' }).click()
  await expect(again).toHaveCount(0)
  await sendMessage(second.window, 'And now?')
  await expect(answers(second.window).last()).toContainText('And again.')
  expect(model.requests()).toHaveLength(2)
})
