/** The application menu as data: the system's usual entries, and commands that the window carries out. */
import type { MenuItemConstructorOptions } from 'electron'
import type { EventPayload } from '../app/contract/events'
import { screenNames, screens, type Screen, type ScreenName } from '../app/contract/screens'
import { menu } from '../app/texts/compiled/window/menu'

export type MenuCommand = EventPayload<'menu.chosen'>['command']

export interface MenuOptions {
  readonly isMac: boolean
  /** Reload and developer tools. */
  readonly hasDeveloperTools: boolean
  readonly choose: (command: MenuCommand) => void
}

type Item = MenuItemConstructorOptions

/** A screen without a title does not compile. */
const titles: Readonly<Record<ScreenName, () => string>> = {
  servers: () => menu.servers(),
  import: () => menu.importConversations(),
  settings: () => menu.settings(),
  'command-menu': () => menu.commandMenu(),
  about: () => menu.about()
}

const separator: Item = { type: 'separator' }

/** In the language that is shown now; a role's own label would be in English. */
export function describeMenu({ isMac, hasDeveloperTools, choose }: MenuOptions): Item[] {
  const command = (label: string, name: MenuCommand, accelerator?: string): Item => ({
    label,
    click: () => choose(name),
    ...(accelerator === undefined ? {} : { accelerator })
  })
  const screensIn = (place: Screen['menu']) =>
    screenNames
      .filter((name) => screens[name].menu === place)
      .map((name) => command(titles[name](), name, screens[name].shortcut ?? undefined))
  const about = screensIn('help')
  const settings = screensIn('settings')
  const file = [
    command(menu.newConversation(), 'new-conversation', 'CmdOrCtrl+N'),
    separator,
    ...screensIn('file'),
    ...(isMac ? [] : settings),
    separator,
    role('close', menu.close()),
    ...(isMac ? [] : [role('quit', menu.quit())])
  ]
  const view = [
    command(menu.find(), 'find', 'CmdOrCtrl+F'),
    command(menu.search(), 'search', 'CmdOrCtrl+Shift+F'),
    ...screensIn('view'),
    separator,
    ...describeZoom(),
    ...(hasDeveloperTools ? describeDeveloperItems() : [])
  ]
  return [
    ...(isMac ? [describeMacMenu(about, settings)] : []),
    { label: menu.file(), submenu: file },
    { label: menu.edit(), submenu: describeEdit() },
    { label: menu.view(), submenu: view },
    { label: menu.window(), role: 'windowMenu' },
    { label: menu.help(), role: 'help', submenu: about }
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

function describeZoom(): Item[] {
  return [
    role('resetZoom', menu.resetZoom()),
    role('zoomIn', menu.zoomIn()),
    role('zoomOut', menu.zoomOut()),
    role('togglefullscreen', menu.fullScreen())
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
