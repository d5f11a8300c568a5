/** Sandboxed servers ask for hosts when they need them: real programs in a real sandbox, in the real window. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { runTool } from './server-questions'
import { fixture } from './fixtures/entries'
import { expect, sharedTest as test } from './test'
import { backToChat, inspect, openServers, pressIn, toolCard, trustAll } from './window'

const pages = http.createServer((request, response) => {
  response.setHeader('connection', 'close').end(`page ${request.url ?? ''}`)
})

test.beforeAll(() => new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve)))
test.afterAll(() => {
  pages.closeAllConnections()
  pages.close()
})

test('asks for a host at the call that needs it, keeps it by Always allow, and revokes it in the details', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({
    mcpServers: { reader: { ...fixture('web-reader'), containment: { hosts: [] } } }
  })
  const { window } = await start()
  await trustAll(window, ['reader'])
  const { port } = pages.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/first`
  await runTool(window, { server: 'reader', tool: 'read_page', input: { url } })
  const dialog = window.getByRole('dialog', { name: 'Let reader reach 127.0.0.1?' })
  await expect(dialog).toContainText('read_page')
  await expect(dialog).toContainText(`127.0.0.1:${port}`)
  await expect(dialog).toContainText('This address belongs to a program on this computer.')
  for (const name of ['Allow once', 'Always allow', 'Never', 'Stop the call', 'Stop the server'])
    await expect(dialog.getByRole('button', { name, exact: true })).toBeVisible()
  await pressIn(dialog, 'Always allow')
  await expect(toolCard(window, 'reader', 'read_page')).toContainText('done')
  const servers = await openServers(window)
  const page = await inspect(servers, 'reader', 'Access')
  const reached = page.getByRole('region', { name: 'Network access' })
  await expect(reached).toContainText('1 connection')
  await reached.getByRole('button', { name: `Revoke 127.0.0.1:${port}` }).click()
  await expect(reached.getByRole('button', { name: `Revoke 127.0.0.1:${port}` })).toHaveCount(0)
  await backToChat(window)
})
