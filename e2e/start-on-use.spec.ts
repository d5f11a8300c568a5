/**
 * A server that starts when it is used: chosen in its details, asleep after a restart, woken by a call of the model.
 */
import { fixture, notes, readStarts } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { expect, sharedTest, test } from './test'
import {
  answerCall,
  answers,
  backToChat,
  callUp,
  chips,
  closeDialog,
  messageBox,
  openServers,
  pressByKeyboard,
  sendMessage,
  serverItem,
  serverPage,
  toolCard,
  trustAll,
  trustEach
} from './window'

sharedTest(
  'leaves a server that starts when it is used asleep until a model calls one of its tools',
  async ({ start, startModel, workspace }) => {
    const model = await startModel([[call('turncoat', 'add_note', { note: 'tea' })], [say('Noted.')]])
    const record = workspace.file('record')
    workspace.writeSettings({
      mcpServers: { turncoat: fixture('turncoat', `--record=${record}`) },
      ...model.settings
    })
    const first = await start()
    await trustAll(first.window, ['turncoat'])
    const item = serverItem(await openServers(first.window), 'turncoat')
    await pressByKeyboard(item.getByRole('button', { name: 'Inspect' }))
    const page = serverPage(first.window, 'turncoat')
    await pressByKeyboard(page.getByRole('switch', { name: "Start it when it's used" }))
    await expect(page.getByRole('switch', { name: "Start it when it's used" })).toBeChecked()
    await first.quit()
    expect(readStarts(record)).toHaveLength(1)

    const { window } = await start()
    const dialog = await openServers(window)
    const asleep = serverItem(dialog, 'turncoat')
    await expect(asleep).toContainText('starts when used')
    await expect(asleep).toContainText('1 tool')
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.emulateMedia({ colorScheme })
      await window.screenshot({ path: test.info().outputPath(`asleep-${colorScheme}.png`) })
    }
    await closeDialog(dialog)
    await window.getByRole('button', { name: 'New conversation' }).click()
    await sendMessage(window, 'Note tea.')
    await answerCall(window, { server: 'turncoat', tool: 'add_note', answer: 'Allow once' })
    await expect(toolCard(window, 'turncoat', 'add_note')).toContainText('done')
    expect(readStarts(record)).toHaveLength(2)
    await expect(serverItem(await openServers(window), 'turncoat')).toContainText('connected')
  }
)

sharedTest(
  'puts an unused server to sleep, and wakes it for one of its prompts',
  async ({ start, startModel, workspace }) => {
    const model = await startModel([[say('Two notes.')]])
    const entry = { ...notes(), startOnUse: true, sleepAfterMs: 3_000 }
    workspace.writeSettings({ mcpServers: { drowsy: entry }, ...model.settings })
    const { window } = await start()
    const dialog = await openServers(window)
    const item = serverItem(dialog, 'drowsy')
    // Until Parley has read the settings there is no server, and the dialog opens with the form.
    const all = dialog.getByRole('button', { name: 'All servers', exact: true })
    await expect(item.or(all)).toBeVisible()
    if (await all.isVisible()) await all.click()
    await expect(item).toContainText("Parley doesn't know yet what it offers. Start it once.")
    await pressByKeyboard(item.getByRole('button', { name: 'Start', exact: true }))
    await trustEach(window, ['drowsy'])
    await expect(item).toContainText('starts when used')
    await pressByKeyboard(item.getByRole('button', { name: 'Inspect' }))
    const page = serverPage(window, 'drowsy')
    await expect(page.getByRole('combobox', { name: 'Stop when unused for' })).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.emulateMedia({ colorScheme })
      await window.screenshot({ path: test.info().outputPath(`sleeps-${colorScheme}.png`) })
    }
    await backToChat(window)

    await (await callUp(window, '/summ')).click()
    await expect(chips(window)).toContainText([/summarize_notes/])
    await messageBox(window).press('Enter')
    await expect(answers(window).last()).toContainText('Two notes.')
    expect(JSON.stringify(model.requests()[0])).toContain('Please summarize')
  }
)
