/** A new user with an empty folder and no key gets a first result from a real server. */
import { expectAccessible } from './accessible'
import { expect, test } from './test'
import { answerCall, answerTrust, expectConnected, messageBox, toolCard, trustDialog } from './window'

test('UI-12: gets from nothing to the first tool result', { tag: '@quick' }, async ({ start, workspace }) => {
  // The app and its servers run in the project's folder: npx finds the installed package and downloads nothing.
  const { window } = await start()
  const welcome = window.getByRole('dialog', { name: /welcome/i })
  await expectAccessible(window)
  await welcome.getByRole('button', { name: /direct/i }).click()
  await expectAccessible(window)
  await welcome.getByRole('button', { name: /everything/i }).click()
  await expect(trustDialog(window, 'everything')).toContainText('npx')
  await expect(trustDialog(window, 'everything')).toContainText('@modelcontextprotocol/server-everything')
  await answerTrust(window, 'everything')
  await expectConnected(window, 1)

  await messageBox(window).fill('echo')
  await window.getByRole('listbox', { name: 'Tools' }).getByRole('option', { name: /echo/i }).first().click()
  const form = window.getByRole('dialog', { name: 'Arguments for echo' })
  await form.getByLabel('message').fill('Hello from a newcomer')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await answerCall(window, { server: 'everything', tool: 'echo', answer: 'Allow once' })
  await expect(toolCard(window, 'everything', 'echo')).toContainText('done')
  await expect(toolCard(window, 'everything', 'echo')).toContainText('Echo: Hello from a newcomer')
  expect(workspace.readSettings()).toContain('@modelcontextprotocol/server-everything')
})
