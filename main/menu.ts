/** The application menu as data: the system's usual entries, and commands that the window carries out. */
import type { MenuItemConstructorOptions } from 'electron'
import type { EventPayload } from '../app/contract/events'

export type MenuCommand = EventPayload<'menu.chosen'>['command']

export interface MenuOptions {
  readonly isMac: boolean
  /** Reload and developer tools. */
  readonly hasDeveloperTools: boolean
  readonly choose: (command: MenuCommand) => void
}

export function describeMenu({
  isMac,
  hasDeveloperTools,
  choose
}: MenuOptions): MenuItemConstructorOptions[] {
  const command = (label: string, name: MenuCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => choose(name),
    ...(accelerator === undefined ? {} : { accelerator })
  })
  const about = command('About Parley', 'about')
  const settings = command('Settings…', 'settings', 'CmdOrCtrl+,')
  const file = [
    command('New conversation', 'new-conversation', 'CmdOrCtrl+N'),
    { type: 'separator' as const },
    command('Servers…', 'servers', 'CmdOrCtrl+Shift+S'),
    ...(isMac ? [] : [settings]),
    { type: 'separator' as const },
    { role: 'close' as const },
    ...(isMac ? [] : [{ role: 'quit' as const }])
  ]
  const view = [
    command('Search conversations', 'search', 'CmdOrCtrl+Shift+F'),
    command('Command menu', 'command-menu', 'CmdOrCtrl+K'),
    { type: 'separator' as const },
    { role: 'resetZoom' as const },
    { role: 'zoomIn' as const },
    { role: 'zoomOut' as const },
    { role: 'togglefullscreen' as const },
    ...(hasDeveloperTools ? developerItems : [])
  ]
  return [
    ...(isMac ? [describeMacMenu(about, settings)] : []),
    { label: '&File', submenu: file },
    { role: 'editMenu' },
    { label: '&View', submenu: view },
    { role: 'windowMenu' },
    { role: 'help', submenu: [about] }
  ]
}

const developerItems: MenuItemConstructorOptions[] = [
  { type: 'separator' },
  { role: 'reload' },
  { role: 'toggleDevTools' }
]

function describeMacMenu(
  about: MenuItemConstructorOptions,
  settings: MenuItemConstructorOptions
): MenuItemConstructorOptions {
  const separator = { type: 'separator' as const }
  const hiding = [{ role: 'hide' as const }, { role: 'hideOthers' as const }, { role: 'unhide' as const }]
  const submenu = [
    about,
    separator,
    settings,
    separator,
    { role: 'services' as const },
    separator,
    ...hiding,
    separator
  ]
  return { role: 'appMenu', submenu: [...submenu, { role: 'quit' }] }
}
