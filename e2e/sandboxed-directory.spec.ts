/**
 * A server of the ready-made list, from the registry of npm: added in the window, fetched after the yes, run without a network.
 * Nothing that others run decides whether main is green: it runs where PARLEY_REGISTRY=1 asks for it, and what fetches from
 * a registry of the test's own is `sandboxed-packages.spec.ts`.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { runTool } from './server-questions'
import { expect, test } from './test'
import { answers, answerTrust, closeDialog, openServers, serverItem, toolCard, trustDialog } from './window'

const walls = ['--unshare-all', '--ro-bind', '/', '/', '/bin/sh', '-c', ':']
const canContain = process.platform === 'linux' && spawnSync('bwrap', walls).status === 0
const name = 'everything'

test.skip(!canContain, 'this system can not contain servers')
test.skip(process.env['PARLEY_REGISTRY'] !== '1', 'PARLEY_REGISTRY=1 did not ask for the registry of npm')

test('a ready-made server is fetched from its registry after the yes, and runs contained without it', async ({
  start,
  workspace
}, info) => {
  // Where this computer's network has an authority of its own.
  const authorities = process.env['NODE_EXTRA_CA_CERTS']
  if (authorities !== undefined)
    fs.writeFileSync(path.join(workspace.home, '.npmrc'), `cafile=${authorities}\n`)
  workspace.writeSettings({ mcpServers: {}, models: { default: 'direct' } })
  const { window } = await start()
  const servers = await openServers(window)
  await servers.getByRole('button', { name: 'Browse directory' }).click()
  const list = servers.getByRole('listbox', { name: 'Servers found' })
  await servers.getByRole('searchbox', { name: 'Search servers' }).fill('everything')
  await list.getByRole('option', { name: /Everything/ }).click()
  const details = servers.getByRole('region', { name: 'Everything: details' })
  await details.getByRole('button', { name: 'Add…' }).click()
  await expect(servers.getByRole('switch', { name: 'Run in a sandbox' })).toBeChecked()
  await servers.getByRole('button', { name: 'Add this server' }).click()
  const question = trustDialog(window, name)
  await expect(question).toContainText('Sandboxed')
  await expect(question).toContainText('It has no network access until you allow it')
  await window.screenshot({ path: info.outputPath('trust.png') })
  await answerTrust(window, name)
  const item = serverItem(servers, name)
  await expect(item).toContainText('connected', { timeout: 180_000 })
  await expect(item).toContainText('Sandboxed')
  await item.getByRole('button', { name: 'Inspect', exact: true }).click()
  const own = servers.getByRole('region', { name: 'Its package' })
  await expect(own).toContainText('2026.8.31')
  await expect(own).toContainText('sha512-')
  await window.screenshot({ path: info.outputPath('inspect.png') })
  await closeDialog(servers)
  await runTool(window, { server: name, tool: 'echo', input: { message: 'from behind walls' } })
  await expect(toolCard(window, name, 'echo')).toContainText('done')
  await expect(answers(window).last()).toContainText('from behind walls')
})
