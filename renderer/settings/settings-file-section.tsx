/** The settings file: where it is and what is wrong in it. */
import { CircleX, FilePen, TriangleAlert } from 'lucide-react'
import type { SettingsProblem } from '../../app/contract/settings'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { useProjection } from '../state/projection'
import { Button } from '../ui/controls/button'
import { CopyButton } from '../ui/untrusted/code-block'
import { VisibleText } from '../ui/base/hidden-characters'
import partStyles from './settings-parts.module.css'
import styles from './settings-file-section.module.css'

export function SettingsFileSection() {
  const path = useProjection((state) => state.settings.path)
  const problems = useProjection((state) => state.settings.problems)
  const isLastGoodInUse = useProjection((state) => state.settings.isLastGoodInUse)
  return (
    <section className={partStyles.settingsGroup}>
      <h3>Settings file</h3>
      <div className={styles.settingsPath}>
        <code>
          <VisibleText text={path} />
        </code>
        <CopyButton text={path} label="Copy path" />
      </div>
      <p className={partStyles.settingsNone}>
        Everything here is kept in this file. Edit it by hand if you like: changes apply when you save.
      </p>
      <Button
        icon={FilePen}
        className={partStyles.settingsStart}
        onClick={() => void call('settings.open-file', {}).catch(report)}
      >
        Open settings file
      </Button>
      {isLastGoodInUse && (
        <p role="alert" className={partStyles.settingsWarning}>
          <TriangleAlert size={16} aria-hidden />
          <span>
            The file cannot be read as a whole. Parley goes on with the last good settings until it is mended.
          </span>
        </p>
      )}
      <section className={partStyles.settingsGroup}>
        <h4>Problems</h4>
        {problems.length === 0 ? (
          <p className={partStyles.settingsNone}>None.</p>
        ) : (
          <ul className={partStyles.settingsList} aria-label="Problems">
            {problems.map((problem) => (
              <ProblemItem key={`${problem.path} ${problem.line} ${problem.message}`} problem={problem} />
            ))}
          </ul>
        )}
      </section>
    </section>
  )
}

function ProblemItem({ problem }: { readonly problem: SettingsProblem }) {
  const Icon = problem.severity === 'error' ? CircleX : TriangleAlert
  const place = [
    problem.line !== null && `Line ${problem.line}`,
    problem.column !== null && `column ${problem.column}`
  ].filter(Boolean)
  return (
    <li className={partStyles.settingsItem} data-severity={problem.severity}>
      <Icon size={16} role="img" aria-label={problem.severity === 'error' ? 'Error' : 'Warning'} />
      <div className={partStyles.settingsItemWords}>
        <p className={partStyles.settingsItemTitle}>
          <VisibleText text={problem.message} />
        </p>
        <p className={partStyles.settingsItemNote}>
          <VisibleText text={[place.join(', '), problem.path].filter((part) => part !== '').join(' · ')} />
        </p>
      </div>
    </li>
  )
}
