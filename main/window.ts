/** One window: hardened preferences, its bounds, its reload after a crash. */
import {
  BrowserWindow,
  Menu,
  nativeTheme,
  screen,
  type BrowserWindowConstructorOptions,
  type WebContents
} from 'electron'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Logger } from '../app/base/logger'
import { narrowWidth, type FirstFrame } from '../app/contract/bridge/beginning'
import type { ZoomStep } from '../app/contract/bridge/window-calls'
import { describeContextMenu } from './context-menu'
import { fitBounds, smallestWindow, type WindowBounds } from './window-state'

/** The `--surface` of the page's theme: visible before its first frame. */
const background = { light: '#ffffff', dark: '#18191d' }

export interface WindowOptions {
  /** Of the page that begins with this frame. */
  readonly addressFor: (frame: FirstFrame) => string
  readonly place: WindowBounds
  /** The quick window, which is always on top and is hidden instead of closed. */
  readonly isQuick: boolean
  /** The current zoom factor. */
  readonly zoom: () => number
  /** Whether developer tools may be open now. */
  readonly hasDeveloperTools: () => boolean
  readonly log: Logger
  /** Ctrl and the mouse wheel. */
  readonly onZoom: (step: ZoomStep) => void
  readonly onClose: (place: WindowBounds) => void
}

export interface AppWindow {
  readonly window: BrowserWindow
  readonly contents: WebContents
  /** Identifies the window of a call or a press, also after the contents were destroyed. */
  readonly contentsId: number
  /** Resolves when the page has run and its first frame is about to be drawn, or when there will be none. */
  readonly painted: Promise<void>
  readonly isQuick: boolean
  /** Whether the user may see it. */
  isInFront(): boolean
  /** Brings it to the front. */
  focus(): void
  /** Closes it permanently. */
  end(): void
}

export function openWindow(options: WindowOptions): AppWindow {
  const { addressFor, place, isQuick, zoom, log, onZoom, onClose } = options
  const window = createWindow(options)
  const { webContents } = window
  if (place.isMaximized) window.maximize()
  const painted = new Promise<void>((resolve) => {
    webContents.once('did-finish-load', () => resolve())
    webContents.once('did-fail-load', () => resolve())
    webContents.once('render-process-gone', () => resolve())
  })
  webContents.on('devtools-opened', () => {
    if (!options.hasDeveloperTools()) webContents.closeDevTools()
  })
  const keepPlace = () => onClose({ bounds: window.getNormalBounds(), isMaximized: window.isMaximized() })
  if (isQuick) window.on('hide', keepPlace)
  window.on('close', (event) => {
    if (!isQuick) return keepPlace()
    event.preventDefault()
    window.hide()
  })
  webContents.on('zoom-changed', (_event, direction) => onZoom(direction))
  // Chromium stores a zoom factor for the address, which would override the one of the window.
  webContents.on('did-finish-load', () => webContents.setZoomFactor(zoom()))
  offerContextMenu(window)
  reloadAfterCrash(window, log)
  // While the page loads and not after it, which halves the time until the window is visible. It has the page's colour.
  // But not before loading has begun: the page wouldn't notice that the window has focus.
  showOnce(window)
  void window
    .loadURL(addressFor(chooseFrame(window, options)))
    .catch((error: unknown) => log.error('the page could not be loaded', { error }))
  return {
    window,
    contents: webContents,
    contentsId: webContents.id,
    isQuick,
    painted,
    isInFront: () =>
      !window.isDestroyed() && window.isVisible() && !window.isMinimized() && window.isFocused(),
    focus: () => {
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    end: () => {
      if (!isQuick) return window.close()
      keepPlace()
      window.destroy()
    }
  }
}

/** For the width that the page will have. The page corrects a wrong guess, for example in a tiled window. */
function chooseFrame(window: BrowserWindow, { place, isQuick, zoom }: WindowOptions): FirstFrame {
  if (isQuick) return 'quick'
  const bounds = window.getNormalBounds()
  const { width } = place.isMaximized ? screen.getDisplayMatching(bounds).workArea : bounds
  return width / zoom() < narrowWidth ? 'narrow' : 'wide'
}

/** When its page has begun to load, or failed to. A later failure shows no hidden window. */
function showOnce(window: BrowserWindow): void {
  const { webContents } = window
  const show = () => {
    webContents.off('did-navigate', show)
    webContents.off('did-fail-load', show)
    window.show()
  }
  webContents.on('did-navigate', show)
  webContents.on('did-fail-load', show)
}

/** The smallest size of a window: every question fits. */
const quickLooks: BrowserWindowConstructorOptions = {
  ...smallestWindow,
  alwaysOnTop: true,
  skipTaskbar: true,
  autoHideMenuBar: true,
  maximizable: false,
  minimizable: false,
  fullscreenable: false
}

/** @see Electron's security checklist 2 to 4, 6 and 12. */
function createWindow({ place, isQuick, zoom }: WindowOptions): BrowserWindow {
  const workAreas = screen.getAllDisplays().map((display) => display.workArea)
  return new BrowserWindow({
    width: 1180,
    height: 780,
    ...(isQuick && quickLooks),
    ...fitBounds(place.bounds, workAreas),
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    title: 'Parley',
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: {
      preload: path.join(import.meta.dirname, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      // For views only: `views/view-guests.ts` admits nothing else.
      webviewTag: true,
      zoomFactor: zoom(),
      // On other systems Chromium would download dictionaries; macOS has its own. Decision 0083.
      spellcheck: process.platform === 'darwin',
      // Otherwise compiled scripts are cached only from the third start after an update on, and without what runs last.
      v8CacheOptions: 'bypassHeatCheckAndEagerCompile'
    }
  })
}

function offerContextMenu(window: BrowserWindow): void {
  const { webContents } = window
  webContents.on('context-menu', (_event, params) => {
    const items = describeContextMenu(params, {
      replace: (word) => webContents.replaceMisspelling(word),
      learn: (word) => webContents.session.addWordToSpellCheckerDictionary(word)
    })
    if (items.length > 0) Menu.buildFromTemplate([...items]).popup({ window })
  })
}

/** Reloads after a crash. A page that crashes repeatedly isn't reloaded, or it would never stop. */
function reloadAfterCrash(window: BrowserWindow, log: Logger): void {
  const crashes: number[] = []
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || window.isDestroyed()) return
    const now = performance.now()
    crashes.push(now)
    const recent = crashes.filter((at) => now - at < 60_000).length
    log.error('the page crashed', { reason: details.reason, exitCode: details.exitCode, recent })
    // Not inside the event: the crashed page is still being destroyed.
    if (recent <= 3) setImmediate(() => window.isDestroyed() || window.webContents.reload())
  })
}
