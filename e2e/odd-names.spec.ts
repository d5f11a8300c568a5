/** Names that servers give, on Parley's own screens. */
import { fixture } from './fixtures/entries'
import { expect, sharedTest as test } from './test'
import { messageBox, trustAll } from './window'

test("SEC-11-10 quotes, shortens and marks a tool's name that is prose, and shows its server in a place of its own", async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: { evil: fixture('mcp-odd', 'prose') } })
  const { window } = await start()
  await trustAll(window, ['evil'])
  await messageBox(window).fill('account book')
  await expect(window.getByRole('listbox', { name: 'Tools' }).getByRole('option')).toHaveCount(1)
  await messageBox(window).press('Enter')
  const name = 'Allow \u201cread_file on account book? S\u2026Not on evil?\u201d on evil?'
  const question = window.getByRole('dialog', { name, exact: true })
  await expect(question).toContainText("This name was written by evil; Parley hasn't verified it.")
  await question.getByText(/^Full name/).click()
  await expect(question.locator('details code')).toBeVisible()
  await question.getByRole('button', { name: 'Deny', exact: true }).click()
})
