/** Several windows, with the parts of Electron that they use. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLogger, SecretRegistry } from '../app/base/logger'
import { createWindows, type AppWindows } from './windows'

const electron = await vi.hoisted(async () => {
  const { EventEmitter } = await import('node:events')
  const made: FakeWindow[] = []
  class FakeContents extends EventEmitter {
    readonly id = made.length + 1
    zoom = 0
    setZoomFactor = (zoom: number) => void (this.zoom = zoom)
  }
  class FakeWindow extends EventEmitter {
    readonly webContents = new FakeContents()
    readonly options: Electron.BrowserWindowConstructorOptions
    address = ''
    bounds: Electron.Rectangle
    constructor(options: Electron.BrowserWindowConstructorOptions) {
      super()
      this.options = options
      const { x = 100, y = 100, width = 0, height = 0 } = options
      this.bounds = { x, y, width, height }
      made.push(this)
    }
    loadURL = (address: string) => Promise.resolve(void (this.address = address))
    getNormalBounds = () => this.bounds
    isMaximized = () => false
    isMinimized = () => false
    isShown = true
    hasFocus = false
    isVisible = () => this.isShown
    isFocused = () => this.hasFocus
    isDestroyed = () => false
    show = () => void (this.isShown = true)
    hide = () => {
      this.isShown = false
      this.emit('hide')
    }
    focus = () => void this.emit('focus')
    close = () => {
      let isPrevented = false
      this.emit('close', { preventDefault: () => (isPrevented = true) })
      if (!isPrevented) this.emit('closed')
    }
    destroy = () => void this.emit('closed')
  }
  return { made, FakeWindow }
})
vi.mock('electron', () => ({
  app: { getPreferredSystemLanguages: () => ['en'] },
  BrowserWindow: electron.FakeWindow,
  nativeTheme: { themeSource: 'system', shouldUseDarkColors: false },
  screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] }
}))

let folder: string
let windows: AppWindows
const start = (): void => {
  electron.made.length = 0
  windows = createWindows({
    url: 'app://parley/index.html',
    stateFile: path.join(folder, 'window.json'),
    hasDeveloperTools: false,
    log: createLogger(() => {}, { secrets: new SecretRegistry(), now: () => 0 })
  })
}
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'parley-windows-'))
  start()
})
afterEach(() => rmSync(folder, { recursive: true }))

const fake = (index: number) => electron.made[index] as InstanceType<typeof electron.FakeWindow>
const ids = () => windows.all().map(({ contentsId }) => contentsId)

it('identifies each by its contents until it is closed, and closing one leaves the others open', () => {
  const heard: number[] = []
  windows.open()
  windows.each(({ contentsId }) => void heard.push(contentsId))
  windows.open()
  expect(heard).toEqual([1, 2])
  expect(windows.find(1)?.contentsId).toBe(1)
  fake(0).close()
  expect(ids()).toEqual([2])
  expect(windows.find(1)).toBeNull()
})

it('returns the last focused one as the current one', () => {
  expect(windows.current()).toBeNull()
  windows.open()
  windows.open()
  expect(windows.current()?.contentsId).toBe(2)
  fake(0).focus()
  expect(windows.current()?.contentsId).toBe(1)
  fake(0).close()
  expect(windows.current()?.contentsId).toBe(2)
  fake(1).close()
  windows.focus()
  expect(ids()).toEqual([3])
})

it('restores each to its own bounds, and opens a new one next to the current one', () => {
  windows.open()
  fake(0).bounds = { x: 10, y: 20, width: 800, height: 600 }
  windows.open()
  expect(fake(1).options).toMatchObject({ x: 42, y: 52, width: 800, height: 600 })
  fake(1).bounds = { x: 700, y: 300, width: 900, height: 700 }
  fake(1).close()
  fake(0).close()
  start()
  windows.open()
  windows.open()
  expect(fake(0).options).toMatchObject({ x: 10, y: 20, width: 800, height: 600 })
  expect(fake(1).options).toMatchObject({ x: 700, y: 300, width: 900, height: 700 })
})

it('applies the last zoom to all, also to those that open later and at the next start', () => {
  windows.open()
  windows.open()
  windows.zoom('in')
  expect([fake(0), fake(1)].map(({ webContents }) => webContents.zoom)).toEqual([1.1, 1.1])
  fake(1).webContents.emit('zoom-changed', {}, 'in')
  expect(fake(0).webContents.zoom).toBe(1.25)
  start()
  windows.open()
  expect(fake(0).options.webPreferences?.zoomFactor).toBe(1.25)
})

it('starts a page in the language of the last settings, with the requested view', () => {
  windows.open()
  windows.setLanguage('de')
  windows.open({ type: 'conversation', conversationId: 'c1' })
  expect([fake(0).address, fake(1).address]).toEqual([
    'app://parley/index.html?en-wide#en',
    'app://parley/index.html?de-wide#de/conversation/c1'
  ])
})

it('hides the quick window instead of closing it, and shows it again unchanged', () => {
  windows.open()
  windows.toggleQuick()
  expect(fake(1).address).toBe('app://parley/index.html?en-quick#en/quick')
  expect(windows.current()?.contentsId).toBe(2)
  expect(windows.whole()?.contentsId).toBe(1)
  fake(1).close()
  expect([fake(1).isShown, ids(), windows.current()?.contentsId]).toEqual([false, [1, 2], 1])
  windows.toggleQuick()
  expect([fake(1).isShown, electron.made.length]).toEqual([true, 2])
  fake(1).hasFocus = true
  windows.toggleQuick()
  expect(fake(1).isShown).toBe(false)
})

it('leaves the bounds of others to them when the quick window opens, and focuses a full window for the window command', () => {
  windows.toggleQuick()
  fake(0).bounds = { x: 5, y: 5, width: 640, height: 480 }
  windows.focus()
  expect(ids()).toEqual([1, 2])
  expect(fake(1).options).not.toMatchObject({ x: 37 })
  windows.endQuick()
  expect(ids()).toEqual([2])
})

it('shows the quick window where it was hidden, also after a restart, and in its size', () => {
  windows.toggleQuick()
  expect(fake(0).options).toMatchObject({ width: 640, height: 480, alwaysOnTop: true })
  fake(0).bounds = { x: 900, y: 300, width: 700, height: 500 }
  windows.showQuick(false)
  start()
  windows.toggleQuick()
  expect(fake(0).options).toMatchObject({ x: 900, y: 300, width: 700, height: 500 })
  fake(0).bounds = { x: 20, y: 30, width: 640, height: 480 }
  windows.endQuick()
  start()
  windows.open()
  windows.toggleQuick()
  expect(fake(0).options).not.toMatchObject({ x: 20 })
  expect(fake(1).options).toMatchObject({ x: 20, y: 30, width: 640, height: 480 })
})

it('notifies when no window is visible any more, for any reason', () => {
  const seen: number[] = []
  windows.onNoneSeen(() => void seen.push(windows.all().length))
  windows.open()
  windows.toggleQuick()
  fake(0).close()
  expect(seen).toEqual([])
  windows.showQuick(false)
  expect(seen).toEqual([1])
  windows.endQuick()
  expect(seen).toEqual([1, 0])
})

it('notifies once ever that Parley keeps running', () => {
  expect([windows.noteStay(), windows.noteStay()]).toEqual([true, false])
  start()
  expect(windows.noteStay()).toBe(false)
})
