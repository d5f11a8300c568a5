/**
 * Hosts that a sandboxed server needs while it connects: requested, approved late, and proposed with the trust
 * question.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from 'playwright/test'
import type { Bridge } from '../app/contract/bridge/bridge'
import { codePackage, startPackageRegistry } from '../app/testing/package-registry'
import { runTool } from './server-questions'
import { serverFile } from './fixtures/entries'
import { lookAt } from './pictures'
import { expect, sharedTest, test } from './test'
import { answerTrust, closeDialog, openServers, pressIn, serverItem, toolCard, trustDialog } from './window'

const walls = ['--unshare-all', '--ro-bind', '/', '/', '/bin/sh', '-c', ':']
const canContain = process.platform === 'linux' && spawnSync('bwrap', walls).status === 0

test.skip(!canContain, 'this system can not contain servers')

const sandbox = { read: [], write: [], hosts: [] }

/** As text. The servers dialog is behind the question. */
const stateIn = (window: Page) =>
  window.evaluate(async () => {
    const { bridge } = globalThis as unknown as { bridge: Bridge }
    return JSON.stringify(await bridge.call('app.snapshot', {}))
  })

const reachDialog = (window: Page, server: string, host: string) =>
  window.getByRole('dialog', { name: `Let ${server} reach ${host}?` })

// A stand-in: its server gives up after a second, as real ones do after their own time-out.
sharedTest(
  'reconnects a server that gave up while connecting, once the question is answered',
  async ({ start, workspace }) => {
    const site = http.createServer((_request, response) =>
      response.setHeader('connection', 'close').end('page')
    )
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const { port } = site.address() as AddressInfo
    const args = [serverFile('impatient-starter.mjs'), `--pages=http://127.0.0.1:${port}/`, '--patience=1000']
    const starter = { command: 'node', args, sandbox }
    workspace.writeSettings({
      mcpServers: { starter },
      models: { default: 'direct' }
    })
    const { window } = await start()
    await answerTrust(window, 'starter')
    const question = reachDialog(window, 'starter', '127.0.0.1')
    await expect(question).toContainText('starter is still connecting and may give up before you answer.')
    await expect.poll(() => stateIn(window)).toContain('"state":"failed"')
    await lookAt(window, 'connecting')
    await pressIn(question, 'Allow once')
    const servers = await openServers(window)
    await expect(serverItem(servers, 'starter')).toContainText('connected')
    await expect(serverItem(servers, 'starter')).toContainText('1 tool')
    await closeDialog(servers)
    site.closeAllConnections()
    site.close()
  }
)

// A stand-in under the name of a well-known package, from a registry on this computer.
test('asks nothing for a proposed host that was selected, and asks for another one', async ({
  start,
  workspace
}) => {
  await using registry = await startPackageRegistry()
  await registry.publish(await codePackage('@supabase/mcp-server-supabase', '1.2.0'))
  fs.writeFileSync(path.join(workspace.home, '.npmrc'), `registry=${registry.address}\n`)
  const base = { command: 'npx', args: ['-y', '@supabase/mcp-server-supabase'], sandbox }
  workspace.writeSettings({
    mcpServers: { base },
    models: { default: 'direct' }
  })
  const { window } = await start()
  const trust = trustDialog(window, 'base')
  const proposed = trust.getByRole('group', { name: /This package usually needs these hosts/ })
  for (const host of ['api.supabase.com', 'supabase.com'])
    await expect(proposed.getByRole('checkbox', { name: host, exact: true })).not.toBeChecked()
  await lookAt(window, 'proposed')
  await proposed.getByRole('checkbox', { name: 'api.supabase.com', exact: true }).check()
  await answerTrust(window, 'base')
  const servers = await openServers(window)
  await expect(serverItem(servers, 'base')).toContainText('connected')
  await closeDialog(servers)
  expect(JSON.parse(workspace.readSettings())).toMatchObject({
    mcpServers: { base: { sandbox: { hosts: ['api.supabase.com'] } } }
  })
  const reach = (host: string) =>
    runTool(window, {
      server: 'base',
      tool: 'run',
      input: { code: 'await fetch(at).catch(() => {}); return "tried"', at: `https://${host}/` }
    })
  await reach('api.supabase.com')
  await expect(toolCard(window, 'base', 'run')).toContainText('tried')
  await reach('supabase.com')
  await pressIn(reachDialog(window, 'base', 'supabase.com'), 'Not now')
})
