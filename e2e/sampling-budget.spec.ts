/** Sampling limits: prices and cost, automatic approval and its end, many requests at once. */
import type { Locator, Page } from 'playwright/test'
import { askAgainDialog, notes, runTool, samplingAnswerDialog, samplingDialog } from './server-questions'
import { fixture, readAnswers } from './fixtures/entries'
import type { Parley } from './launch'
import { createScriptedModel, type ScriptedModel } from '../app/testing/scripted-model/scripted-model'
import { modelKey } from './secrets'
import { expect, test } from './test'
import { closeDialog, expectConnected, pressIn, sendMessage, toolCard, trustAll } from './window'
import type { ServerEntry } from './workspace'

async function openSettings(window: Page, section: string) {
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = window.getByRole('dialog', { name: 'Settings', exact: true })
  await settings.getByRole('tab', { name: section }).click()
  return settings
}

const ask = (window: Page, server: string) => runTool(window, { server, tool: 'plain' })

test('SAMP-08 SAMP-27 SAMP-30: limits sampling by cost, by automatic approval that ends with one press, and by questions at once', async ({
  workspace,
  start
}) => {
  const model = await createScriptedModel({
    models: [{ id: 'claude-next', name: 'Claude Next' }], // no table has its price
    script: () => ({ text: 'Blue.', usage: { inputTokens: 1_000, outputTokens: 500 } })
  })
  const anthropic = { type: 'anthropic', baseUrl: model.baseUrl, apiKey: modelKey.reference }
  const names = ['sides', 'daily', 'stormy']
  const sides = (name: string) => [name, fixture('sampling-sides', `--record=${workspace.file(name)}`)]
  workspace.writeSettings({
    mcpServers: Object.fromEntries(names.map(sides)) as Record<string, ServerEntry>,
    models: { default: 'direct', providers: { anthropic } }
  })
  const first = await start()
  await trustAll(first.window, names)
  await test.step('computes the cost from prices, and still asks when a spending limit has none', () =>
    spendToLimit(first, model))
  await test.step('approves automatically', () => approveAutomatically(first.window))
  await first.quit()
  const second = await start()
  await expectConnected(second.window, names.length)
  const before = model.requests.length
  await test.step('ends automatic approval with one press, and keeps the used amount over a restart', () =>
    askAgain(second.window))
  await test.step('shows two of many requests at once, denies the rest with one press, and sends none to a model', () =>
    refuseStorm(second))
  expect(model.requests).toHaveLength(before)
  await model.close()
})

async function spendToLimit({ window, workspace }: Parley, model: ScriptedModel): Promise<void> {
  const request = samplingDialog(window, 'sides')
  const answer = samplingAnswerDialog(window, 'sides')
  const settings = await openSettings(window, 'Sampling')
  const card = settings.getByRole('region', { name: 'Sampling of sides' })
  await card.getByText('Limits', { exact: true }).click()
  await card.getByRole('textbox', { name: 'Cost per day (USD)' }).fill('0.02')
  await card.getByRole('button', { name: 'Save limits' }).click()
  await expect(card.getByRole('button', { name: 'Save limits' })).toBeDisabled()
  await card.getByRole('combobox', { name: 'Requests' }).click()
  await window.getByRole('option', { name: 'Approve automatically within the limits' }).click()
  await expect(card.getByRole('button', { name: 'Ask me again' })).toBeVisible()
  await closeDialog(settings)

  await ask(window, 'sides')
  await expect(request).toContainText('claude-next has no price')
  await expect(request.getByRole('region', { name: "Today's budget" })).toContainText(
    'No price is set for Claude Next'
  )
  expect(model.requests).toHaveLength(0)
  await pressIn(request, 'Approve')
  await expect(answer).toContainText('unknown: no price is set for this model')
  await pressIn(answer, 'Discard')
  await setPrice(settings)
  expect(workspace.readSettings()).toContain('"inputPerMillion": 3')
  await closeDialog(settings)

  // 1,000 read and 500 written: 0.0105. The second answer exceeds the limit, so the third request is refused.
  await ask(window, 'sides')
  await expect(notes(window)).toContainText('automatically, 1,500 tokens, $0.0105.')
  await ask(window, 'sides')
  await expect(toolCard(window, 'sides', 'plain')).toContainText('Blue.')
  await ask(window, 'sides')
  await expect(notes(window)).toContainText('daily spending limit reached')

  await openSettings(window, 'Models')
  await settings.getByRole('button', { name: 'Remove price of Claude Next' }).click()
  await expect(settings.getByRole('list', { name: 'Prices of models' })).toHaveCount(0)
  await closeDialog(settings)
}

async function setPrice(settings: Locator): Promise<void> {
  const window = settings.page()
  await openSettings(window, 'Models')
  const prices = settings.getByRole('region', { name: 'Prices' })
  await prices.getByRole('button', { name: 'Add price' }).click()
  await expect(prices.getByRole('combobox', { name: 'Priced model' })).toContainText('Claude Next')
  await prices.getByRole('textbox', { name: 'Input (USD)' }).fill('three')
  await expect(prices).toContainText('Enter an amount like 3 or 0.25.')
  await prices.getByRole('textbox', { name: 'Input (USD)' }).fill('3')
  await prices.getByRole('textbox', { name: 'Output (USD)' }).fill('15')
  await window.keyboard.press('Enter')
  await expect(prices.getByRole('list', { name: 'Prices of models' })).toContainText(
    '$3.00 input, $15.00 output'
  )
}

async function approveAutomatically(window: Page): Promise<void> {
  const settings = await openSettings(window, 'Sampling')
  const card = settings.getByRole('region', { name: 'Sampling of daily' })
  await card.getByRole('combobox', { name: 'Requests' }).click()
  await window.getByRole('option', { name: 'Approve automatically within the limits' }).click()
  await expect(card).toContainText('Approved automatically, within these limits.')
  await closeDialog(settings)
  await ask(window, 'daily')
  await expect(notes(window)).toContainText('was sent automatically, 1,500 tokens')
}

async function askAgain(window: Page): Promise<void> {
  const settings = await openSettings(window, 'Sampling')
  const kept = settings.getByRole('region', { name: 'Sampling of daily' })
  await expect(kept).toContainText('Today: 1 of 200 requests, 1,500 of 200,000 tokens')
  await kept.getByRole('button', { name: 'Ask me again' }).click()
  await expect(kept.getByRole('combobox', { name: 'Requests' })).toContainText('Ask me each time')
  await closeDialog(settings)
  await window.getByRole('button', { name: 'New conversation' }).click()
  await sendMessage(window, 'daily/plain {}')
  await expect(samplingDialog(window, 'daily')).toBeVisible()
  await pressIn(samplingDialog(window, 'daily'), 'Decline')
}

async function refuseStorm({ window, workspace }: Parley): Promise<void> {
  await runTool(window, { server: 'stormy', tool: 'storm' })
  const request = samplingDialog(window, 'stormy')
  await pressIn(request, 'Decline')
  await pressIn(request, 'Decline')
  await pressIn(askAgainDialog(window, 'stormy'), 'Decline for a minute')
  await expect(toolCard(window, 'stormy', 'storm')).toContainText('done')
  const answers = readAnswers(workspace.file('stormy'))
  expect(answers).toHaveLength(12)
  for (const answer of answers) expect(answer).toMatchObject({ error: { code: -1 } })
}
