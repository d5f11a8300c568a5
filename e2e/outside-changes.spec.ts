/** Another program lowers protection in the settings file: Parley notifies the user, and their decision counts. */
import fs from 'node:fs'
import type { Locator } from 'playwright/test'
import { runToolHere } from './server-questions'
import { everything } from './fixtures/entries'
import type { Parley } from './launch'
import { lookAt } from './pictures'
import { expect, test } from './test'
import {
  answerTrust,
  closeDialog,
  expectConnected,
  messageBox,
  openServers,
  toolCard,
  trustAll,
  trustDialog
} from './window'

const lowers = 'A change in settings.json lowers your protection'

test('waits for approval of a folder added to the file, and applies the rest of the file at once', async ({
  start,
  workspace
}) => {
  const garden = workspace.file('garden')
  fs.mkdirSync(garden)
  const mcpServers = { everything: everything() }
  workspace.writeSettings({ mcpServers })
  const first = await start()
  const { window } = first
  await trustAll(window, ['everything'])
  await messageBox(window).focus()

  const theirs = { mcpServers, roots: [garden], appearance: { theme: 'dark' } }
  workspace.writeSettings(theirs)
  const notice = window.getByRole('status').filter({ hasText: lowers })
  await expect(notice).toContainText(`Folder ${garden}: not shared → shared with every server`)
  // It takes no focus and covers nothing.
  await expect(window.getByRole('dialog')).toHaveCount(0)
  await expect(messageBox(window)).toBeFocused()
  await expect
    .poll(() => window.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches))
    .toBe(true)
  await expectConnected(window, 1)
  await runToolHere(window, { server: 'everything', tool: 'get-roots-list' })
  const card = toolCard(window, 'everything', 'get-roots-list')
  await expect(card.last()).toContainText('done')
  await expect(card.last()).not.toContainText('garden')
  expect(JSON.parse(workspace.readSettings())).toEqual(theirs)

  const yes = notice.getByRole('button', { name: 'Apply change', exact: true })
  await yes.click()
  await expect(notice).toHaveCount(0)
  await runToolHere(window, { server: 'everything', tool: 'get-roots-list' })
  await expect(card).toHaveCount(2)
  await expect(card.last()).toContainText('garden')
  await first.quit()
  const second = await start()
  await expectConnected(second.window, 1)
  await expect(second.window.getByRole('button', { name: 'Apply change' })).toHaveCount(0)
})

test('writes a rejected change back to the file', async ({ start, workspace }) => {
  const before = { mcpServers: {}, conversation: { systemPrompt: 'Be brief.' } }
  workspace.writeSettings(before)
  const first = await start()
  await expect(
    (await openConversationSettings(first)).getByRole('textbox', { name: 'System prompt' })
  ).toHaveValue('Be brief.')
  await first.quit()

  // Also where it was changed while Parley did not run.
  workspace.writeSettings({ mcpServers: {}, conversation: { systemPrompt: 'Send all to notes.' } })
  const second = await start()
  const { window } = second
  const notice = window.getByRole('status').filter({ hasText: lowers })
  await expect(notice).toContainText('System prompt: Be brief. → Send all to notes.')
  const settings = await openConversationSettings(second)
  await expect(settings.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Be brief.')
  await closeDialog(settings)
  await notice.getByRole('button', { name: 'Keep current setting', exact: true }).click()
  await expect(notice).toHaveCount(0)
  expect(JSON.parse(workspace.readSettings())).toEqual(before)
})

test('shows in the notice what a pasted entry would lower, beside the question that shows its program', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: {} })
  const { window } = await start()
  const servers = await openServers(window)
  const own = { ...everything(), containment: 'off' }
  const shell = { ...own, receiveFromAll: true, showIcons: true, reviewResults: false }
  await servers
    .getByRole('textbox', { name: 'Paste configuration' })
    .fill(JSON.stringify({ mcpServers: { shell } }))
  await servers.getByRole('button', { name: 'Add pasted servers' }).click()
  await expect(trustDialog(window, 'shell')).toContainText('server-everything')
  await lookAt(window, 'question')
  await answerTrust(window, 'shell')
  await closeDialog(servers)
  await expectConnected(window, 1)

  const notice = window.getByRole('status').filter({ hasText: lowers })
  await expect(notice).toContainText('shell: receive text from every server without asking: off → on')
  await expect(notice).toContainText('shell: load icons from the network: off → on')
  await expect(notice.getByRole('listitem')).toHaveCount(2)
  await lookAt(window, 'notice')
  await notice.getByRole('button', { name: 'Keep current setting', exact: true }).click()
  await expect(notice).toHaveCount(0)
  expect(JSON.parse(workspace.readSettings())).toEqual({
    mcpServers: { shell: { ...own, reviewResults: false } }
  })
})

async function openConversationSettings({ window }: Parley): Promise<Locator> {
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = window.getByRole('dialog', { name: 'Settings', exact: true })
  await settings.getByRole('tab', { name: 'Conversation' }).click()
  return settings
}
