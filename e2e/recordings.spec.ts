/** A server is recorded, the recording is read and saved, and played as a server without the recorded one. */
import fs from 'node:fs'
import { everything } from './fixtures/entries'
import { expect, test } from './test'
import { openServers, openTab, serverItem, serverPage, trustAll, trustEach } from './window'

test('records a server, shows the recording before it is saved, and plays it without the server', async ({
  start,
  workspace
}) => {
  const file = workspace.file('everything.parleyrec')
  workspace.writeSettings({ mcpServers: { everything: everything() } })
  const { app, window } = await start()
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
  }, file)
  await trustAll(window, ['everything'])
  const item = serverItem(await openServers(window), 'everything')
  await item.getByRole('button', { name: 'Inspect', exact: true }).click()
  const page = serverPage(window, 'everything')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByText(/^Recording: \d+ messages$/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'recording' })).toBeVisible()
  await openTab(page, 'Resources')
  await openTab(page, 'Prompts')
  await window.screenshot({ path: test.info().outputPath('recording.png') })
  await page.getByRole('button', { name: 'Stop recording' }).click()

  const dialog = window.getByRole('dialog', { name: 'Recording of everything' })
  await expect(dialog.getByRole('log', { name: 'Text of the recording' })).toContainText('tools/list')
  await window.screenshot({ path: test.info().outputPath('read.png') })
  await window.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Read recording' }).click()
  await dialog.getByRole('button', { name: 'Save…' }).click()
  await expect(window.getByText(`Saved to ${file}`)).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(fs.readFileSync(file, 'utf8')).toContain('"parleyRecording":1')

  await page.getByRole('button', { name: 'Back to chat' }).click()
  const servers = await openServers(window)
  await servers.getByRole('button', { name: 'Add server' }).click()
  await window.screenshot({ path: test.info().outputPath('add.png') })
  await servers.getByRole('button', { name: 'Open a recording…' }).click()
  await trustEach(window, ['everything-recording'])
  const played = serverItem(servers, 'everything-recording')
  await expect(played).toContainText('connected')
  await played.getByRole('button', { name: 'Inspect', exact: true }).click()
  await openTab(serverPage(window, 'everything-recording'), 'Tools')
  await expect(serverPage(window, 'everything-recording')).toContainText('echo')
  await window.screenshot({ path: test.info().outputPath('played.png') })
})
