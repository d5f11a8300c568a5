/**
 * The parts of Parley outside of its windows, with Electron: the global shortcut of the quick window, and the tray
 * icon. Both are off until the settings say otherwise.
 */
import { globalShortcut, Menu, nativeImage, Tray, type MenuItemConstructorOptions } from 'electron'
import type { Logger } from '../../app/base/logger'
import type { QuickShortcut } from '../../app/contract/simple-settings'
import type { DesktopPort } from '../../app/host/desktop/host-desktop'
import { menuTitle } from '../../app/texts/command-titles'
import { menu } from '../../app/texts/compiled/window/menu'

export interface DesktopOptions extends TrayActions {
  readonly iconFile: string
  readonly log: Logger
}

export interface ElectronDesktop extends DesktopPort {
  isTrayShown(): boolean
  /** Called when the settings remove the tray icon. */
  onTrayGone(listener: () => void): void
  /** Draws the menu of the tray in the language that is shown now. */
  drawMenu(): void
  end(): void
}

export function createElectronDesktop({ iconFile, log, ...acts }: DesktopOptions): ElectronDesktop {
  let taken: QuickShortcut | null = null
  let tray: Tray | null = null
  let onGone = (): void => {}
  const drawMenu = (): void => tray?.setContextMenu(Menu.buildFromTemplate(describeTrayMenu(acts)))
  const takeShortcut = (keys: QuickShortcut | null): boolean => {
    if (keys === taken) return true
    if (keys !== null && !register(keys, acts.onQuick, log)) return false
    if (taken !== null) globalShortcut.unregister(taken)
    taken = keys
    return true
  }
  const removeTray = (): void => {
    tray?.destroy()
    tray = null
  }
  const makeTray = (): void => {
    tray = new Tray(readIcon(iconFile))
    tray.setToolTip('Parley')
    // On macOS a click opens the menu, and would bring up a window behind it.
    if (process.platform !== 'darwin') tray.on('click', acts.onOpen)
    drawMenu()
  }
  return {
    takeShortcut,
    showTray: (isShown) => {
      if (isShown === (tray !== null)) return
      if (isShown) return makeTray()
      removeTray()
      onGone()
    },
    isTrayShown: () => tray !== null,
    onTrayGone: (listener) => void (onGone = listener),
    drawMenu,
    end: () => {
      takeShortcut(null)
      removeTray()
    }
  }
}

function readIcon(file: string): Electron.NativeImage {
  return nativeImage.createFromPath(file).resize({ width: process.platform === 'darwin' ? 18 : 32 })
}

function register(keys: QuickShortcut, act: () => void, log: Logger): boolean {
  try {
    return globalShortcut.register(keys, act)
  } catch (error) {
    log.warn('the system accepts no global shortcut', { error })
    return false
  }
}

interface TrayActions {
  readonly onNew: () => void
  readonly onQuick: () => void
  readonly onOpen: () => void
  readonly onQuit: () => void
}

/** In the language that is shown now. */
function describeTrayMenu({ onNew, onQuick, onOpen, onQuit }: TrayActions): MenuItemConstructorOptions[] {
  return [
    { label: menuTitle('new-conversation'), click: onNew },
    { label: menuTitle('quick-window'), click: onQuick },
    { label: menu.openParley(), click: onOpen },
    { type: 'separator' },
    { label: menuTitle('quit'), click: onQuit }
  ]
}
