/** The application menu as data: the system's usual items, and commands that the window runs. */
import type { MenuItemConstructorOptions } from 'electron'
import type { EventPayload } from '../app/contract/bridge/events'
import {
  windowCommandNames,
  commands,
  type WindowCommand,
  type WindowCommandName
} from '../app/contract/bridge/commands'
import { menuTitle } from '../app/texts/command-titles'
import { menu } from '../app/texts/compiled/window/menu'

export type AppMenuCommand = EventPayload<'menu.chosen'>['command']

export interface MenuOptions {
  readonly isMac: boolean
  /** Reload and developer tools. */
  readonly hasDeveloperTools: boolean
  readonly choose: (command: AppMenuCommand) => void
  /** null: this build has no publisher, so there is no such place. */
  readonly openDocumentation: (() => void) | null
  /** null: this build has no updates. */
  readonly checkForUpdates: (() => void) | null
}

type Item = MenuItemConstructorOptions

const separator: Item = { type: 'separator' }

/** In the language that is shown now; a role's own label would be English. */
export function describeMenu({
  isMac,
  hasDeveloperTools,
  choose,
  openDocumentation,
  checkForUpdates
}: MenuOptions): Item[] {
  const command = (name: WindowCommandName): Item => {
    const { shortcut } = commands[name]
    return {
      label: menuTitle(name),
      click: () => choose(name),
      ...(shortcut !== null && { accelerator: shortcut })
    }
  }
  const commandsIn = (place: WindowCommand['menu']) =>
    windowCommandNames.filter((name) => commands[name].menu === place).map(command)
  const about = [command('about')]
  const settings = commandsIn('settings')
  const file = [
    ...commandsIn('file'),
    ...(isMac ? [] : settings),
    separator,
    role('close', menu.close()),
    ...(isMac ? [] : [role('quit', menu.quit())])
  ]
  const view = [
    ...commandsIn('view'),
    separator,
    ...commandsIn('zoom'),
    // Without Shift.
    { ...command('zoom-in'), accelerator: 'CmdOrCtrl+=', visible: false },
    role('togglefullscreen', menu.fullScreen()),
    ...(hasDeveloperTools ? describeDeveloperItems() : [])
  ]
  const documentation: Item[] =
    openDocumentation === null ? [] : [{ label: menu.documentation(), click: openDocumentation }]
  const updates: Item[] =
    checkForUpdates === null ? [] : [{ label: menu.checkForUpdates(), click: checkForUpdates }]
  return [
    ...(isMac ? [describeMacMenu(about, settings)] : []),
    { label: menu.file(), submenu: file },
    { label: menu.edit(), submenu: describeEdit() },
    { label: menu.view(), submenu: view },
    { label: menu.window(), role: 'windowMenu' },
    { label: menu.help(), role: 'help', submenu: [...documentation, ...commandsIn('help'), ...updates] }
  ]
}

function role(name: NonNullable<Item['role']>, label: string): Item {
  return { role: name, label }
}

function describeEdit(): Item[] {
  return [
    role('undo', menu.undo()),
    role('redo', menu.redo()),
    separator,
    role('cut', menu.cut()),
    role('copy', menu.copy()),
    role('paste', menu.paste()),
    role('delete', menu.delete()),
    separator,
    role('selectAll', menu.selectAll())
  ]
}

function describeDeveloperItems(): Item[] {
  return [separator, role('reload', menu.reload()), role('toggleDevTools', menu.developerTools())]
}

function describeMacMenu(about: readonly Item[], settings: readonly Item[]): Item {
  const submenu = [
    ...about,
    separator,
    ...settings,
    separator,
    role('services', menu.services()),
    separator,
    role('hide', menu.hide()),
    role('hideOthers', menu.hideOthers()),
    role('unhide', menu.showAll()),
    separator,
    role('quit', menu.quit())
  ]
  return { role: 'appMenu', submenu }
}
