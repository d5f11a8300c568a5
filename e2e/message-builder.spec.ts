/** The user writes messages to a server, by keyboard: a fault is named, a call asks, and the answer is in the list. */
import { everything } from './fixtures/entries'
import { expect, sharedTest as test } from './test'
import { callDialog, openServers, serverItem, serverPage, trustAll } from './window'

test('writes a call as JSON, corrects it by the schema, and sends it after its question', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: { everything: everything() }, 'models.default': 'direct/none' })
  const { window } = await start()
  await trustAll(window, ['everything'])
  const item = serverItem(await openServers(window), 'everything')
  await item.getByRole('button', { name: 'Messages', exact: true }).click()
  const page = serverPage(window, 'everything')
  await page.getByRole('button', { name: 'New message', exact: true }).focus()
  await window.keyboard.press('Enter')

  const editor = page.getByRole('region', { name: 'New message' })
  const method = editor.getByRole('textbox', { name: 'Method' })
  await method.focus()
  await window.keyboard.type('tools/c')
  await expect(editor.getByRole('option', { name: 'tools/call' })).toBeVisible()
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('Enter')
  const params = editor.getByRole('textbox', { name: 'Parameters (JSON)' })
  await expect(params).toHaveValue(/"arguments": \{\}/)
  await params.fill('{ "name": 7 }')
  await expect(editor.getByText('You can send it anyway.')).toBeVisible()
  await expect(editor.getByRole('listitem')).toContainText('/params/name')
  await params.fill('{ "name": "echo", "arguments": { "message": "by hand" } }')
  await expect(editor.getByText('Matches the schema of revision')).toBeVisible()

  const log = page.getByRole('log', { name: 'Messages' })
  await editor.getByRole('button', { name: 'Send', exact: true }).click()
  const call = callDialog(window, 'everything', 'echo')
  await expect(call).toContainText('by hand')
  await expect(log.getByText('"parley-1"')).toHaveCount(0)
  await call.getByRole('button', { name: 'Allow once', exact: true }).click()
  await expect(editor.getByRole('status')).toHaveText('The server answered "parley-1" with a result.')
  await expect(log.getByText('#"parley-1"')).toHaveCount(2)

  await log.getByText('#"parley-1"').first().click()
  await log.getByRole('button', { name: 'Edit and send again' }).click()
  await expect(params).toHaveValue(/by hand/)

  await method.fill('example/erase')
  await expect(editor.getByText('No schema describes this method.')).toBeVisible()
  await editor.getByRole('button', { name: 'Send', exact: true }).click()
  const whole = window.getByRole('dialog', { name: 'Send this message to everything?' })
  await expect(whole.getByRole('region', { name: 'Message' })).toContainText('"method": "example/erase"')
  await window.keyboard.press('Escape')
  await expect(editor.getByRole('status')).toHaveText('You didn’t allow it, so it wasn’t sent.')
})
