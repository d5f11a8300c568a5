/** A tool in Inspect: its description, a call limit that applies, is explained and is removed, and `Try`. */
import fs from 'node:fs'
import { fixture } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answers,
  backToChat,
  expectConnected,
  inspect,
  openServers,
  sendMessage,
  toolCard,
  trustAll
} from './window'

test('describes a tool, limits its calls, refuses more, removes the limit, and tries it from there', async ({
  start,
  startModel,
  workspace
}) => {
  const count = { by: 2 }
  const model = await startModel([
    [call('counter', 'count', count)],
    [say('One is done.')],
    [call('counter', 'count', count)],
    [say('The second was refused.')]
  ])
  workspace.writeSettings({
    mcpServers: { gone: { command: 'no-such-command-anywhere' }, counter: fixture('counter') },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['counter'])
  await expectConnected(window, 1)
  // The name says what is connected. What failed is beside it.
  const button = window.getByRole('button', { name: 'Servers: 1 connected', exact: true })
  await expect(button).toContainText('1 failed')
  const servers = await openServers(window)
  await expect(servers.getByRole('listitem').first()).toContainText("wasn't found")

  const counter = await inspect(servers, 'counter', 'Tools')
  const row = counter.locator('[data-tool="count"]')
  await row.locator('summary').first().click()
  await expect(row).toContainText('How many to add')
  await expect(row).toContainText('whole number')
  for (const [colorScheme, size] of [
    ['light', { width: 1280, height: 800 }],
    ['dark', { width: 800, height: 600 }]
  ] as const) {
    await window.emulateMedia({ colorScheme })
    await window.setViewportSize(size)
    await row.scrollIntoViewIfNeeded()
    await window.screenshot({ path: test.info().outputPath(`tool-${colorScheme}.png`) })
  }
  await window.emulateMedia({ colorScheme: null })
  await window.setViewportSize({ width: 1280, height: 800 })
  const limits = row.getByRole('form', { name: 'Call limits for count' })
  const perConversation = limits.getByLabel('Per conversation')
  await perConversation.fill('1')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(row.locator('summary').first()).toContainText('limited')
  expect(fs.readFileSync(workspace.settingsFile, 'utf8')).toContain('"maxCallsPerConversation": 1')
  await backToChat(window)

  await sendMessage(window, 'Count, please.')
  await answerCall(window, { server: 'counter', tool: 'count', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('One is done.')
  await sendMessage(window, 'And again.')
  await expect(answers(window).last()).toContainText('The second was refused.')
  await expect(toolCard(window, 'counter', 'count').last()).toContainText(
    "The tool “count” of counter wasn't called, because it reached its limit of one call in one conversation"
  )

  await inspect(await openServers(window), 'counter', 'Tools')
  await row.locator('summary').first().click()
  await perConversation.fill('')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(row.locator('summary').first()).not.toContainText('limited')
  expect(fs.readFileSync(workspace.settingsFile, 'utf8')).not.toContain('maxCallsPerConversation')

  await row.getByRole('button', { name: 'Try count' }).click()
  await expect(counter).toBeHidden()
  const form = window.getByRole('dialog', { name: 'Arguments for count' })
  await form.getByLabel('by').fill('5')
  await form.getByRole('button', { name: 'Run tool' }).click()
  await answerCall(window, { server: 'counter', tool: 'count', answer: 'Allow once' })
  await expect(toolCard(window, 'counter', 'count').last()).toContainText('counter stands at 7')
})
