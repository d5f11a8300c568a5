/** The settings file: where it is and what is wrong in it. */
import { CircleX, FilePen, TriangleAlert } from 'lucide-react'
import type { SettingsProblem } from '../../app/contract/settings'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { useProjection } from '../state/projection'
import { Button } from '../ui/controls/button'
import { CopyButton } from '../ui/untrusted/code-block'
import { VisibleText } from '../ui/base/hidden-characters'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import partStyles from './parts/settings-parts.module.css'
import styles from './settings-file-section.module.css'
import { toText } from '../../app/texts/said'

export function SettingsFileSection() {
  const path = useProjection((state) => state.settings.path)
  const problems = useProjection((state) => state.settings.problems)
  const isLastGoodInUse = useProjection((state) => state.settings.isLastGoodInUse)
  return (
    <section className={partStyles.settingsGroup}>
      <h3>{texts.settingsFile()}</h3>
      <div className={styles.settingsPath}>
        <code>
          <VisibleText text={path} />
        </code>
        <CopyButton text={path} label={texts.copyPath()} />
      </div>
      <p className={partStyles.settingsNone}>{texts.settingsFileNote()}</p>
      <Button
        icon={FilePen}
        className={partStyles.settingsStart}
        onClick={() => void call('settings.open-file', {}).catch(report)}
      >
        {texts.openSettingsFile()}
      </Button>
      {isLastGoodInUse && (
        <p role="alert" className={partStyles.settingsWarning}>
          <TriangleAlert size={16} aria-hidden />
          <span>{texts.lastGood()}</span>
        </p>
      )}
      <section className={partStyles.settingsGroup}>
        <h4>{texts.problems()}</h4>
        {problems.length === 0 ? (
          <p className={partStyles.settingsNone}>{texts.noProblems()}</p>
        ) : (
          <ul className={partStyles.settingsList} aria-label={texts.problems()}>
            {problems.map((problem) => (
              <ProblemItem
                key={`${problem.path} ${problem.line} ${toText(problem.message)}`}
                problem={problem}
              />
            ))}
          </ul>
        )}
      </section>
    </section>
  )
}

function ProblemItem({ problem }: { readonly problem: SettingsProblem }) {
  const Icon = problem.severity === 'error' ? CircleX : TriangleAlert

  return (
    <li className={partStyles.settingsItem} data-severity={problem.severity}>
      <Icon
        size={16}
        role="img"
        aria-label={problem.severity === 'error' ? texts.error() : texts.warning()}
      />
      <div className={partStyles.settingsItemWords}>
        <p className={partStyles.settingsItemTitle}>
          <VisibleText text={toText(problem.message)} />
        </p>
        <p className={partStyles.settingsItemNote}>
          <VisibleText text={[placeOf(problem), problem.path].filter((part) => part !== '').join(' · ')} />
        </p>
      </div>
    </li>
  )
}

function placeOf({ line, column }: SettingsProblem): string {
  if (line === null) return ''
  return column === null ? texts.placeLine({ line }) : texts.placeColumn({ line, column })
}
