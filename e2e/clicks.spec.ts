/**
 * Clicks and keys of the most frequent jobs, counted in the page, match docs/clicks.md and never exceed other apps.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { fixture, serverFile } from './fixtures/entries'
import { call, hang, say } from './fixtures/model'
import { projectFolder } from './launch'
import { countTasks } from './counted-tasks'
import { beginToCount, pressed } from './pressed'
import { makeSecret } from './secrets'
import { expect, sharedTest as test } from './test'
import {
  answers,
  answerTrust,
  callDialog,
  chips,
  closeDialog,
  messageBox,
  personMessages,
  pickModel,
  sendMessage,
  serverItem,
  toolCard,
  trustAll
} from './window'

test('takes no more clicks and keys than other apps for the most frequent jobs', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([
    [say('One.')],
    [say('Two.')],
    [say('Three.')],
    [call('tally', 'count', { by: 1 })],
    [say('Counted.')],
    [say('I begin'), hang()]
  ])
  // A name without permissions. Otherwise the question would say so, and ignore keys.
  workspace.writeSettings({ mcpServers: { tally: fixture('counter') }, ...model.settings })
  const { window } = await start()
  await trustAll(window, ['tally'])
  const { job, expectAllDone } = await countTasks(window, 'Clicks and keys for frequent tasks')
  const key = (keys: string) => window.keyboard.press(keys)
  const button = (name: string) => window.getByRole('button', { name, exact: true })

  await sendFirst(window)
  await job('Start a conversation', async () => {
    await key('Control+N')
    await expect(answers(window)).toHaveCount(0)
    await expect(messageBox(window)).toBeFocused()
  })
  await window.keyboard.type('How many?')
  await job('Send a message', async () => {
    await key('Enter')
    await expect(answers(window).last()).toContainText('Two.')
  })
  await job('Copy an answer', () =>
    answers(window).last().getByRole('button', { name: 'Copy message' }).click()
  )
  await job('Regenerate an answer', async () => {
    await answers(window).last().getByRole('button', { name: 'Regenerate', exact: true }).click()
    await expect(answers(window).last()).toContainText('Three.')
  })
  await job('Find text in the conversation', async () => {
    await key('Control+F')
    await expect(window.getByRole('search', { name: 'Find in conversation' })).toBeVisible()
  })
  await key('Escape')
  await job('Search all conversations', async () => {
    await key('Control+Shift+F')
    await expect(window.getByRole('searchbox', { name: 'Search conversations' })).toBeFocused()
  })
  await job('Open the settings', async () => {
    await key('Control+,')
    await expect(window.getByRole('dialog', { name: 'Settings', exact: true })).toBeVisible()
  })
  await key('Escape')
  await job('Change the model', () => pickModel(window, /Claude Haiku 4\.5/))
  await job('Add a file', async () => {
    const chosen = window.waitForEvent('filechooser')
    await button('Add files').click()
    await (await chosen).setFiles({ name: 'a.md', mimeType: 'text/markdown', buffer: Buffer.from('# A') })
    await expect(chips(window)).toHaveCount(1)
  })
  await job('Change a message and send it again', async () => {
    await personMessages(window).last().getByRole('button', { name: 'Edit message' }).click()
    await window.getByRole('textbox', { name: 'Edited text' }).fill('Count them.')
    await button('Save and resend').click()
    await expect(callDialog(window, 'tally', 'count')).toBeVisible()
  })
  const yes = callDialog(window, 'tally', 'count').getByRole('button', { name: 'Allow once', exact: true })
  await expect(yes).not.toHaveAttribute('aria-disabled', 'true')
  await job('Allow a call once', async () => {
    await key('Control+Enter')
    await expect(answers(window).last()).toContainText('Counted.')
  })
  await expect(toolCard(window, 'tally', 'count')).toContainText('done')
  await sendMessage(window, 'And once more')
  await expect(answers(window).last()).toContainText('I begin')
  await job('Stop an answer', async () => {
    await key('Escape')
    await expect(answers(window).last()).toContainText('You stopped this answer.')
  })
  expectAllDone()
})

test('takes no more than other apps to add a server with a key, pasted or by the form', async ({
  start,
  workspace
}) => {
  const kept = workspace.file('kept')
  const keyed = { command: 'node', args: [serverFile('keyed.mjs'), `--kept=${kept}`] }
  workspace.writeSettings({ mcpServers: { counter: fixture('counter') } })
  const { window } = await start()
  await trustAll(window, ['counter'])
  const servers = window.getByRole('dialog', { name: 'Servers', exact: true })
  await beginToCount(window)
  const text = fs.readFileSync(path.join(projectFolder, 'docs/clicks.md'), 'utf8')
  const [, pasted = '', byForm = ''] =
    /that needs a key: \*\*(\d)\*\* pasted, \*\*(\d)\*\* by the form/u.exec(text) ?? []

  await window.keyboard.press('Control+Shift+S')
  await servers.getByRole('button', { name: 'Add server', exact: true }).click()
  const paste = servers.getByRole('textbox', { name: 'Paste configuration' })
  // Where pasted and later typed text goes.
  await expect(paste).toBeFocused()
  await paste.fill(JSON.stringify({ mcpServers: { pasted: { ...keyed, env: { TOKEN: 'YOUR_TOKEN' } } } }))
  await servers.getByRole('button', { name: 'Add pasted servers' }).click()
  await answerTrust(window, 'pasted')
  const key = servers.getByRole('region', { name: 'Secrets of pasted' }).getByLabel('pasted-token')
  await expect(key).toBeFocused()
  await key.fill(makeSecret('key of a pasted server', 'TOKEN'))
  await key.press('Enter')
  await expect(serverItem(servers, 'pasted')).toContainText('connected')
  expect(await pressed(window)).toBe(Number(pasted))
  await closeDialog(servers)

  const before = await pressed(window)
  await window.keyboard.press('Control+Shift+S')
  await servers.getByRole('button', { name: 'Add server', exact: true }).click()
  const command = servers.getByRole('textbox', { name: 'Command', exact: true })
  await command.click()
  await command.fill([keyed.command, ...keyed.args].map((word) => JSON.stringify(word)).join(' '))
  await servers.getByRole('button', { name: 'Add variable' }).click()
  await expect(servers.getByRole('textbox', { name: 'Name 1' })).toBeFocused()
  await servers.getByRole('textbox', { name: 'Name 1' }).fill('TOKEN')
  await window.keyboard.press('Tab')
  await servers.getByLabel('Value of TOKEN').fill(makeSecret('key of a typed server', 'TOKEN'))
  await servers.getByRole('button', { name: 'Add this server' }).click()
  await answerTrust(window, 'keyed')
  await expect(serverItem(servers, 'keyed')).toContainText('connected')
  expect((await pressed(window)) - before).toBe(Number(byForm))
})

/** An existing conversation, beside which a new one begins. */
async function sendFirst(window: Page): Promise<void> {
  await sendMessage(window, 'Hello')
  await expect(answers(window).last()).toContainText('One.')
  await expect(window.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
}
