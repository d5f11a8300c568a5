/** The desktop as the settings describe it, with a real host and a stand-in for the desktop. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openHost, type OpenTestHost } from '../../testing/open-host'
import { soon } from '../../testing/soon'

let folder: string
let file: string
let host: OpenTestHost
/** Shortcuts that other programs use. */
let foreign: readonly string[]
let own: string | null
let hasTray: boolean

const open = async (settings: object): Promise<void> => {
  writeFileSync(file, JSON.stringify(settings))
  host = await openHost({
    folder,
    desktop: {
      takeShortcut: (keys) => {
        if (keys !== null && foreign.includes(keys)) return false
        own = keys
        return true
      },
      showTray: (isShown) => void (hasTray = isShown)
    }
  })
  await host.start()
}
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'parley-desktop-'))
  file = path.join(folder, 'settings.json')
  foreign = []
  own = null
  hasTray = false
})
afterEach(async () => {
  await host.dispose()
  rmSync(folder, { recursive: true })
})

const alerts = () => host.events.filter(({ name }) => name === 'notice.raised').map(({ payload }) => payload)

it('registers no shortcut and shows no tray icon until the settings say so, and removes both with them', async () => {
  await open({})
  expect([own, hasTray]).toEqual([null, false])
  const set = host.handlers['settings.set']
  await set({ values: { 'desktop.shortcut': 'Alt+Shift+P', 'desktop.tray': true } })
  expect([own, hasTray]).toEqual(['Alt+Shift+P', true])
  await set({ values: { 'desktop.shortcut': null, 'desktop.tray': false } })
  expect([own, hasTray]).toEqual([null, false])
})

it('refuses a shortcut of another program before anything is written', async () => {
  await open({ desktop: { shortcut: 'Alt+Shift+P' } })
  expect(own).toBe('Alt+Shift+P')
  foreign = ['CmdOrCtrl+Alt+P']
  const before = readFileSync(file, 'utf8')
  const setting = host.handlers['settings.set']({ values: { 'desktop.shortcut': 'CmdOrCtrl+Alt+P' } })
  await expect(setting).rejects.toMatchObject({ code: 'DESKTOP_SHORTCUT_TAKEN' })
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect(own).toBe('Alt+Shift+P')
})

it('reports a shortcut that the file names and another program uses once, and registers none for it', async () => {
  foreign = ['CmdOrCtrl+Alt+P']
  await open({ desktop: { shortcut: 'Alt+Shift+P' } })
  await host.handlers['app.snapshot']({})
  writeFileSync(file, JSON.stringify({ desktop: { shortcut: 'CmdOrCtrl+Alt+P' } }))
  await vi.waitFor(() => expect(alerts()).toHaveLength(1), soon)
  expect(alerts()).toMatchObject([{ level: 'alert', text: { text: 'host.shortcutTaken' } }])
  expect(own).toBeNull()
  await host.handlers['settings.set']({ values: { 'appearance.theme': 'dark' } })
  expect(alerts()).toHaveLength(1)
})

it("doesn't apply a change that couldn't be written to the file", async () => {
  await open({ desktop: { shortcut: 'Alt+Shift+P' } })
  writeFileSync(file, '{ broken')
  const setting = host.handlers['settings.set']({ values: { 'desktop.shortcut': 'CmdOrCtrl+Alt+P' } })
  await expect(setting).rejects.toMatchObject({ code: 'SETTINGS_INVALID' })
  expect(own).toBe('Alt+Shift+P')
})

it('asks for approval of a tray icon that another program writes into the file', async () => {
  await open({})
  writeFileSync(file, JSON.stringify({ desktop: { tray: true } }))
  const held = () => host.events.findLast(({ name }) => name === 'settings.changed')?.payload
  await vi.waitFor(
    () => expect(held()).toMatchObject({ held: { changes: [{ path: ['desktop', 'tray'] }] } }),
    soon
  )
  expect(hasTray).toBe(false)
})
