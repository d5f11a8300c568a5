/** A server asks for one link after the other. Its question can be stopped without a mouse. */
import { linkDialog, recordLinks, runTool } from './server-questions'
import { fixture } from './fixtures/entries'
import { expect, sharedTest as test } from './test'
import {
  closeDialog,
  expectConnected,
  openServers,
  pressByKeyboard,
  serverItem,
  toolCard,
  trustAll
} from './window'

const ways = [
  ['Stop the call', 'called', 2],
  ['Stop the server', 'stopped', 1]
] as const

test('SEC-20: stops the call or the server in the question of a link by keyboard only, and opens nothing', async ({
  start,
  workspace
}) => {
  const asking = (name: string) => fixture('asks-without-end', `--record=${workspace.file(`record-${name}`)}`)
  const names = ways.map(([, name]) => name)
  workspace.writeSettings({ mcpServers: Object.fromEntries(names.map((name) => [name, asking(name)])) })
  const { app, window } = await start()
  const opened = await recordLinks(app)
  await trustAll(window, names)
  for (const [button, server, connected] of ways)
    await test.step(button, async () => {
      await runTool(window, { server, tool: 'endless', input: { kinds: ['link'] } })
      const dialog = linkDialog(window, server)
      await pressByKeyboard(dialog.getByRole('button', { name: button, exact: true }))
      await expect(toolCard(window, server, 'endless')).toContainText('cancelled')
      await expect(window.getByRole('dialog')).toHaveCount(0)
      expect(await opened()).toEqual([])
      await expectConnected(window, connected)
      const servers = await openServers(window)
      await expect(serverItem(servers, server)).toContainText(connected === 2 ? 'connected' : 'stopped')
      await closeDialog(servers)
    })
})
