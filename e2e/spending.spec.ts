/** A spending limit: the cost of answers is shown, the next request is refused at the limit, the user raises it. */
import { say, startModel } from './fixtures/model'
import { expect, test } from './test'
import { answers, messageBox, sendMessage } from './window'

test('sends nothing more at a spending limit until it is raised in the window', async ({
  start,
  workspace
}) => {
  const model = await startModel([[say('One.')], [say('Two.')]])
  const { models } = model.settings
  // An answer reads ten tokens: a dollar each.
  const prices = { 'anthropic/claude-sonnet-5-5': { inputPerMillion: 100_000, outputPerMillion: 0 } }
  workspace.writeSettings({ models: { ...models, prices, spendingPerDay: 1 } })
  const { window } = await start()
  await sendMessage(window, 'First?')
  await expect(answers(window).last()).toContainText('10 + 5 tokens · $1.00')
  await expect(window.getByRole('main')).toContainText('15 tokens, $1.00 in 31 days.')

  await sendMessage(window, 'Second?')
  const refused = answers(window).last()
  await expect(refused).toContainText('you have spent $1.00 today and your limit is $1.00')
  expect(model.requests()).toHaveLength(1)
  await window.screenshot({ path: 'test-results/spending-refused.png' })

  await refused.getByRole('button', { name: 'Open usage' }).click()
  const settings = window.getByRole('dialog', { name: 'Settings', exact: true })
  await expect(settings.getByRole('list', { name: 'Today' })).toContainText('$1.00')
  await expect(settings.getByRole('list', { name: 'Models' })).toContainText('Claude Sonnet 5.5 · $1.00')
  await window.screenshot({ path: 'test-results/spending-usage.png' })
  await settings.getByRole('textbox', { name: 'Cost per day (USD)' }).fill('5')
  await settings.getByRole('button', { name: 'Save spending limit' }).click()
  await expect(settings.getByRole('button', { name: 'Save spending limit' })).toBeDisabled()
  await window.keyboard.press('Escape')

  await refused.getByRole('button', { name: 'Retry' }).click()
  await expect(answers(window).last()).toContainText('Two.')
  await expect(messageBox(window)).toBeVisible()
  expect(model.requests()).toHaveLength(2)
  await model.close()
})
