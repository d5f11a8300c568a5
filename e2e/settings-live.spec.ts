/**
 * The settings file is edited while Parley runs: Parley applies the changes, and leaves everything else untouched.
 */
import fs from 'node:fs'
import { fixture, readStarts } from './fixtures/entries'
import { expect, sharedTest, test } from './test'
import {
  answerTrust,
  closeDialog,
  expectConnected,
  openServers,
  serverItem,
  trustAll,
  trustDialog
} from './window'
import type { Workspace } from './workspace'

function counter(workspace: Workspace, name: string, label = name) {
  return fixture('counter', `--label=${label}`, `--record=${workspace.file(name)}`)
}

test(
  'ARCH-10 CONF-08 CONF-09: adds one server, changes one, reports a broken one, keeps the last good settings of a broken file, and touches no other',
  { tag: '@quick' },
  async ({ start, workspace }) => {
    const still = counter(workspace, 'still')
    workspace.writeSettings({ mcpServers: { still, changing: counter(workspace, 'changing') } })
    const { window } = await start()
    await trustAll(window, ['still', 'changing'])

    workspace.writeSettings({
      mcpServers: { still, changing: counter(workspace, 'changing'), added: counter(workspace, 'added') }
    })
    await answerTrust(window, 'added')
    await expectConnected(window, 3)
    expect(readStarts(workspace.file('changing'))).toHaveLength(1)

    const changed = counter(workspace, 'changing', 'renamed')
    workspace.writeSettings({ mcpServers: { still, changing: changed, added: counter(workspace, 'added') } })
    await expect(trustDialog(window, 'changing')).toContainText('--label=renamed')
    expect(readStarts(workspace.file('changing'))).toHaveLength(1)
    await answerTrust(window, 'changing')
    await expectConnected(window, 3)
    expect(readStarts(workspace.file('changing'))).toHaveLength(2)

    workspace.writeSettings(
      `{\n  "mcpServers": {\n    "still": ${JSON.stringify(still)},\n    "broken": { "command": 17 },\n` +
        `    "changing": ${JSON.stringify(changed)}\n  }\n}\n`
    )
    await expectConnected(window, 2)
    const servers = await openServers(window)
    await expect(serverItem(servers, 'broken')).toContainText('line 4')
    await expect(serverItem(servers, 'changing')).toContainText('connected')
    await expect(serverItem(servers, 'added')).toHaveCount(0)
    await closeDialog(servers)

    await test.step('keeps the last good settings when the file is invalid JSON, and says where it breaks', async () => {
      workspace.writeSettings('{\n  "mcpServers": {\n    "still": { "command" "node" }\n  }\n}\n')
      const report = window.getByRole('alert').filter({ hasText: 'line 3' })
      await expect(report.first()).toBeVisible()
      await expectConnected(window, 2)

      const second = counter(workspace, 'second')
      workspace.writeSettings({ mcpServers: { still, changing: changed, second } })
      await answerTrust(window, 'second')
      await expectConnected(window, 3)
      await expect(report).toHaveCount(0)
    })

    expect(readStarts(workspace.file('still'))).toHaveLength(1)
    expect(readStarts(workspace.file('changing'))).toHaveLength(2)
  }
)

sharedTest(
  'keeps the answer to a trust question for the definition, also after a restart',
  { tag: '@quick' },
  async ({ start, workspace }) => {
    workspace.writeSettings({ mcpServers: { still: counter(workspace, 'still') } })
    const first = await start()
    await answerTrust(first.window, 'still', 'Keep stopped')
    await expectConnected(first.window, 0)
    const servers = await openServers(first.window)
    await expect(serverItem(servers, 'still')).toContainText('stopped')
    expect(fs.existsSync(workspace.file('still'))).toBe(false)
    await serverItem(servers, 'still').getByRole('button', { name: 'Start', exact: true }).click()
    await answerTrust(first.window, 'still')
    await expect(serverItem(servers, 'still')).toContainText('connected')
    await closeDialog(servers)
    await first.quit()

    const { window } = await start()
    await expectConnected(window, 1)
    await expect(window.getByRole('dialog')).toHaveCount(0)
  }
)
