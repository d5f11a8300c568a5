/**
 * The screens that cover the page: one entry is the source of the menu item, the event that it sends and the window's
 * table of screens.
 */

export interface Screen {
  /** In Electron's form; null: none. */
  readonly shortcut: string | null
  /** Where the application menu has it; `settings` is where the system wants settings to be. */
  readonly menu: 'file' | 'settings' | 'view' | 'help'
}

export const screens = {
  servers: { shortcut: 'CmdOrCtrl+Shift+S', menu: 'file' },
  import: { shortcut: null, menu: 'file' },
  settings: { shortcut: 'CmdOrCtrl+,', menu: 'settings' },
  'command-menu': { shortcut: 'CmdOrCtrl+K', menu: 'view' },
  logs: { shortcut: null, menu: 'help' },
  shortcuts: { shortcut: 'CmdOrCtrl+/', menu: 'help' },
  about: { shortcut: null, menu: 'help' }
} as const satisfies Readonly<Record<string, Screen>>

export type ScreenName = keyof typeof screens

export const screenNames = Object.keys(screens) as [ScreenName, ...ScreenName[]]
