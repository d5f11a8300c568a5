/** Sampling limits: prices and cost, automatic approval and its end, many requests at once. */
import type { Page } from 'playwright/test'
import { askAgainDialog, notes, runTool, samplingAnswerDialog, samplingDialog } from './server-questions'
import { fixture, readAnswers } from './fixtures/entries'
import { createScriptedModel, type ScriptedModel } from '../app/testing/scripted-model/scripted-model'
import { modelKey } from './secrets'
import { expect, test } from './test'
import { closeDialog, pressIn, toolCard, trustAll } from './window'
import type { Workspace } from './workspace'

let model: ScriptedModel

test.beforeEach(async () => {
  model = await createScriptedModel({
    models: [{ id: 'claude-next', name: 'Claude Next' }], // no table has its price
    script: () => ({ text: 'Blue.', usage: { inputTokens: 1_000, outputTokens: 500 } })
  })
})
test.afterEach(() => model.close())

function writeSettings(workspace: Workspace): void {
  const anthropic = { type: 'anthropic', baseUrl: model.baseUrl, apiKey: modelKey.reference }
  workspace.writeSettings({
    mcpServers: { sides: fixture('sampling-sides', `--record=${workspace.file('answers')}`) },
    models: { default: 'direct', providers: { anthropic } }
  })
}

async function openSettings(window: Page, section: string) {
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = window.getByRole('dialog', { name: 'Settings', exact: true })
  await settings.getByRole('tab', { name: section }).click()
  return settings
}

const ask = (window: Page) => runTool(window, { server: 'sides', tool: 'plain' })

test('SAMP-08 SAMP-30: computes the cost from prices, and still asks when a spending limit has none', async ({
  workspace,
  start
}) => {
  writeSettings(workspace)
  const { window } = await start()
  await trustAll(window, ['sides'])
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

  await ask(window)
  await expect(request).toContainText('claude-next has no price')
  await expect(request.getByRole('region', { name: "Today's budget" })).toContainText(
    'No price is set for Claude Next'
  )
  expect(model.requests).toHaveLength(0)
  await pressIn(request, 'Approve')
  await expect(answer).toContainText('unknown: no price is set for this model')
  await pressIn(answer, 'Discard')

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
  expect(workspace.readSettings()).toContain('"inputPerMillion": 3')
  await closeDialog(settings)

  // 1,000 read and 500 written: 0.0105. The second answer exceeds the limit, so the third request is refused.
  await ask(window)
  await expect(notes(window)).toContainText('automatically, 1,500 tokens, $0.0105.')
  await ask(window)
  await expect(toolCard(window, 'sides', 'plain')).toContainText('Blue.')
  await ask(window)
  await expect(notes(window)).toContainText('daily spending limit reached')

  await openSettings(window, 'Models')
  await prices.getByRole('button', { name: 'Remove price of Claude Next' }).click()
  await expect(prices.getByRole('list', { name: 'Prices of models' })).toHaveCount(0)
})

test('SAMP-08: ends automatic approval with one press, and keeps the used amount over a restart', async ({
  workspace,
  start
}) => {
  writeSettings(workspace)
  const first = await start()
  await trustAll(first.window, ['sides'])
  const settings = await openSettings(first.window, 'Sampling')
  const card = settings.getByRole('region', { name: 'Sampling of sides' })
  await card.getByRole('combobox', { name: 'Requests' }).click()
  await first.window.getByRole('option', { name: 'Approve automatically within the limits' }).click()
  await expect(card).toContainText('Approved automatically, within these limits.')
  await closeDialog(settings)
  await ask(first.window)
  await expect(notes(first.window)).toContainText('was sent automatically, 1,500 tokens')
  await first.quit()

  const { window } = await start()
  await expect(window.getByRole('button', { name: 'Servers: 1 connected' })).toBeVisible()
  const again = await openSettings(window, 'Sampling')
  const kept = again.getByRole('region', { name: 'Sampling of sides' })
  await expect(kept).toContainText('Today: 1 of 200 requests, 1,500 of 200,000 tokens')
  await kept.getByRole('button', { name: 'Ask me again' }).click()
  await expect(kept.getByRole('combobox', { name: 'Requests' })).toContainText('Ask me each time')
  await closeDialog(again)
  await window.getByRole('button', { name: 'New conversation' }).click()
  await window.getByRole('textbox', { name: 'Message' }).fill('sides/plain {}')
  await window.keyboard.press('Enter')
  await expect(samplingDialog(window, 'sides')).toBeVisible()
  await pressIn(samplingDialog(window, 'sides'), 'Decline')
  expect(model.requests).toHaveLength(1)
})

test('SAMP-27: shows two of many requests at once, denies the rest with one press, and sends none to a model', async ({
  workspace,
  start
}) => {
  writeSettings(workspace)
  const { window } = await start()
  await trustAll(window, ['sides'])
  await runTool(window, { server: 'sides', tool: 'storm' })
  const request = samplingDialog(window, 'sides')
  await pressIn(request, 'Decline')
  await pressIn(request, 'Decline')
  await pressIn(askAgainDialog(window, 'sides'), 'Decline for a minute')
  await expect(toolCard(window, 'sides', 'storm')).toContainText('done')
  const answers = readAnswers(workspace.file('answers'))
  expect(answers).toHaveLength(12)
  for (const answer of answers) expect(answer).toMatchObject({ error: { code: -1 } })
  expect(model.requests).toHaveLength(0)
})
