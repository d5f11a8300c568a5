/** Keeps the desktop as the settings say: the shortcut of the quick window and the tray icon. */
import { HostError } from '../../base/host-error'
import type { QuickShortcut } from '../../contract/simple-settings'
import type { Settings } from '../../settings/store/settings-store'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

/** The parts of Parley that are visible outside of its windows. */
export interface DesktopPort {
  /**
   * Registers this shortcut for the quick window instead of the previous one; null: none. False if another program
   * uses it: then the previous one stays registered.
   */
  takeShortcut(keys: QuickShortcut | null): boolean
  showTray(isShown: boolean): void
}

export interface HostDesktopOptions {
  readonly desktop: DesktopPort
  readonly settings: Pick<Settings, 'onChange' | 'current' | 'checkValues'>
  /** Notifies the user that a shortcut couldn't be registered. */
  readonly alert: (text: LocalizedText) => void
}

/** A shortcut of another program that the window sets is refused with DESKTOP_SHORTCUT_TAKEN. */
export function connectDesktop({ desktop, settings, alert }: HostDesktopOptions): void {
  /**
   * The shortcut of the last attempt, successful or not, so that an unrelated change of the file doesn't repeat the
   * notice.
   */
  let asked: QuickShortcut | null = null
  const apply = (): void => {
    const { values } = settings.current()
    const keys = values['desktop.shortcut']
    desktop.showTray(values['desktop.tray'])
    if (keys === asked) return
    asked = keys
    if (desktop.takeShortcut(keys)) return
    // A shortcut that the file no longer names is released.
    desktop.takeShortcut(null)
    alert(taken())
  }
  settings.onChange(apply)
  settings.checkValues(({ 'desktop.shortcut': keys }) => {
    if (keys !== undefined) {
      if (!desktop.takeShortcut(keys)) throw new HostError('DESKTOP_SHORTCUT_TAKEN', taken())
      asked = keys
    }
    // Restores the previous state if the write failed. After a successful write nothing changes here.
    return apply
  })
}

const taken = () => say('host.shortcutTaken')
