/** Keeps the desktop as the settings say: the keys of the quick window, the sign in the tray. */
import { HostError } from '../../base/host-error'
import type { QuickShortcut, SimpleChanges } from '../../contract/simple-settings'
import type { Settings } from '../../settings/store/settings-store'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

/** What of Parley stands outside of its windows. */
export interface DesktopPort {
  /**
   * From now on these keys bring up the quick window, whatever program the person is in, and those before don't; null: none
   * do. False where another program has them: then those before still do.
   */
  takeShortcut(keys: QuickShortcut | null): boolean
  showTray(isShown: boolean): void
}

export interface HostDesktopOptions {
  readonly desktop: DesktopPort
  readonly settings: Pick<Settings, 'onChange' | 'current' | 'setValues'>
  /** What could not be had is told. */
  readonly alert: (text: LocalizedText) => void
}

export interface Desktop {
  /**
   * What the person changes in the window: keys that another program has are refused before anything is written.
   * @throws HostError DESKTOP_SHORTCUT_TAKEN, and what the settings throw
   */
  setValues(changes: SimpleChanges): Promise<void>
}

export function createDesktop({ desktop, settings, alert }: HostDesktopOptions): Desktop {
  /** Asked for last, whether they could be had or not: another change of the file says it no second time. */
  let asked: QuickShortcut | null = null
  const apply = (): void => {
    const { values } = settings.current()
    const keys = values['desktop.shortcut']
    desktop.showTray(values['desktop.tray'])
    if (keys === asked) return
    asked = keys
    if (desktop.takeShortcut(keys)) return
    // What the file no longer says is not kept either.
    desktop.takeShortcut(null)
    alert(taken())
  }
  settings.onChange(apply)
  return {
    setValues: async (changes) => {
      const { 'desktop.shortcut': keys } = changes
      if (keys !== undefined) {
        if (!desktop.takeShortcut(keys)) throw new HostError('DESKTOP_SHORTCUT_TAKEN', taken())
        asked = keys
      }
      // What could not be written does not hold; where it could, nothing is left to do.
      await settings.setValues(changes).finally(apply)
    }
  }
}

const taken = () => say('host.shortcutTaken')
