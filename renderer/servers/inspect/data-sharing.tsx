/** What of a server the model may read unseen, and what of other servers its tools may get. */
import type { ServerView } from '../../../app/contract/servers'
import type { CallInput } from '../../../app/contract/bridge/calls'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { ManagedNote } from '../../parts/managed-note'
import { useProjection } from '../../state/projection'
import { FailureText } from '../../ui/controls/failure-text'
import { Switch } from '../../ui/controls/switch'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { serverView } from '../../../app/texts/compiled/window/serverView'
import commonStyles from '../../parts/common.module.css'
import partStyles from '../status/server-parts.module.css'

type Choices = Pick<CallInput<'server.set-options'>, 'reviewsResults' | 'receivesEverything'>

/** A region named `Data sharing`. */
export function DataSharing({ server }: { readonly server: ServerView }) {
  const managedBy = useProjection(({ settings: { managed } }) =>
    managed?.isResultGateForced === true ? managed.file : null
  )
  const { pending, failure, run } = useCommand()
  const isBusy = pending !== null
  const set = (choices: Choices) =>
    void run(() => call('server.set-options', { serverName: server.name, ...choices }))
  return (
    <section className={commonStyles.stack3} aria-label={serverView.dataSharing()}>
      <h3 className={partStyles.inspectHeading}>{serverView.dataSharing()}</h3>
      <Switch
        label={texts.reviewResults()}
        hint={texts.reviewResultsHint()}
        isOn={server.reviewsResults || managedBy !== null}
        isDisabled={isBusy || managedBy !== null}
        onChange={(reviewsResults) => set({ reviewsResults })}
      />
      {managedBy !== null && <ManagedNote file={managedBy}>{texts.reviewsEverything()}</ManagedNote>}
      <Switch
        label={texts.receiveFromAll()}
        hint={texts.receiveFromAllHint()}
        isOn={server.receivesEverything}
        isDisabled={isBusy}
        onChange={(receivesEverything) => set({ receivesEverything })}
      />
      <FailureText text={failure} />
    </section>
  )
}
