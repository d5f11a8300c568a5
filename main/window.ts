/** The one window: hardened preferences, its place on the screen, its return after a crash. */
import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import path from 'node:path'
import type { Logger } from '../app/base/logger'
import type { Language } from '../app/contract/limits'
import { chooseLanguage } from '../app/texts/translated'
import {
  fitBounds,
  readWindowState,
  smallestWindow,
  writeWindowState,
  type WindowState
} from './window-state'

/** The `--surface` of the page's theme: what is seen before its first frame. */
const background = { light: '#ffffff', dark: '#18191d' }

export interface WindowOptions {
  readonly url: string
  /** `window.json` */
  readonly stateFile: string
  readonly hasDeveloperTools: boolean
  readonly log: Logger
}

export interface AppWindow {
  readonly window: BrowserWindow
  /** Resolves when the first frame is on the screen, or when there will be none. */
  readonly painted: Promise<void>
  /** In which the page begins. */
  readonly language: Language
  /** Colours of the system's own parts and of the next start. */
  setTheme(theme: WindowState['theme']): void
  /** That of the next start's first frame. */
  setLanguage(language: Language): void
  /** Brings it to the front. */
  focus(): void
}

export function openWindow({ url, stateFile, hasDeveloperTools, log }: WindowOptions): AppWindow {
  let state = readWindowState(stateFile)
  nativeTheme.themeSource = state.theme
  const window = createWindow(state, hasDeveloperTools)
  const save = (changes: Partial<WindowState>): void => {
    state = { ...state, ...changes }
    try {
      writeWindowState(stateFile, state)
    } catch (error) {
      log.warn('the place of the window could not be saved', { error })
    }
  }
  if (state.isMaximized) window.maximize()
  const painted = new Promise<void>((resolve) => {
    window.once('ready-to-show', () => {
      window.show()
      resolve()
    })
    window.webContents.once('did-fail-load', () => resolve())
    window.webContents.once('render-process-gone', () => resolve())
  })
  window.on('close', () => save({ bounds: window.getNormalBounds(), isMaximized: window.isMaximized() }))
  reloadAfterCrash(window, log)
  const language = state.language ?? chooseLanguage('system', app.getPreferredSystemLanguages())
  void window
    .loadURL(`${url}#${language}`)
    .catch((error: unknown) => log.error('the page could not be loaded', { error }))
  return {
    window,
    painted,
    language,
    setTheme: (theme) => {
      nativeTheme.themeSource = theme
      if (theme !== state.theme) save({ theme })
    },
    setLanguage: (chosen) => {
      if (chosen !== state.language) save({ language: chosen })
    },
    focus: () => {
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    }
  }
}

/** @see Electron's security checklist 2 to 4, 6 and 12. */
function createWindow(state: WindowState, hasDeveloperTools: boolean): BrowserWindow {
  const workAreas = screen.getAllDisplays().map((display) => display.workArea)
  return new BrowserWindow({
    width: 1180,
    height: 780,
    ...fitBounds(state.bounds, workAreas),
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
      webviewTag: false,
      // Elsewhere Chromium would fetch dictionaries from the network; macOS has its own.
      spellcheck: process.platform === 'darwin',
      devTools: hasDeveloperTools
    }
  })
}

/** One crash is mended by itself; a page that crashes again and again is left, or it would never stop. */
function reloadAfterCrash(window: BrowserWindow, log: Logger): void {
  const crashes: number[] = []
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || window.isDestroyed()) return
    const now = performance.now()
    crashes.push(now)
    const recent = crashes.filter((at) => now - at < 60_000).length
    log.error('the page crashed', { reason: details.reason, exitCode: details.exitCode, recent })
    // Not inside the event: the crashed page is still being torn down.
    if (recent <= 3) setImmediate(() => window.isDestroyed() || window.webContents.reload())
  })
}
