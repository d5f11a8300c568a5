/**
 * Whether misspelt words are marked, and by which of this computer's dictionaries; macOS has system settings for
 * that.
 */
import type { SpellingView } from '../../app/contract/bridge/spelling-calls'
import { spellingLimits } from '../../app/contract/settings/spelling-limits'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import { toText } from '../../app/texts/localized'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { saveSettings, useSetting } from '../bridge/settings'
import { useRead } from '../bridge/use-read'
import { formatLanguage } from '../ui/base/format'
import { VisibleText } from '../ui/base/hidden-characters'
import { Button } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'
import { Switch } from '../ui/controls/switch'
import fieldStyles from '../ui/controls/field.module.css'
import partStyles from '../parts/permissions/settings-parts.module.css'
import styles from './spelling-choice.module.css'

export function SpellingField() {
  const isOn = useSetting('spelling.check')
  const chosen = useSetting('spelling.languages')
  const language = useSetting('appearance.language')
  const { value: spelling, failure } = useRead({
    key: 'spelling',
    read: () => call('spelling.read', {}),
    freshness: JSON.stringify([isOn, chosen, language])
  })
  if (spelling?.isSystems === true) return null
  return (
    <section className={partStyles.settingsGroup} aria-label={texts.spelling()}>
      <Switch
        label={texts.spelling()}
        hint={texts.spellingHint()}
        isOn={isOn}
        onChange={(next) => void saveSettings({ 'spelling.check': next }).catch(report)}
      />
      <FailureText text={failure} />
      {isOn && spelling !== null && <Dictionaries spelling={spelling} isChosen={chosen !== null} />}
    </section>
  )
}

interface DictionariesProps {
  readonly spelling: SpellingView
  /** Null in the settings: they follow the language of the screen. */
  readonly isChosen: boolean
}

function Dictionaries({ spelling, isChosen }: DictionariesProps) {
  const { dictionaries, missing, problems, folder } = spelling
  const used = dictionaries.filter(({ isInUse }) => isInUse).map(({ name }) => name)
  const choose = (names: readonly string[] | null) =>
    void saveSettings({ 'spelling.languages': names === null ? null : [...names] }).catch(report)
  return (
    <>
      <fieldset className={styles.dictionaries}>
        <legend className={fieldStyles.fieldLabel}>{texts.dictionaries()}</legend>
        {dictionaries.map(({ name, from, isInUse }) => (
          <label key={`${from} ${name}`} className={styles.dictionary}>
            <input
              type="checkbox"
              checked={isInUse}
              disabled={!isInUse && used.length >= spellingLimits.languages}
              onChange={() => choose(isInUse ? used.filter((item) => item !== name) : [...used, name])}
            />
            <VisibleText text={texts.dictionary({ language: formatLanguage(name), name, from })} />
          </label>
        ))}
      </fieldset>
      {isChosen && (
        <div>
          <Button size="small" onClick={() => choose(null)}>
            {texts.dictionariesOfScreen()}
          </Button>
        </div>
      )}
      {missing.length > 0 && (
        <p className={partStyles.settingsItemNote}>
          <VisibleText
            text={texts.dictionariesMissing({ languages: missing.map(formatLanguage).join(', ') })}
          />
        </p>
      )}
      {problems.map((problem) => (
        <p key={JSON.stringify(problem)} className={styles.problem}>
          <VisibleText text={toText(problem)} />
        </p>
      ))}
      <p className={partStyles.settingsItemNote}>
        <VisibleText text={texts.dictionariesFolder({ folder })} />
      </p>
    </>
  )
}
