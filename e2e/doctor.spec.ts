/**
 * A server that fails: Parley finds the failing step, offers a button that repairs it, and shows the report before
 * saving it.
 */
import fs from 'node:fs'
import { sayJson, working } from '../app/testing/doctor/broken-small-server'
import { fixture, serverFile } from './fixtures/entries'
import { startHttp } from './fixtures/local-http'
import { makeSecret } from './secrets'
import { expect, sharedTest as test, test as isolatedTest } from './test'
import { answerTrust, openServers, serverItem, trustEach, trustDialog } from './window'

test('finds why a server fails, repairs it with a button, and reports it', async ({ start, workspace }) => {
  workspace.writeSettings({
    mcpServers: {
      exits: fixture('exits-at-once'),
      silent: { ...fixture('never-answers'), connectTimeoutMs: 1_000 },
      unread: { command: 'node', args: [workspace.file('no-such-server.js')] }
    }
  })
  const { app, window } = await start()
  await trustEach(window, ['exits', 'silent', 'unread'])
  const servers = await openServers(window)
  const faultOf = async (name: string) => {
    const item = serverItem(servers, name)
    await expect(item).toContainText('failed')
    await item.getByRole('button', { name: 'Troubleshoot', exact: true }).click()
    return item.getByRole('region', { name: `Troubleshooting ${name}` })
  }

  const unread = await faultOf('unread')
  await expect(unread).toContainText(/File: The script “.*no-such-server\.js”.*doesn't exist/)
  await unread.getByRole('button', { name: 'Edit entry', exact: true }).click()
  const entry = serverItem(servers, 'unread').getByRole('region', { name: 'Entry for unread' })
  await entry.getByRole('textbox', { name: 'Arguments', exact: true }).fill(serverFile('counter.mjs'))
  await entry.getByRole('button', { name: 'Save', exact: true }).click()
  await answerTrust(window, 'unread')
  await expect(serverItem(servers, 'unread')).toHaveAttribute('data-state', 'connected')

  const silent = await faultOf('silent')
  await expect(silent).toContainText(/First output: The server didn't answer within 1 s/)
  await silent.getByRole('button', { name: 'Allow 4 s', exact: true }).click()
  await expect.poll(() => workspace.readSettings()).toMatch(/"connectTimeoutMs": 4000/)
  // It gets that time at once.
  await expect(serverItem(servers, 'silent')).toContainText("didn't answer within 4 s")

  const exits = await faultOf('exits')
  await expect(exits).toContainText(/Start: The server's process ended with exit code 3/)
  await expect(exits.getByRole('group', { name: 'Details' })).toContainText('NOTES_TOKEN is not set')
  await exits.getByRole('button', { name: 'Create report', exact: true }).click()
  const report = exits.getByRole('group', { name: 'Report' })
  await expect(report).toContainText('# exits does not work with Parley')
  await expect(report).toContainText("import { spawn } from 'node:child_process'")
  const saved = workspace.file('report.md')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, saved)
  await exits.getByRole('button', { name: 'Save as…', exact: true }).click()
  await expect
    .poll(() => fs.existsSync(saved) && fs.readFileSync(saved, 'utf8'))
    .toContain('NOTES_TOKEN is not set')
})

// Its key is in the app's environment, so the app can't be shared.
isolatedTest(
  'reports a failing remote server without its key, and starts one that is up again by a button',
  async ({ start, workspace }) => {
    let isUp = false
    await using site = await startHttp((request, response) => {
      if (isUp) return sayJson(request, response, { body: working, headers: {} })
      response
        .writeHead(503, { 'content-type': 'text/plain' })
        .end(`Down for repair, ${String(request.headers['x-key'])}`)
    })
    const key = makeSecret('key of a shop')
    workspace.writeSettings({
      mcpServers: { shop: { url: `${site.origin}/mcp`, headers: { 'X-Key': '${env:SHOP_KEY}' } } },
      models: { default: 'direct' }
    })
    const { window } = await start({ env: { SHOP_KEY: key } })
    await trustEach(window, ['shop'])
    const servers = await openServers(window)
    const item = serverItem(servers, 'shop')
    await expect(item).toContainText('failed')
    await item.getByRole('button', { name: 'Troubleshoot', exact: true }).click()
    const fault = item.getByRole('region', { name: 'Troubleshooting shop' })
    await expect(fault.getByRole('status')).toContainText(/^HTTP: .*503/)
    await expect(fault.getByRole('group', { name: 'Details' })).toContainText('Down for repair')
    await fault.getByRole('button', { name: 'Create report', exact: true }).click()
    const report = fault.getByRole('group', { name: 'Report' })
    await expect(report).toContainText('Headers: X-Key')
    await expect(report).toContainText(`await fetch("${site.origin}/mcp"`)
    await expect(report).not.toContainText(key)

    isUp = true
    await fault.getByRole('button', { name: 'Start now', exact: true }).click()
    await expect(item).toHaveAttribute('data-state', 'connected')
    await fault.getByRole('button', { name: 'Check again', exact: true }).click()
    await expect(fault.getByRole('status')).toContainText('No problem found')
  }
)

test('runs no program of an untrusted server for the check', async ({ start, workspace }) => {
  const record = workspace.file('record')
  workspace.writeSettings({ mcpServers: { counter: fixture('counter', `--record=${record}`) } })
  const { window } = await start()
  await trustDialog(window, 'counter').getByRole('button', { name: 'Keep stopped' }).click()
  const servers = await openServers(window)
  const item = serverItem(servers, 'counter')
  await expect(item).toContainText('stopped')
  await item.getByRole('button', { name: 'Troubleshoot', exact: true }).click()
  const fault = item.getByRole('region', { name: 'Troubleshooting counter' })
  await expect(fault).toContainText('Trust: ')
  expect(fs.existsSync(record)).toBe(false)
  await fault.getByRole('button', { name: 'Review and decide', exact: true }).click()
  await answerTrust(window, 'counter', 'Keep stopped')
  expect(fs.existsSync(record)).toBe(false)
  await fault.getByRole('button', { name: 'Review and decide', exact: true }).click()
  await answerTrust(window, 'counter')
  await expect(item).toHaveAttribute('data-state', 'connected')
})
