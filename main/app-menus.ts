/**
 * Everything of Parley outside of its windows: the application menu, the tray, the shortcut of the quick window. Also
 * while Parley runs without a window.
 */
import { app, Menu, shell } from 'electron'
import path from 'node:path'
import type { Logger } from '../app/base/logger'
import type { Language } from '../app/contract/limits'
import { isPlaceholder, product } from '../app/contract/product'
import { notifications } from '../app/texts/compiled/window/notifications'
import { showLanguage } from '../app/texts/translated'
import { publishEvent } from './ipc/publish'
import { checkLink } from './link'
import { describeMenu, type AppMenuCommand, type MenuOptions } from './menu'
import { createNotifications } from './notifications'
import type { AppWindow } from './window'
import type { AppWindows } from './windows'
import { createElectronDesktop, type ElectronDesktop } from './desktop/desktop'

export interface AppMenus {
  readonly desktop: ElectronDesktop
  /** Sets the language of the next page and of all menus. */
  readonly speak: (language: Language) => void
}

export interface AppMenusOptions {
  readonly windows: AppWindows
  readonly log: Logger
  /** null: this build has no updates. */
  readonly checkForUpdates: (() => void) | null
}

export function createAppMenus({ windows, log, checkForUpdates }: AppMenusOptions): AppMenus {
  const desktop = createElectronDesktop({
    iconFile: path.join(app.getAppPath(), 'resources', 'icon.png'),
    log: log.in('desktop'),
    onNew: () => {
      const whole = windows.whole()
      if (whole === null) return void windows.open({ type: 'new' })
      whole.focus()
      tell(whole, 'new-conversation')
    },
    onQuick: windows.toggleQuick,
    onOpen: windows.focus,
    onQuit: () => app.quit()
  })
  const news = createNotifications(windows.focus)
  windows.onNoneSeen(() => {
    // A hidden quick window would keep Parley running invisibly.
    if (!desktop.isTrayShown()) windows.endQuick()
    else if (windows.noteStay()) news({ text: notifications.staysInTray(), conversationId: null })
  })
  // Without the tray icon, the user couldn't reach it any more.
  desktop.onTrayGone(() => windows.current() ?? windows.open())
  let drawn = ''
  const drawMenus = (language: Language): void => {
    const shown = `${language} ${windows.developerTools()}`
    // Each change of a setting leads here, and drawing takes 15 ms.
    if (shown === drawn) return
    drawn = shown
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(describeMenu({ ...menuOptions(windows), checkForUpdates }))
    )
    desktop.drawMenu()
  }
  return {
    desktop,
    speak: (language) => {
      windows.setLanguage(language)
      showLanguage(language).then(
        () => drawMenus(language),
        (error: unknown) => log.error('the language could not be loaded', { language, error })
      )
    }
  }
}

function menuOptions(windows: AppWindows): Omit<MenuOptions, 'checkForUpdates'> {
  return {
    isMac: process.platform === 'darwin',
    hasDeveloperTools: windows.developerTools(),
    // Chosen in the system's menu, so there is no press in a page.
    choose: (command) => {
      const current = windows.current()
      if (command === 'quick-window') windows.toggleQuick()
      else if (command === 'new-window' || current === null) windows.open({ type: 'new' })
      else tell(current, command)
    },
    openDocumentation: isPlaceholder(product.homepage)
      ? null
      : () => void shell.openExternal(checkLink(product.homepage))
  }
}

/** Not a change of the host's state, so it has no revision of its own. */
function tell({ contents }: AppWindow, command: AppMenuCommand): void {
  publishEvent(contents, { name: 'menu.chosen', revision: 0, payload: { command } })
}
