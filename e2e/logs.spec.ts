/** Logs that can be followed in the app, and the switch for developer tools. */
import fs from 'node:fs'
import path from 'node:path'
import { fixture } from './fixtures/entries'
import { giveFocus } from './launch'
import { expect, test } from './test'
import { closeDialog, openServers, serverItem, trustAll, trustEach } from './window'

test('SYS-20: writes and follows logs of host and servers, and shows the stderr of a failing server', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: { exits: fixture('exits-at-once'), counter: fixture('counter') } })
  const { app, window } = await start()
  await trustEach(window, ['exits', 'counter'])
  const list = await openServers(window)
  await expect(serverItem(list, 'exits').getByRole('group', { name: 'Last error output' })).toContainText(
    'NOTES_TOKEN is not set'
  )
  await expect(serverItem(list, 'counter')).toContainText('connected')
  const logs = path.join(workspace.dataFolder, 'logs')
  await expect
    .poll(() => fs.readFileSync(path.join(logs, 'servers', 'exits.log'), 'utf8'))
    .toContain('NOTES_TOKEN is not set')
  expect(fs.readFileSync(path.join(logs, 'host.log'), 'utf8')).toContain('"message":"starting"')
  await window.keyboard.press('Escape')

  await window.keyboard.press('Control+K')
  await expect(window.getByRole('combobox', { name: 'Search commands' })).toBeFocused()
  await window.keyboard.type('logs')
  await window.keyboard.press('Enter')
  const dialog = window.getByRole('dialog', { name: 'Logs', exact: true })
  const lines = dialog.getByRole('log', { name: 'Log lines' })
  await expect(lines).toContainText('Connected: protocol')
  await dialog.getByRole('searchbox', { name: 'Search the logs' }).fill('NOTES_TOKEN')
  await expect(lines).toContainText('NOTES_TOKEN is not set')
  await expect(lines).not.toContainText('Connected: protocol')
  await dialog.getByRole('searchbox', { name: 'Search the logs' }).fill('starting electron')
  await expect(lines).toContainText('Parley')
  await expect(lines).toContainText('"electron"')
  await dialog.getByRole('searchbox', { name: 'Search the logs' }).fill('')
  await expect(dialog).toContainText(`in ${logs}. Each file can grow to 5 MB, and 5 older files are kept.`)
  await expect(dialog).toContainText(/3 files, [\d.]+ kB, in \//)

  // Of one server, from one level up. The saved text is the shown text.
  const choose = async (label: string, option: string) => {
    await dialog.getByRole('combobox', { name: label }).click()
    await window.getByRole('option', { name: option, exact: true }).click()
  }
  await choose('Source', 'exits')
  await expect(lines).toContainText('NOTES_TOKEN is not set')
  await expect(lines).not.toContainText('Connected: protocol')
  await choose('Level', 'Errors only')
  await expect(lines).not.toContainText('NOTES_TOKEN is not set')
  await expect(lines).toContainText('exit code 3')
  const saved = workspace.file('logs.txt')
  await app.evaluate(({ dialog: dialogs }, filePath) => {
    dialogs.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, saved)
  await dialog.getByRole('button', { name: 'Save as…' }).click()
  await expect.poll(() => fs.existsSync(saved) && fs.readFileSync(saved, 'utf8')).toContain('exit code 3')
  const written = fs.readFileSync(saved, 'utf8').trimEnd().split('\n')
  expect(written.filter((line) => !/^\S+Z error exits /u.test(line))).toEqual([])
  await choose('Level', 'All levels')
  await choose('Source', 'Everything')

  // Live: new lines appear while it is open.
  await dialog.getByRole('searchbox', { name: 'Search the logs' }).fill('SIGKILL')
  await expect(lines).toContainText('No lines match')
  const counter = /process (\d+)/.exec(
    fs.readFileSync(path.join(logs, 'servers', 'counter.log'), 'utf8')
  )?.[1]
  process.kill(Number(counter), 'SIGKILL')
  await expect(lines).toContainText('signal SIGKILL')

  await app.evaluate(({ shell }) => {
    Object.assign(globalThis, { opened: [] })
    shell.openPath = (folder) => {
      ;(globalThis as unknown as { opened: string[] }).opened.push(folder)
      return Promise.resolve('')
    }
  })
  await dialog.getByRole('button', { name: 'Open log folder' }).click()
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened))
    .toEqual([logs])
})

test('SYS-20 DBG-06: opens developer tools only while they are on, by a switch or by a flag in the settings file after approval', async ({
  start,
  workspace
}) => {
  const mcpServers = { counter: fixture('counter') }
  workspace.writeSettings({ mcpServers })
  const { app, window } = await start()
  await trustAll(window, ['counter'])
  const inMenu = () =>
    app.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
      return items.some(({ role }) => String(role).toLowerCase() === 'toggledevtools')
    })
  const tryToOpen = () =>
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.openDevTools({ mode: 'detach' })
    )
  const press = () =>
    app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const pressed = { keyCode: 'I', modifiers: ['control', 'shift'] as ('control' | 'shift')[] }
      contents?.sendInputEvent({ type: 'keyDown', ...pressed })
      contents?.sendInputEvent({ type: 'keyUp', ...pressed })
    })
  const isOpen = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.isDevToolsOpened())
  /** Resolves once they have been opened and closed again: Electron can't open them while they close. */
  const openInVain = () =>
    app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const isClosed = new Promise<void>((resolve) => contents?.once('devtools-closed', () => resolve()))
      contents?.openDevTools({ mode: 'detach' })
      return isClosed
    })
  expect(await inMenu()).toBe(false)
  await press()
  await openInVain()
  expect(await isOpen()).toBe(false)

  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = window.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'Developer' }).click()
  await dialog.getByRole('switch', { name: 'Developer tools' }).click()
  await expect.poll(inMenu).toBe(true)
  await tryToOpen()
  await expect.poll(isOpen).toBe(true)
  await dialog.getByRole('switch', { name: 'Developer tools' }).click()
  await expect.poll(inMenu).toBe(false)
  await expect.poll(isOpen).toBe(false)
  await closeDialog(dialog)

  workspace.writeSettings({ mcpServers, desktop: { developerTools: true } })
  await expect(window.getByRole('button', { name: 'Apply change' })).toBeVisible()
  expect(await inMenu()).toBe(false)
  await window.getByRole('button', { name: 'Apply change' }).click()
  await expect.poll(inMenu).toBe(true)
  expect(await isOpen()).toBe(false)
  // The window of the tools took it, and has closed.
  await giveFocus(app)
  await press()
  await expect.poll(isOpen).toBe(true)
})
