/** The language of the screen. */
import type { LanguageChoice as Language } from '../../app/contract/languages'
import { languages as texts } from '../../app/texts/compiled/window/languages'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { useProjection } from '../state/projection'
import { Select } from '../ui/controls/select'

export function LanguageChoice() {
  const language = useProjection((state) => state.settings.language)
  // Each in its own words: who can't read what is shown still finds theirs.
  const options = [
    { value: 'system', label: texts.system() },
    { value: 'en', label: 'English' },
    { value: 'de', label: 'Deutsch' }
  ]
  const choose = (value: string) =>
    void call('settings.set-language', { language: value as Language }).catch(report)
  return <Select label={texts.label()} value={language} options={options} onChange={choose} />
}
