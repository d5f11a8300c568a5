/** The global shortcut of the quick window: one of a few, or none. */
import type { QuickShortcut } from '../../app/contract/simple-settings'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import { saveSettings, useSetting } from '../bridge/settings'
import { useCommand } from '../bridge/use-command'
import { describeShortcut } from '../parts/describe-shortcut'
import { Select } from '../ui/controls/select'

/** The window imports no values from the settings' table; a missing one here does not compile. */
const offered: Readonly<Record<QuickShortcut, true>> = {
  'CmdOrCtrl+Shift+Space': true,
  'CmdOrCtrl+Alt+Space': true,
  'CmdOrCtrl+Alt+P': true,
  'Alt+Shift+P': true
}
const none = 'none'

export function QuickShortcutChoice() {
  const shortcut = useSetting('desktop.shortcut')
  const { run, failure } = useCommand()
  const options = [
    { value: none, label: texts.noShortcut() },
    ...Object.keys(offered).map((value) => ({ value, label: describeShortcut(value) }))
  ]
  const choose = (value: string) => {
    const keys = value === none ? null : (value as QuickShortcut)
    void run(() => saveSettings({ 'desktop.shortcut': keys }))
  }
  return (
    <Select
      label={texts.quickShortcut()}
      hint={texts.quickShortcutHint()}
      error={failure}
      value={shortcut ?? none}
      options={options}
      onChange={choose}
    />
  )
}
