/** The menu of the tray icon, as data. */
import type { MenuItemConstructorOptions } from 'electron'
import { menuTitle } from '../../app/texts/command-titles'
import { menu } from '../../app/texts/compiled/window/menu'

export interface TrayActions {
  readonly onNew: () => void
  readonly onQuick: () => void
  readonly onOpen: () => void
  readonly onQuit: () => void
}

/** In the language that is shown now. */
export function describeTrayMenu({
  onNew,
  onQuick,
  onOpen,
  onQuit
}: TrayActions): MenuItemConstructorOptions[] {
  return [
    { label: menuTitle('new-conversation'), click: onNew },
    { label: menuTitle('quick-window'), click: onQuick },
    { label: menu.openParley(), click: onOpen },
    { type: 'separator' },
    { label: menuTitle('quit'), click: onQuit }
  ]
}
