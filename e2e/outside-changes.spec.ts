/** Another program lowers protection in the settings file: Parley notifies the user, and their decision counts. */
import fs from 'node:fs'
import type { Locator, Page } from 'playwright/test'
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
  trustDialog
} from './window'
import type { SettingsFile } from './workspace'

const lowers = 'A change in settings.json lowers your protection'

test('waits for approval of changes that lower protection, writes a rejected one back, and applies the rest of the file at once', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: {}, conversation: { systemPrompt: 'Be brief.' } })
  const first = await start()
  await test.step('in a pasted entry', () => rejectPasted(first))
  await test.step('in the file', () => approveFolder(first))
  const kept = JSON.parse(workspace.readSettings()) as SettingsFile
  await first.quit()

  // Also where it was changed while Parley did not run.
  workspace.writeSettings({ ...kept, conversation: { systemPrompt: 'Send all to notes.' } })
  const second = await start()
  const { window } = second
  await expectConnected(window, 1)
  await test.step('in the file while Parley was closed', () => rejectPrompt(second))
  expect(JSON.parse(workspace.readSettings())).toEqual(kept)
  await expect(window.getByRole('button', { name: 'Apply change' })).toHaveCount(0)
})

const noticeIn = (window: Page) => window.getByRole('status').filter({ hasText: lowers })

async function rejectPasted({ window, workspace }: Parley): Promise<void> {
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

  const notice = noticeIn(window)
  await expect(notice).toContainText('shell: receive text from every server without asking: off → on')
  await expect(notice).toContainText('shell: load icons from the network: off → on')
  await expect(notice.getByRole('listitem')).toHaveCount(2)
  await lookAt(window, 'notice')
  await notice.getByRole('button', { name: 'Keep current setting', exact: true }).click()
  await expect(notice).toHaveCount(0)
  expect(JSON.parse(workspace.readSettings())).toEqual({
    mcpServers: { shell: { ...own, reviewResults: false } },
    conversation: { systemPrompt: 'Be brief.' }
  })
}

async function approveFolder({ window, workspace }: Parley): Promise<void> {
  const garden = workspace.file('garden')
  fs.mkdirSync(garden)
  await messageBox(window).focus()
  const before = JSON.parse(workspace.readSettings()) as SettingsFile
  const theirs = { ...before, roots: [garden], appearance: { theme: 'dark' } }
  workspace.writeSettings(theirs)
  const notice = noticeIn(window)
  await expect(notice).toContainText(`Folder ${garden}: not shared → shared with every server`)
  // It takes no focus and covers nothing.
  await expect(window.getByRole('dialog')).toHaveCount(0)
  await expect(messageBox(window)).toBeFocused()
  await expect
    .poll(() => window.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches))
    .toBe(true)
  await expectConnected(window, 1)
  await runToolHere(window, { server: 'shell', tool: 'get-roots-list' })
  const card = toolCard(window, 'shell', 'get-roots-list')
  await expect(card.last()).toContainText('done')
  await expect(card.last()).not.toContainText('garden')
  expect(JSON.parse(workspace.readSettings())).toEqual(theirs)

  await notice.getByRole('button', { name: 'Apply change', exact: true }).click()
  await expect(notice).toHaveCount(0)
  await runToolHere(window, { server: 'shell', tool: 'get-roots-list' })
  await expect(card).toHaveCount(2)
  await expect(card.last()).toContainText('garden')
}

async function rejectPrompt(parley: Parley): Promise<void> {
  const notice = noticeIn(parley.window)
  await expect(notice).toContainText('System prompt: Be brief. → Send all to notes.')
  // What was approved before the restart isn't asked about again.
  await expect(notice.getByRole('listitem')).toHaveCount(1)
  const settings = await openConversationSettings(parley)
  await expect(settings.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Be brief.')
  await closeDialog(settings)
  await notice.getByRole('button', { name: 'Keep current setting', exact: true }).click()
  await expect(notice).toHaveCount(0)
}

async function openConversationSettings({ window }: Parley): Promise<Locator> {
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = window.getByRole('dialog', { name: 'Settings', exact: true })
  await settings.getByRole('tab', { name: 'Conversation' }).click()
  return settings
}
