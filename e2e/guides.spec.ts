/** The guides for people and authors, step by step as they stand in docs/guides. */
import fs from 'node:fs'
import { expectLegible } from './legible'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answerTrust,
  closeDialog,
  messageBox,
  openServers,
  pressIn,
  toolCard,
  trustDialog
} from './window'

const usual = { 'models.default': 'direct/none' }

test('docs/guides/first-server.md: added, looked at, used, and its tools held back', async ({
  start,
  workspace
}) => {
  workspace.writeSettings(usual)
  const { window } = await start()
  const servers = await openServers(window)
  await expectLegible(servers, 'Ready to use')
  await servers.getByRole('button', { name: /^Everything/u }).click()
  await expect(trustDialog(window, 'everything')).toContainText('@modelcontextprotocol/server-everything')
  await answerTrust(window, 'everything')
  await expectLegible(servers, 'connected')
  await closeDialog(servers)

  await messageBox(window).fill('/echo')
  await window.getByRole('option', { name: /echo/iu }).first().click()
  const form = window.getByRole('dialog', { name: 'Arguments for echo' })
  await form.getByLabel('message').fill('Hello')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await answerCall(window, { server: 'everything', tool: 'echo', answer: 'Allow once' })
  await expect(toolCard(window, 'everything', 'echo')).toContainText('Echo: Hello')

  const again = await openServers(window)
  await again.getByRole('button', { name: 'Inspect' }).click()
  await again.getByRole('button', { name: 'Offer none' }).click()
  await expect(again).toContainText('0 offered to the model')
  await again.getByRole('button', { name: 'Offer all' }).click()
  await again.getByRole('button', { name: 'Only those that say they change nothing' }).click()
  await expect(again).toContainText('offered to the model')
})

test('docs/guides/when-something-fails.md and your-server.md: the reason, the log, and a script that is mended', async ({
  start,
  workspace
}) => {
  const script = workspace.file('server.mjs')
  fs.writeFileSync(script, "console.error('I miss my configuration'); process.exit(1)\n")
  workspace.writeSettings(usual)
  const { window } = await start()
  const servers = await openServers(window)
  await servers
    .getByRole('textbox', { name: 'Paste configuration' })
    .fill(`${JSON.stringify(process.execPath)} ${JSON.stringify(script)}`)
  await servers.getByRole('button', { name: 'Add pasted servers' }).click()
  await window.getByRole('button', { name: 'Trust and start' }).click()
  await expectLegible(servers, 'I miss my configuration')
  await servers.getByRole('button', { name: 'Troubleshoot' }).click()
  await expectLegible(servers, 'The entry in the settings file is in order.')
  await servers.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(servers.getByRole('combobox', { name: 'Source' })).toBeVisible()
  await expect(servers.getByRole('combobox', { name: 'Level' })).toBeVisible()
  await expect(servers.getByLabel('Log lines')).toContainText('I miss my configuration')

  fs.copyFileSync('app/testing/servers/described.mjs', script)
  await servers.getByRole('button', { name: 'Restart', exact: true }).click()
  const question = window.getByRole('dialog').last()
  await expect(question).toContainText('server.mjs')
  await pressIn(question, 'Keep stopped')
})
