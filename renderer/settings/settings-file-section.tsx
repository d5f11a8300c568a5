/** The settings file: its path and its problems. */
import { FilePen, TriangleAlert } from 'lucide-react'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { useProjection } from '../state/projection'
import { Button } from '../ui/controls/button'
import { CopyButton } from '../ui/untrusted/code-block'
import { VisibleText } from '../ui/base/hidden-characters'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import { ProblemListView } from './parts/problem-list'
import partStyles from '../parts/permissions/settings-parts.module.css'
import styles from './settings-file-section.module.css'

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
        onClick={() => void call('app.open-file', { file: 'settings' }).catch(report)}
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
          <ProblemListView problems={problems} label={texts.problems()} />
        )}
      </section>
    </section>
  )
}
