/** Section `Appearance`: light, dark, or as the system says. */
import { Monitor, Moon, Sun } from 'lucide-react'
import { report } from '../bridge/report'
import { saveSettings, useSetting } from '../bridge/settings'

const themes = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon }
] as const

export function AppearanceSection() {
  const theme = useSetting('appearance.theme')
  return (
    <fieldset className="settings-themes">
      <legend className="field-label">Theme</legend>
      {themes.map(({ value, label, icon: Icon }) => (
        <label key={value} className="settings-theme">
          <input
            type="radio"
            name="theme"
            value={value}
            checked={theme === value}
            onChange={() => void saveSettings({ 'appearance.theme': value }).catch(report)}
          />
          <Icon size={18} aria-hidden />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
