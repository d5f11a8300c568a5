/** The model table in the section `Models`: where users write their own, and its problems. */
import { FilePen } from 'lucide-react'
import { settings as texts } from '../../../app/texts/compiled/window/settings'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { ProblemListView } from '../parts/problem-list'
import partStyles from '../../parts/permissions/settings-parts.module.css'

export function KnownModels() {
  const own = useProjection((state) => state.models.ownTable)
  const { pending, failure, run } = useCommand()
  return (
    <section className={partStyles.settingsCard} aria-label={texts.modelTable()}>
      <div>
        <h3>{texts.modelTable()}</h3>
        <p className={partStyles.settingsItemNote}>{texts.modelTableNote()}</p>
        {own !== undefined && (
          <p className={partStyles.settingsItemNote}>
            <VisibleText text={own.path} />
          </p>
        )}
      </div>
      <Button
        size="small"
        icon={FilePen}
        className={partStyles.settingsStart}
        isBusy={pending !== null}
        onClick={() => void run(() => call('app.open-file', { file: 'model-table' }))}
      >
        {texts.openModelTable()}
      </Button>
      <FailureText text={failure} />
      {own !== undefined && own.problems.length > 0 && (
        <ProblemListView problems={own.problems} label={texts.modelTableProblems()} />
      )}
    </section>
  )
}
