/** The language of the screen. */
import type { LanguageSetting as Language } from '../../app/contract/limits'
import { languages as texts } from '../../app/texts/compiled/window/languages'
import { report } from '../bridge/report'
import { saveSettings, useSetting } from '../bridge/settings'
import { Select } from '../ui/controls/select'

export function LanguageField() {
  const language = useSetting('appearance.language')
  // Each in its own language, so that users find theirs without reading the current one.
  const options = [
    { value: 'system', label: texts.system() },
    { value: 'en', label: 'English' },
    { value: 'de', label: 'Deutsch' }
  ]
  const choose = (value: string) =>
    void saveSettings({ 'appearance.language': value as Language }).catch(report)
  return <Select label={texts.label()} value={language} options={options} onChange={choose} />
}
