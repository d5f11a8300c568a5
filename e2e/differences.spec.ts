/** A changed server is compared with what it offered before, and two of its results with each other. */
import fs from 'node:fs'
import { lookAt } from './pictures'
import { expect, test } from './test'
import { openServers, openTab, serverItem, serverPage, trustAll, trustEach } from './window'

const lineServer = new URL('../app/testing/servers/line-server.mjs', import.meta.url).href

test('shows what a model notices of a changed server, by keyboard, and compares two messages', async ({
  start,
  workspace
}) => {
  const file = workspace.file('sums.mjs')
  const write = (description: string, required: readonly string[]) => {
    const inputSchema = { type: 'object', properties: { a: { type: 'number' } }, required }
    const tool = { name: 'add', description, inputSchema }
    const code = `import { serve, textResult } from ${JSON.stringify(lineServer)}
      serve({ name: 'sums', tools: [${JSON.stringify(tool)}], call: { add: () => textResult('3') } })`
    fs.writeFileSync(file, code)
  }
  write('Adds two numbers', [])
  workspace.writeSettings({ mcpServers: { sums: { command: process.execPath, args: [file] } } })
  const { app, window } = await start()
  await trustAll(window, ['sums'])
  const item = serverItem(await openServers(window), 'sums')
  await item.getByRole('button', { name: 'Inspect', exact: true }).click()
  const page = serverPage(window, 'sums')
  await page.getByRole('button', { name: 'Compare…' }).focus()
  await window.keyboard.press('Enter')
  const compare = page.getByRole('region', { name: 'Compare sums' })
  await expect(compare).toContainText('The definitions are the same.')

  write('Adds any numbers', ['a'])
  await page.getByRole('button', { name: 'Restart' }).click()
  await trustEach(window, ['sums'])
  const models = compare.getByRole('region', { name: 'A model notices' })
  await expect(models).toContainText('a is now required.')
  await expect(models.getByRole('list', { name: 'Lines of description' })).toContainText('Adds two numbers')
  await window.screenshot({ path: test.info().outputPath('definitions.png') })
  await window.setViewportSize({ width: 800, height: 600 })
  await window.screenshot({ path: test.info().outputPath('definitions-small.png') })

  // What is published about it, against what it really offers.
  const published = workspace.file('server.json')
  const entry = { name: 'io.github.someone/sums', version: '9.9.9', tools: [{ name: 'subtract' }] }
  fs.writeFileSync(published, JSON.stringify(entry))
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, published)
  await compare.getByRole('button', { name: 'Open a recording or card…' }).click()
  await expect(models).toContainText('subtract')
  await expect(models).toContainText('add')
  await expect(compare.getByRole('region', { name: 'Only people notice' })).toContainText('9.9.9')
  await lookAt(window, 'published')
  await compare.getByRole('button', { name: 'From the registry…' }).click()
  await expect(compare.getByRole('textbox', { name: 'Name in the registry' })).toBeFocused()
  await lookAt(window, 'registry-name')
  await compare.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('button', { name: 'Compare…' })).toBeFocused()

  await openTab(page, 'Messages')
  const lists = page
    .getByRole('log', { name: 'Messages' })
    .locator('summary')
    .filter({ hasText: 'tools/list' })
    .filter({ hasText: 'result' })
  await lists.first().focus()
  await window.keyboard.press('c')
  await lists.last().focus()
  await window.keyboard.press('c')
  const dialog = window.getByRole('dialog', { name: 'Compare messages' })
  await expect(dialog).toContainText('Adds two numbers')
  await expect(dialog).toContainText('Adds any numbers')
  await window.screenshot({ path: test.info().outputPath('messages.png') })
})
