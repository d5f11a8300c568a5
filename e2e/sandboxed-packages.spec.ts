/**
 * A new server of a package: sandboxed automatically, fetched after approval, called, and updated by a press with a
 * second approval.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { codePackage, startPackageRegistry } from '../app/testing/package-registry'
import { call, say } from './fixtures/model'
import { expect, test } from './test'
import {
  answerCall,
  answers,
  answerTrust,
  backToChat,
  closeDialog,
  expectConnected,
  inspect,
  openServers,
  sendMessage,
  serverItem,
  trustDialog
} from './window'

const walls = ['--unshare-all', '--ro-bind', '/', '/', '/bin/sh', '-c', ':']
const canContain = process.platform === 'linux' && spawnSync('bwrap', walls).status === 0

test.skip(!canContain, 'this system can not contain servers')

test('fetches a package added in the form after approval, runs it sandboxed, and asks again about its update', async ({
  start,
  startModel,
  workspace
}, info) => {
  await using registry = await startPackageRegistry()
  await registry.publish(await codePackage('hands-of-tea', '1.2.0'))
  fs.writeFileSync(path.join(workspace.home, '.npmrc'), `registry=${registry.address}\n`)
  const code = `return [fs.readdirSync(at.home), process.argv.slice(2)]`
  const model = await startModel([
    [call('hands', 'run', { code, at: { home: workspace.home } })],
    [say('Looked.')]
  ])
  workspace.writeSettings({ mcpServers: {}, ...model.settings })
  const { window } = await start()
  const servers = await openServers(window)
  await servers.getByRole('textbox', { name: 'Name', exact: true }).fill('hands')
  await servers.getByRole('textbox', { name: 'Command', exact: true }).fill('docker')
  const contain = servers.getByRole('switch', { name: 'Run in a sandbox' })
  await expect(contain).not.toBeChecked()
  await expect(servers).toContainText('starts programs outside the sandbox')
  await servers.getByRole('textbox', { name: 'Command', exact: true }).fill('npx')
  await servers.getByRole('textbox', { name: 'Arguments', exact: true }).fill('-y\nhands-of-tea\n--quiet')
  await expect(contain).toBeChecked()
  await contain.scrollIntoViewIfNeeded()
  await window.screenshot({ path: info.outputPath('form.png') })
  await servers.getByRole('button', { name: 'Add this server' }).click()
  await expect(trustDialog(window, 'hands')).toContainText('Sandboxed')
  expect(registry.asked).toEqual([])
  await answerTrust(window, 'hands')
  const item = serverItem(servers, 'hands')
  await expect(item).toContainText('connected')
  await expect(item).toContainText('Sandboxed')
  await closeDialog(servers)
  await sendMessage(window, 'Look around')
  await answerCall(window, { server: 'hands', tool: 'run', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('Looked.')
  const told = JSON.stringify(model.requests().at(-1))
  expect(told).toContain('--quiet')
  expect(told).not.toContain('.npmrc')

  await registry.publish(await codePackage('hands-of-tea', '2.0.0'))
  const page = await inspect(await openServers(window), 'hands')
  const own = page.getByRole('region', { name: 'Its package' })
  await expect(own).toContainText('1.2.0')
  await expect(own).toContainText('sha512-')
  await own.scrollIntoViewIfNeeded()
  await window.screenshot({ path: info.outputPath('package.png') })
  await own.getByRole('button', { name: 'Update package' }).click()
  const question = trustDialog(window, 'hands')
  const changes = question.getByRole('region', { name: 'Changes' })
  await expect(changes).toContainText('2.0.0')
  await expect(changes).toContainText('1.2.0')
  await answerTrust(window, 'hands')
  await backToChat(window)
  await expectConnected(window, 1)
})
