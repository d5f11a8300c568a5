/** Section `Appearance`: light, dark or system theme, and the language. */
import { Keyboard, Monitor, Moon, Sun } from 'lucide-react'
import { report } from '../bridge/report'
import { saveSettings, useSetting } from '../bridge/settings'
import { Button } from '../ui/controls/button'
import { Switch } from '../ui/controls/switch'
import { LanguageField } from './language-choice'
import { QuickShortcutChoice } from './quick-shortcut-choice'
import { SpellingField } from './spelling-choice'
import type { SectionProps } from './section'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import { shortcuts } from '../../app/texts/compiled/window/shortcuts'
import fieldStyles from '../ui/controls/field.module.css'
import styles from './appearance-section.module.css'

const themes = [
  { value: 'system', label: texts.themeSystem, icon: Monitor },
  { value: 'light', label: texts.themeLight, icon: Sun },
  { value: 'dark', label: texts.themeDark, icon: Moon }
] as const

export function AppearanceSection({ onOpenShortcuts }: Pick<SectionProps, 'onOpenShortcuts'>) {
  return (
    <>
      <ThemeChoice />
      <LanguageField />
      <SpellingField />
      <Notifications />
      <QuickShortcutChoice />
      <Tray />
      <div>
        <Button icon={Keyboard} onClick={onOpenShortcuts}>
          {shortcuts.open()}
        </Button>
      </div>
    </>
  )
}

function Notifications() {
  const isOn = useSetting('appearance.notifications')
  return (
    <Switch
      label={texts.notify()}
      hint={texts.notifyHint()}
      isOn={isOn}
      onChange={(next) => void saveSettings({ 'appearance.notifications': next }).catch(report)}
    />
  )
}

function Tray() {
  const isOn = useSetting('desktop.tray')
  return (
    <Switch
      label={texts.tray()}
      hint={texts.trayHint()}
      isOn={isOn}
      onChange={(next) => void saveSettings({ 'desktop.tray': next }).catch(report)}
    />
  )
}

function ThemeChoice() {
  const theme = useSetting('appearance.theme')
  return (
    <fieldset className={styles.settingsThemes}>
      <legend className={fieldStyles.fieldLabel}>{texts.theme()}</legend>
      {themes.map(({ value, label, icon: Icon }) => (
        <label key={value} className={styles.settingsTheme}>
          <input
            type="radio"
            name="theme"
            value={value}
            checked={theme === value}
            onChange={() => void saveSettings({ 'appearance.theme': value }).catch(report)}
          />
          <Icon size={18} aria-hidden />
          {label()}
        </label>
      ))}
    </fieldset>
  )
}
