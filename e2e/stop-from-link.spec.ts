/** A server asks for one link after the other. Its question can be stopped without a mouse. */
import { linkDialog, recordLinks, runTool } from './server-questions'
import { fixture } from './fixtures/entries'
import { expect, shareParley, test } from './test'
import {
  closeDialog,
  expectConnected,
  openServers,
  pressByKeyboard,
  serverItem,
  toolCard,
  trustAll
} from './window'

const names = ['called', 'stopped'] as const
const parley = shareParley((workspace) => ({
  mcpServers: Object.fromEntries(
    names.map((name) => [name, fixture('asks-without-end', `--record=${workspace.file(`record-${name}`)}`)])
  )
}))
let opened: () => Promise<string[]>

test.beforeAll(async () => {
  opened = await recordLinks(parley().app)
  await trustAll(parley().window, names)
})

const ways = [
  ['Stop the call', 'called', 2],
  ['Stop the server', 'stopped', 1]
] as const
for (const [button, server, connected] of ways) {
  test(`SEC-20: runs ${button} in the question of a link by keyboard only, and opens nothing`, async () => {
    const { window } = parley()
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
}
