/**
 * Signing in to servers of the official Python library: its own example, and one that is its own authorization server.
 */
import { recordLinks, runTool, runToolHere } from '../server-questions'
import { visitPages } from '../fixtures/browser'
import type { Parley } from '../launch'
import { openSignIn, openedLink, signInDialog } from '../signing-in'
import { expect, test } from '../test'
import { answerTrust, backToChat, expectConnected, pressIn, toolCard } from '../window'
import { startExampleServer, startOwnSignInServer } from './python-servers'

async function signIn({ app, window }: Parley): Promise<void> {
  const links = await recordLinks(app)
  await pressIn(signInDialog(window, 'own'), 'Open browser')
  await visitPages(await openedLink(links), async (page) => {
    await page.getByLabel('User name').fill('ann')
    await page.getByRole('button', { name: 'Sign in' }).click()
  })
}

test('AUTH-23 AUTH-38 SYS-12 SYS-64: registers, renews with rotation, and revokes its tokens when you sign out', async ({
  start,
  workspace
}) => {
  await using server = await startOwnSignInServer()
  const state = async () => (await (await fetch(`${server.origin}/state`)).json()) as Record<string, number>
  workspace.writeSettings({ mcpServers: { own: { url: server.url } }, models: { default: 'direct' } })
  const parley = await start()
  const { window } = parley
  await answerTrust(window, 'own')
  await signIn(parley)
  await expectConnected(window, 1)
  const done = toolCard(window, 'own', 'whoami').filter({ hasText: 'ann by' })
  for (let count = 1; count <= 3; count += 1) {
    await (count === 1 ? runTool : runToolHere)(window, { server: 'own', tool: 'whoami' })
    await expect(done).toHaveCount(count)
    await fetch(`${server.origin}/expire`, { method: 'POST' })
  }
  expect(await state()).toEqual({ clients: 1, tokens: 0, refreshTokens: 1 })
  const panel = await openSignIn(window, 'own')
  await panel.getByRole('button', { name: 'Sign out' }).click()
  await expect(panel).toContainText('You signed out.')
  await expect.poll(state).toEqual({ clients: 1, tokens: 0, refreshTokens: 0 })
  await backToChat(window)
})

test("signs in at the library's example of a protected server, and calls its tool", async ({
  start,
  workspace
}) => {
  await using server = await startExampleServer()
  workspace.writeSettings({ mcpServers: { example: { url: server.url } }, models: { default: 'direct' } })
  const { app, window } = await start()
  await answerTrust(window, 'example')
  const links = await recordLinks(app)
  await pressIn(signInDialog(window, 'example'), 'Open browser')
  await visitPages(await openedLink(links), async (page) => {
    await page.getByRole('button', { name: 'Sign In' }).click()
  })
  await expectConnected(window, 1)
  await runTool(window, { server: 'example', tool: 'get_time' })
  await expect(toolCard(window, 'example', 'get_time')).toContainText('timestamp')
})
