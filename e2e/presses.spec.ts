/**
 * A user's press counts with every input device: nothing they meant is rejected.
 * @see docs/decisions/0036-approval-needs-a-real-press.md
 */
import fs from 'node:fs'
import type { Locator, Page } from 'playwright/test'
import { notes } from './fixtures/entries'
import { expect, sharedTest as test } from './test'
import {
  callDialog,
  expectConnected,
  messageBox,
  openServers,
  personMessages,
  pressByKeyboard,
  pressIn,
  serverItem,
  trustAll,
  trustDialog
} from './window'

/** As a compromised page does: no earlier press approves anything from now on. */
const spendPresses = `(async () => {
  const input = { serverName: 'none', toolNames: ['none'], isDisabled: false }
  for (;;) {
    const { error } = await globalThis.bridge.call('server.set-tools', input)
    if (error.code === 'BRIDGE_NO_PERSON') return
  }
})()`

const spend = (window: Page) => window.evaluate(spendPresses)

test("SEC-11-4 adds folders that the user selects in the system's dialog long after the press", async ({
  start,
  workspace
}) => {
  const [garden, kitchen] = [workspace.file('garden'), workspace.file('kitchen')]
  for (const folder of [garden, kitchen]) fs.mkdirSync(folder)
  workspace.writeSettings({ mcpServers: { notes: notes() } })
  const { app, window } = await start()
  await trustAll(window, ['notes'])
  const choose = (folder: string) =>
    app.evaluate(
      ({ BrowserWindow, dialog }, { chosen, script }) => {
        dialog.showOpenDialog = async () => {
          await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script)
          return { canceled: false, filePaths: [chosen] }
        }
      },
      { chosen: folder, script: spendPresses }
    )

  await choose(garden)
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = window.getByRole('dialog', { name: 'Settings', exact: true })
  await settings.getByRole('tab', { name: 'Folders' }).click()
  await settings.getByRole('button', { name: 'Add folder' }).click()
  await expect(settings.getByRole('button', { name: `Remove ${garden}` })).toBeVisible()
  expect(JSON.parse(workspace.readSettings())).toMatchObject({ roots: [garden] })
  await window.keyboard.press('Escape')

  await sendByEnter(window, 'notes/create_note {"title":"a","content":"b"}')
  await pressIn(callDialog(window, 'notes', 'create_note'), 'Allow once')
  await choose(kitchen)
  await window.getByRole('button', { name: 'Folders', exact: true }).click()
  const folders = window.getByRole('dialog', { name: 'Folders of this conversation' })
  await folders.getByRole('button', { name: 'Add folder' }).click()
  await expect(folders.getByRole('button', { name: `Remove ${kitchen}` })).toBeVisible()
})

const ways: Readonly<Record<string, (window: Page) => Promise<void>>> = {
  Enter: (window) => messageBox(window).press('Enter'),
  'the button Send': (window) => window.getByRole('button', { name: 'Send', exact: true }).click()
}
for (const [name, send] of Object.entries(ways)) {
  test(`SEC-11-4 sends the first message of a conversation with folders by one press of ${name}`, async ({
    start,
    workspace
  }) => {
    const kitchen = workspace.file('kitchen')
    fs.mkdirSync(kitchen)
    workspace.writeSettings({ mcpServers: { notes: notes() } })
    const { app, window } = await start()
    await trustAll(window, ['notes'])
    await app.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
    }, kitchen)
    await window.getByRole('button', { name: 'Folders', exact: true }).click()
    const folders = window.getByRole('dialog', { name: 'Folders of this conversation' })
    await folders.getByRole('button', { name: 'Add folder' }).click()
    await pressIn(folders, 'Done')
    await messageBox(window).fill('notes/create_note {"title":"a","content":"b"}')
    await spend(window)
    await send(window)
    await expect(callDialog(window, 'notes', 'create_note')).toBeVisible()
    await expect(personMessages(window)).toHaveCount(1)
    await expect(window.getByRole('alert')).toHaveCount(0)
    await pressIn(callDialog(window, 'notes', 'create_note'), 'Deny')
    await expect(window.getByRole('button', { name: 'Folders: 1' })).toBeVisible()
  })
}

test('SEC-11-4 trusts a server, allows a call and removes the server by touch', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: { notes: notes() } })
  const { window } = await start()
  await tap(trustDialog(window, 'notes').getByRole('button', { name: 'Trust and start' }))
  await expectConnected(window, 1)
  await sendByEnter(window, 'notes/create_note {"title":"a","content":"b"}')
  await tap(callDialog(window, 'notes', 'create_note').getByRole('button', { name: 'Allow once' }))
  await expect(callDialog(window, 'notes', 'create_note')).toBeHidden()
  const item = serverItem(await openServers(window), 'notes')
  await tap(item.getByRole('button', { name: 'Remove', exact: true }))
  const dialog = window.getByRole('dialog', { name: 'Remove server notes?', exact: true })
  await tap(dialog.getByRole('button', { name: 'Remove', exact: true }))
  await expect(item).toHaveCount(0)
})

test('SEC-11-4 trusts, allows for longer, and removes by keyboard only, with Space as with Enter', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: { notes: notes() } })
  const { window } = await start()
  await pressByKeyboard(trustDialog(window, 'notes').getByRole('button', { name: 'Trust and start' }), ' ')
  await expectConnected(window, 1)
  await sendByEnter(window, 'notes/create_note {"title":"a","content":"b"}')
  const call = callDialog(window, 'notes', 'create_note')
  await pressByKeyboard(call.getByRole('button', { name: 'Always allow' }), ' ')
  await expect(call).toBeHidden()
  const item = serverItem(await openServers(window), 'notes')
  await pressByKeyboard(item.getByRole('button', { name: 'Remove', exact: true }))
  const dialog = window.getByRole('dialog', { name: 'Remove server notes?', exact: true })
  await pressByKeyboard(dialog.getByRole('button', { name: 'Remove', exact: true }), ' ')
  await expect(item).toHaveCount(0)
})

async function sendByEnter(window: Page, text: string): Promise<void> {
  await expect(window.locator('[data-part="dialog"]')).toHaveCount(0)
  await messageBox(window).fill(text)
  await messageBox(window).press('Enter')
}

/** As the system delivers a touch: the page turns it into a pointer and a click. */
async function tap(button: Locator): Promise<void> {
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  const session = await button.page().context().newCDPSession(button.page())
  await session.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [await middleOf(button)]
  })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

async function middleOf(button: Locator): Promise<{ readonly x: number; readonly y: number }> {
  // Until its animation is over.
  await button.hover({ force: true })
  const box = await button.boundingBox()
  if (box === null) throw new Error('It has no place in the window.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
