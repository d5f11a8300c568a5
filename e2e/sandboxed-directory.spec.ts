/**
 * A server of the shipped list, from the npm registry: added in the window, fetched after approval, run without a
 * network. No outside service decides whether main is green: it runs only with PARLEY_REGISTRY=1.
 * `sandboxed-packages.spec.ts` fetches from a registry of the test's own.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { runTool } from './server-questions'
import { expect, test } from './test'
import {
  answers,
  answerTrust,
  backToChat,
  inspect,
  openServers,
  serverItem,
  toolCard,
  trustDialog
} from './window'

const walls = ['--unshare-all', '--ro-bind', '/', '/', '/bin/sh', '-c', ':']
const canContain = process.platform === 'linux' && spawnSync('bwrap', walls).status === 0
const name = 'everything'

test.skip(!canContain, 'this system can not contain servers')
test.skip(process.env['PARLEY_REGISTRY'] !== '1', 'PARLEY_REGISTRY=1 did not ask for the registry of npm')

test('fetches a listed server from its registry after approval, and runs it sandboxed without network access', async ({
  start,
  workspace
}, info) => {
  // Where this computer's network has a certificate authority of its own.
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
  const page = await inspect(servers, name)
  const own = page.getByRole('region', { name: 'Its package' })
  await expect(own).toContainText('2026.8.31')
  await expect(own).toContainText('sha512-')
  await window.screenshot({ path: info.outputPath('inspect.png') })
  await backToChat(window)
  await runTool(window, { server: name, tool: 'echo', input: { message: 'from behind walls' } })
  await expect(toolCard(window, name, 'echo')).toContainText('done')
  await expect(answers(window).last()).toContainText('from behind walls')
})
