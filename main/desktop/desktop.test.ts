/** Global shortcut and tray, as Electron gets the requests. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLogger, SecretRegistry } from '../../app/base/logger'
import { showLanguage } from '../../app/texts/translated'
import { createElectronDesktop, type ElectronDesktop } from './desktop'

const electron = await vi.hoisted(async () => {
  const { EventEmitter } = await import('node:events')
  const taken = new Map<string, () => void>()
  const foreign = new Set<string>()
  const trays: FakeTray[] = []
  class FakeTray extends EventEmitter {
    items: { label?: string; click?: () => void }[] = []
    constructor() {
      super()
      trays.push(this)
    }
    setToolTip = () => {}
    setContextMenu = (items: FakeTray['items']) => void (this.items = items)
    destroy = () => void trays.splice(trays.indexOf(this), 1)
  }
  const globalShortcut = {
    register: (keys: string, act: () => void) => {
      if (keys === 'CmdOrCtrl+Alt+P') throw new Error('no such keys here')
      if (foreign.has(keys)) return false
      taken.set(keys, act)
      return true
    },
    unregister: (keys: string) => void taken.delete(keys)
  }
  return { taken, foreign, trays, FakeTray, globalShortcut }
})
vi.mock('electron', () => ({
  globalShortcut: electron.globalShortcut,
  Menu: { buildFromTemplate: (items: unknown) => items },
  nativeImage: { createFromPath: () => ({ resize: () => ({}) }) },
  Tray: electron.FakeTray
}))

const acts = { onNew: vi.fn(), onQuick: vi.fn(), onOpen: vi.fn(), onQuit: vi.fn() }
let desktop: ElectronDesktop
beforeEach(() => {
  electron.taken.clear()
  electron.foreign.clear()
  electron.trays.length = 0
  vi.clearAllMocks()
  desktop = createElectronDesktop({
    iconFile: 'icon.png',
    log: createLogger(() => {}, { secrets: new SecretRegistry(), now: () => 0 }),
    ...acts
  })
})

afterEach(() => showLanguage('en'))

const keys = () => [...electron.taken.keys()]

it("registers one shortcut at a time, and keeps it if the next isn't available", () => {
  expect(desktop.takeShortcut('Alt+Shift+P')).toBe(true)
  electron.taken.get('Alt+Shift+P')?.()
  expect(acts.onQuick).toHaveBeenCalledOnce()
  electron.foreign.add('CmdOrCtrl+Alt+Space')
  expect(desktop.takeShortcut('CmdOrCtrl+Alt+Space')).toBe(false)
  expect(desktop.takeShortcut('CmdOrCtrl+Alt+P')).toBe(false)
  expect(keys()).toEqual(['Alt+Shift+P'])
  expect(desktop.takeShortcut('CmdOrCtrl+Shift+Space')).toBe(true)
  expect(keys()).toEqual(['CmdOrCtrl+Shift+Space'])
  expect(desktop.takeShortcut(null)).toBe(true)
  expect(keys()).toEqual([])
})

it('offers actions in the tray, in the language that is shown, and runs them', async () => {
  desktop.showTray(true)
  desktop.showTray(true)
  const [tray] = electron.trays
  const labels = () => tray?.items.flatMap(({ label }) => label ?? [])
  expect(labels()).toEqual(['New conversation', 'Quick window', 'Open Parley', 'Quit Parley'])
  for (const { click } of tray?.items ?? []) click?.()
  tray?.emit('click')
  expect(Object.values(acts).map((act) => act.mock.calls.length)).toEqual([1, 1, 2, 1])
  await showLanguage('de')
  desktop.drawMenu()
  expect(labels()).toEqual(['Neues Gespräch', 'Schnellfenster', 'Parley öffnen', 'Parley beenden'])
})

it('notifies when the settings remove the tray icon, and leaves nothing behind at the end', () => {
  const gone = vi.fn()
  desktop.onTrayGone(gone)
  desktop.showTray(true)
  desktop.showTray(false)
  expect(gone).toHaveBeenCalledOnce()
  desktop.showTray(true)
  desktop.takeShortcut('Alt+Shift+P')
  desktop.end()
  expect([keys(), electron.trays, desktop.isTrayShown()]).toEqual([[], [], false])
  expect(gone).toHaveBeenCalledOnce()
})

it('brings up the window when its tray icon is clicked, except on macOS, where the menu opens', () => {
  const click = (platform: NodeJS.Platform): void => {
    const own = Object.getOwnPropertyDescriptor(process, 'platform')
    Object.defineProperty(process, 'platform', { ...own, value: platform })
    try {
      desktop.showTray(true)
      electron.trays[0]?.emit('click')
      desktop.showTray(false)
    } finally {
      Object.defineProperty(process, 'platform', { ...own })
    }
  }
  click('darwin')
  expect(acts.onOpen).not.toHaveBeenCalled()
  click('win32')
  expect(acts.onOpen).toHaveBeenCalledOnce()
})
