/** Groups of servers: switched on and off together, and excluded from one conversation with one switch. */
import { fixture, readStarts } from './fixtures/entries'
import { say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import {
  backToChat,
  closeDialog,
  currentServer,
  expectConnected,
  inspect,
  openServers,
  pressByKeyboard,
  sendMessage,
  serverItem,
  serverPage,
  trustAll
} from './window'

test('switches a group of servers off and on together, and excludes it from a conversation', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[say('Hello.')]])
  const names = ['turncoat', 'described', 'counter'] as const
  const work = { group: 'Work' }
  workspace.writeSettings({
    mcpServers: {
      turncoat: { ...fixture('turncoat'), ...work },
      described: { ...fixture('described'), ...work },
      counter: fixture('counter')
    },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, names)
  const dialog = await openServers(window)
  const groups = dialog.getByRole('group', { name: 'Groups', exact: true })
  await expect(groups).toContainText('2 servers')
  await pressByKeyboard(groups.getByRole('button', { name: 'Switch off the group Work' }))
  for (const name of ['turncoat', 'described'])
    await expect(serverItem(dialog, name)).toHaveAttribute('data-state', 'stopped')
  await expect(serverItem(dialog, 'counter')).toHaveAttribute('data-state', 'connected')
  await expect(groups).toContainText('2 off')
  // The button is disabled now, and the focus moves on from there.
  await expect(groups.getByRole('button', { name: 'Switch off the group Work' })).toBeDisabled()
  await expect(groups.getByRole('button', { name: 'Switch off the group Work' })).toBeFocused()
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme })
    await window.screenshot({ path: test.info().outputPath(`groups-${colorScheme}.png`) })
  }
  await window.emulateMedia({ colorScheme: null })
  await window.setViewportSize({ width: 800, height: 600 })
  await window.screenshot({ path: test.info().outputPath('groups-small.png') })
  await window.setViewportSize({ width: 1280, height: 800 })
  await pressByKeyboard(groups.getByRole('button', { name: 'Switch on the group Work' }))
  for (const name of names) await expect(serverItem(dialog, name)).toHaveAttribute('data-state', 'connected')

  // Content that unfolds at the lower edge is scrolled into view.
  await window.setViewportSize({ width: 800, height: 600 })
  await pressByKeyboard(serverItem(dialog, 'counter').getByRole('button', { name: 'Log' }))
  await expect(serverItem(dialog, 'counter').getByRole('log')).toBeInViewport({ ratio: 0.5 })
  await window.setViewportSize({ width: 1280, height: 800 })
  const stop = serverItem(dialog, 'counter').getByRole('button', { name: 'Stop', exact: true })
  await pressByKeyboard(stop)
  await expect(serverItem(dialog, 'counter')).toHaveAttribute('data-state', 'stopped')
  await expect(stop).toBeFocused()
  await pressByKeyboard(serverItem(dialog, 'counter').getByRole('button', { name: 'Start', exact: true }))
  await expect(serverItem(dialog, 'counter')).toHaveAttribute('data-state', 'connected')
  await pressByKeyboard(serverItem(dialog, 'counter').getByRole('button', { name: 'Inspect' }))
  const page = serverPage(window, 'counter')
  await page.getByRole('textbox', { name: 'Group' }).fill('Home')
  await window.screenshot({ path: test.info().outputPath('group-field.png') })
  await pressByKeyboard(page.getByRole('button', { name: 'Save group' }))
  await backToChat(window)
  await openServers(window)
  await expect(groups).toContainText('Home')
  await closeDialog(dialog)

  await pressByKeyboard(window.getByRole('button', { name: /^Conversation settings/ }))
  const choices = window.getByRole('dialog', { name: 'Conversation settings' })
  const wholeGroup = choices.getByRole('checkbox', { name: /^Group Work/ })
  await expect(wholeGroup).toBeChecked()
  await choices.getByRole('switch', { name: 'turncoat', exact: true }).press('Space')
  await expect(wholeGroup).toBeChecked({ indeterminate: true })
  await wholeGroup.press('Space')
  await expect(choices.getByRole('switch', { name: 'turncoat', exact: true })).toBeChecked()
  await wholeGroup.press('Space')
  await expect(choices.getByRole('switch', { name: 'turncoat', exact: true })).not.toBeChecked()
  await window.screenshot({ path: test.info().outputPath('choices.png') })
  await pressByKeyboard(choices.getByRole('button', { name: 'Save', exact: true }))
  await expect(choices).toBeHidden()
  await sendMessage(window, 'Hello')
  await expect.poll(() => model.requests().length).toBe(1)
  const sent = JSON.stringify(model.requests()[0])
  expect(sent).toContain('counter__')
  expect(sent).not.toContain('turncoat__')
  expect(sent).not.toContain('described__')
})

test('keeps a server switched off over a restart, and switches it on in the same place', async ({
  start,
  workspace
}) => {
  const record = workspace.file('record')
  workspace.writeSettings({
    mcpServers: { counter: fixture('counter', `--record=${record}`), described: fixture('described') },
    models: { default: 'direct' }
  })
  const first = await start()
  await trustAll(first.window, ['counter', 'described'])
  const item = await inspect(await openServers(first.window), 'counter')
  await item.getByRole('switch', { name: 'Use this server' }).click()
  await expect(currentServer(first.window)).toContainText('stopped')
  await expect(item).toContainText('It is turned off in the settings')
  await first.quit()

  const { window } = await start()
  await expectConnected(window, 1)
  expect(readStarts(record)).toHaveLength(1)
  const again = await inspect(await openServers(window), 'counter')
  await expect(again).toContainText('It is turned off in the settings')
  await again.getByRole('switch', { name: 'Use this server' }).click()
  await expect(currentServer(window)).toContainText('connected')
  expect(readStarts(record)).toHaveLength(2)
})
