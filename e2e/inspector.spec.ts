/** The view of those who write servers: what goes to one and comes from it. */
import { everything } from './fixtures/entries'
import { expectLegible } from './legible'
import { expect, test } from './test'
import { answerCall, closeDialog, messageBox, openServers, serverItem, toolCard, trustAll } from './window'

test('DBG-11 DBG-14: every message of a server as it goes, from its start on, and of a call by hand', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: { everything: everything() }, 'models.default': 'direct/none' })
  const { window } = await start()
  await trustAll(window, ['everything'])
  const dialog = await openServers(window)
  const item = serverItem(dialog, 'everything')
  await item.getByRole('button', { name: 'Messages', exact: true }).click()
  const panel = item.getByRole('region', { name: 'Messages of everything' })
  await expectLegible(panel, 'Press Restart to see how it begins.')
  await item.getByRole('button', { name: 'Restart', exact: true }).click()
  const log = panel.getByRole('log', { name: 'Messages' })
  const rowOf = (method: string, kind: string) =>
    log.locator('details').filter({ hasText: method }).filter({ hasText: kind }).last()
  await expect(rowOf('tools/list', 'result')).toBeVisible()
  await rowOf('tools/list', 'result').locator('summary').click()
  await expect(
    rowOf('tools/list', 'result').getByRole('group', { name: 'JSON of tools/list' })
  ).toContainText('"inputSchema"')
  await panel.getByRole('button', { name: 'Clear' }).click()
  await expectLegible(panel, 'Press Restart to see how it begins.')
  await closeDialog(dialog)

  // By hand, while the messages are looked at.
  await messageBox(window).fill('echo {"message": "by hand"}')
  await messageBox(window).press('Enter')
  await answerCall(window, { server: 'everything', tool: 'echo', answer: 'Allow once' })
  await expect(toolCard(window, 'everything', 'echo')).toContainText('Echo: by hand')
  const again = await openServers(window)
  const other = serverItem(again, 'everything')
  await other.getByRole('button', { name: 'Messages', exact: true }).click()
  await expect(rowOf('tools/call', 'request')).toBeVisible()
  await rowOf('tools/call', 'result').locator('summary').click()
  await expect(rowOf('tools/call', 'result')).toContainText('Echo: by hand')
  await other.getByRole('searchbox', { name: 'Search messages' }).fill('tools/call')
  await expectLegible(other, '2 messages')
  await other.getByRole('button', { name: 'Pause' }).click()
  await expect(other.getByRole('button', { name: 'Go on' })).toBeVisible()
})
