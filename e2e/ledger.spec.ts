/** The activity log in the window: all shared data is listed, can be verified, and links to its place. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { notes, recordLinks, samplingDialog } from './server-questions'
import { everything, fixture, readStarts } from './fixtures/entries'
import { say } from './fixtures/model'
import { createScriptedModel } from '../app/testing/scripted-model/scripted-model'
import { projectFolder } from './launch'
import { modelKey } from './secrets'
import { expect, sharedTest, test } from './test'
import {
  answerCall,
  conversationList,
  expectConnected,
  pressIn,
  sendMessage,
  toolCard,
  trustAll
} from './window'

async function openSettings(window: Page, section: string): Promise<Locator> {
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = window.getByRole('dialog', { name: 'Settings', exact: true })
  await dialog.getByRole('tab', { name: section, exact: true }).click()
  return dialog
}

test('SEC-21: finds in the activity log what left Parley by recipient and text, verifies, exports, and opens its conversation', async ({
  workspace,
  start
}) => {
  workspace.writeSettings({ mcpServers: { everything: everything(), samples: fixture('spec-samples') } })
  const { app, window } = await start()
  await trustAll(window, ['everything', 'samples'])
  await sendMessage(window, 'everything/echo {"message":"the quarterly figures"}')
  await answerCall(window, { server: 'everything', tool: 'echo', answer: 'Allow for this conversation' })
  await expect(toolCard(window, 'everything', 'echo')).toContainText('done')
  for (const word of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) {
    await sendMessage(window, `everything/echo {"message":"${word}"}`)
    await expect(window.getByRole('article', { name: 'Assistant' }).last()).toContainText(`Echo: ${word}`)
    await expect(window.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  }
  await window.getByRole('button', { name: 'New conversation' }).click()
  await sendMessage(window, 'samples/sign-in {"url":"https://example.test/in"}')
  const opened = await recordLinks(app)
  await answerCall(window, { server: 'samples', tool: 'sign-in', answer: 'Allow once' })
  await pressIn(window.getByRole('dialog', { name: 'samples asks you to open a link' }), 'Open link')
  await expect(toolCard(window, 'samples', 'sign-in')).toContainText('done')
  expect(await opened()).toEqual(['https://example.test/in'])

  const dialog = await openSettings(window, 'Activity log')
  const entries = dialog.getByRole('list', { name: 'Activity log entries' }).getByRole('listitem')
  // The oldest two are the connections.
  await expect(entries).toHaveCount(12)
  await expect(entries.first()).toContainText('example.test')
  await expect(entries.nth(2)).toContainText('by a permission (echo, in this conversation)')
  await expect(entries.nth(9)).toContainText('echo')
  await expect(entries.nth(9)).toContainText('your decision')
  await expect(entries.last()).toContainText('connection')

  await dialog.getByRole('searchbox', { name: 'Search the activity log' }).fill('quarterly')
  await expect(entries).toHaveCount(1)
  await expect(entries).toContainText('{"message":"the quarterly figures"}')
  await dialog.getByRole('searchbox', { name: 'Search the activity log' }).fill('')
  await dialog.getByRole('combobox', { name: 'Recipient' }).click()
  await window.getByRole('option', { name: /^everything/ }).click()
  await expect(entries).toHaveCount(9)

  await dialog.getByRole('button', { name: 'Check the chain' }).click()
  await expect(dialog.getByRole('status')).toContainText(/^12 entries, unbroken\. Last hash: [0-9a-f]{64}$/)
  const copy = path.join(workspace.home, 'ledger.jsonl')
  await app.evaluate(({ dialog: system }, filePath) => {
    system.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, copy)
  await dialog.getByRole('button', { name: 'Export as JSON Lines' }).click()
  await expect(dialog.getByRole('status')).toContainText('Written to')
  const lines = fs.readFileSync(copy, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { position: number }).position)).toEqual(
    Array.from({ length: 12 }, (_, index) => index + 1)
  )

  const command = [
    path.join(projectFolder, 'scripts/ledger.mjs'),
    'verify',
    '--data-dir',
    workspace.dataFolder
  ]
  const said = execFileSync('node', command, { cwd: projectFolder, encoding: 'utf8' })
  expect(said).toMatch(/^12 entries, unbroken; last hash [0-9a-f]{64}\n$/)

  await entries
    .nth(7)
    .getByRole('button', { name: /^Open conversation/ })
    .click()
  await expect(dialog).toBeHidden()
  const place = window
    .getByRole('article', { name: 'Assistant' })
    .filter({ hasText: 'the quarterly figures' })
  await expect(place).toBeInViewport()
  await expect(window.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  await expect(conversationList(window).locator('[aria-current="true"], [aria-current="page"]')).toHaveCount(
    1
  )
})

sharedTest(
  'SAMP-27: stops a server that asks a model in a loop, and says which server and why',
  async ({ workspace, start, startModel }) => {
    const model = await startModel(() => [say('I know nothing else.')])
    workspace.writeSettings({
      mcpServers: { loop: fixture('sampling-loop') },
      models: { ...model.settings.models, default: 'direct' }
    })
    const { window } = await start()
    await trustAll(window, ['loop'])
    const dialog = await openSettings(window, 'Sampling')
    const card = dialog.getByRole('region', { name: 'Sampling of loop' })
    await card.getByText('Limits', { exact: true }).click()
    await expect(card).toContainText('Today: 0 of 200 requests, 0 of 200,000 tokens')
    await card.getByRole('spinbutton', { name: 'Requests per minute' }).fill('4')
    await card.getByRole('button', { name: 'Save limits' }).click()
    await expect(card.getByRole('button', { name: 'Save limits' })).toBeDisabled()
    await card.getByRole('combobox', { name: 'Requests' }).click()
    await window.getByRole('option', { name: 'Approve automatically within the limits' }).click()
    await expect(card).toContainText("You don't review requests or answers")
    await window.keyboard.press('Escape')
    await sendMessage(window, 'loop/think {}')
    await answerCall(window, { server: 'loop', tool: 'think', answer: 'Allow once' })
    await expect(toolCard(window, 'loop', 'think')).toContainText('done')
    const stop = 'it asks in a loop, more than 4 times a minute, so Parley stops it'
    const told = notes(window).filter({ hasText: stop })
    await expect(told).toHaveCount(1)
    await expect(told).toContainText('loop')
    await expect(window.getByRole('alert').filter({ hasText: stop })).toContainText('loop asked for a model')
    expect(model.requests()).toHaveLength(4)
    await openSettings(window, 'Sampling')
    await expect(card).toContainText('Today: 4 of 200 requests, 60 of 200,000 tokens')
  }
)

test('SYS-53: reviews sampling, and shows what the server does once it is switched off in Settings', async ({
  workspace,
  start
}) => {
  const record = workspace.file('record')
  const model = await createScriptedModel({
    models: [{ id: 'claude-next', name: 'Claude Next' }],
    script: () => ({ text: 'Four.' })
  })
  const anthropic = { type: 'anthropic', baseUrl: model.baseUrl, apiKey: modelKey.reference }
  workspace.writeSettings({
    mcpServers: { calculator: fixture('ai-calculator', `--record=${record}`) },
    models: { default: 'direct', providers: { anthropic } }
  })
  const { window } = await start()
  await trustAll(window, ['calculator'])
  const calculate = async () => {
    await window.getByRole('button', { name: 'New conversation' }).click()
    await sendMessage(window, 'calculator/ai-calculator {"expression":"2 + 2"}')
    await answerCall(window, { server: 'calculator', tool: 'ai-calculator', answer: 'Allow once' })
  }
  await calculate()
  const request = samplingDialog(window, 'calculator')
  await expect(request.getByRole('region', { name: "Today's budget" })).toContainText('1 of 200')
  await pressIn(request, 'Approve')
  const answer = window.getByRole('dialog', { name: 'Sampling answer for calculator' })
  await expect(answer).toContainText('no price is set for this model')
  await pressIn(answer, 'Send to server')
  await expect(toolCard(window, 'calculator', 'ai-calculator')).toContainText('The model says: Four.')

  const dialog = await openSettings(window, 'Sampling')
  const card = dialog.getByRole('region', { name: 'Sampling of calculator' })
  await card.getByRole('combobox', { name: 'Requests' }).click()
  await window.getByRole('option', { name: 'Off', exact: true }).click()
  await expect(card).toContainText("Parley tells the server that sampling isn't available.")
  await window.keyboard.press('Escape')
  await expect.poll(() => readStarts(record).length).toBe(2)
  await expectConnected(window, 1)
  await calculate()
  await expect(toolCard(window, 'calculator', 'ai-calculator')).toContainText(
    'The host has no model to ask. Without one: 4'
  )
  await model.close()
})
