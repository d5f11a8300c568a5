/** The health of a server: figures of real calls, charts with tables, limits with a notice, and exports. */
import fs from 'node:fs'
import { fixture } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import { answerCall, answers, inspect, openServers, sendMessage, trustAll } from './window'

const query = (sql: string) => call('database', 'query', { sql })

test('shows what was counted, notifies above a limit, and exports it', async ({
  start,
  startModel,
  workspace
}) => {
  // Parley judges a server from five calls on: with exactly five it can't judge it earlier.
  const failing = Array.from({ length: 4 }, (_, index) => [query(`DROP TABLE table${index}`)])
  const model = await startModel([[query('SELECT 1')], [say('One row.')], ...failing, [say('It refuses.')]])
  workspace.writeSettings({ mcpServers: { database: fixture('database') }, ...model.settings })
  const { window, app } = await start()
  await trustAll(window, ['database'])

  const page = await inspect(await openServers(window), 'database')
  const health = page.getByRole('region', { name: 'Health of database' })
  await health.getByRole('combobox', { name: 'Time' }).click()
  await window.getByRole('option', { name: 'Last hour' }).click()
  await expect(health.getByRole('definition').filter({ hasText: /^about \d+/ })).toBeVisible()
  const limit = health.getByRole('spinbutton', { name: 'Failed calls in the last hour, in percent' })
  await limit.fill('101')
  await expect(health.getByText('Enter a whole number from 1 to 100.')).toBeVisible()
  await limit.fill('20')
  await health.getByRole('button', { name: 'Save limits' }).click()
  await expect.poll(() => workspace.readSettings()).toContain('"errorPercent": 20')
  await page.getByRole('button', { name: 'Back to chat' }).click()

  await sendMessage(window, 'Query.')
  await answerCall(window, { server: 'database', tool: 'query', answer: 'Allow for this conversation' })
  await expect(answers(window).last()).toContainText('One row.')
  await sendMessage(window, 'Delete.')
  await expect(answers(window).last()).toContainText('It refuses.')
  const notice = window.getByRole('alert').filter({ hasText: 'database: 80 % of the calls' })
  await expect(notice).toContainText('in the last hour failed. Your limit is 20 %.')

  await inspect(await openServers(window), 'database')
  await expect(health.getByText('4 (80%)').first()).toBeVisible()
  await expect(health.getByText('above your limit')).toBeVisible()
  const calls = health.getByRole('figure', { name: 'Calls and errors' })
  await expect(calls).toContainText('5 calls, 4 errors.')
  await expect(calls.locator('canvas')).toBeVisible()
  const showTable = calls.getByRole('button', { name: 'Show as table' })
  await showTable.focus()
  await window.keyboard.press('Enter')
  await expect(calls.getByRole('table', { name: 'Calls and errors' }).getByRole('row')).not.toHaveCount(0)

  const tools = health.getByRole('table', { name: 'Tools' })
  await expect(tools.getByRole('row', { name: /^query 5 4 \(80%\)/ })).toBeVisible()
  await tools.getByRole('button', { name: 'Tool', exact: true }).focus()
  await window.keyboard.press('Enter')
  await expect(tools.getByRole('columnheader', { name: 'Tool' })).toHaveAttribute('aria-sort', 'ascending')

  await window.screenshot({ path: test.info().outputPath('health.png') })
  const file = test.info().outputPath('health.csv')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)
  await health.getByRole('button', { name: 'Export as CSV' }).click()
  await expect(health.getByRole('status')).toContainText('health.csv')
  const [head = '', ...rows] = fs.readFileSync(file, 'utf8').trim().split('\r\n')
  expect(head).toContain('time,server,tool,calls,errors')
  expect(rows.find((row) => row.includes(',database,query,'))).toMatch(/,database,query,5,4,\d+,\d+,0,0,0,,$/)
})

test('says what other apps would leave out of a server, with the source of each fact', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: { database: fixture('database') }, models: { default: 'direct' } })
  const { window } = await start()
  await trustAll(window, ['database'])
  const page = await inspect(await openServers(window), 'database')
  const report = page.getByRole('region', { name: 'database in other apps' })
  const row = report.getByRole('row', { name: /^LM Studio/ })
  await expect(row).toContainText('Resources')
  await expect(row).toContainText('Prompts')
  await expect(report.getByRole('row', { name: /^Windsurf/ })).toContainText('Not known: Resources, Prompts')
  await expect(report.getByRole('definition').filter({ hasText: /^\d+ tokens/ })).toHaveCount(3)
  await row.getByRole('link', { name: '2026-08-14' }).first().click()
  const dialog = window.getByRole('dialog').filter({ hasText: 'lmstudio-bug-tracker' })
  await expect(dialog).toBeVisible()
  await window.keyboard.press('Escape')
  await report.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect(report.getByRole('button', { name: 'Copied' })).toBeVisible()
})
