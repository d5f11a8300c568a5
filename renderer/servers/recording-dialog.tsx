/** `Add ‹name› as a server?`: a recording that was dropped or opened. */
import { recordingPlace } from '../../app/contract/approval/own-places'
import type { AddingView } from '../../app/contract/servers/adding'
import { call } from '../bridge/call'
import { notify } from '../bridge/report'
import { useCommand } from '../bridge/use-command'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/controls/dialog'
import { FailureText } from '../ui/controls/failure-text'
import { GuardedButton } from '../ui/controls/guarded-button'
import { ExactText } from '../ui/untrusted/exact-text'
import { servers as texts } from '../../app/texts/compiled/window/servers'
import { ui } from '../../app/texts/compiled/window/ui'
import commonStyles from '../parts/common.module.css'
import styles from './adding-dialog.module.css'

export interface RecordingDialogProps {
  readonly view: Extract<AddingView, { type: 'recording' }>
  readonly open: boolean
  readonly onClose: () => void
}

export function RecordingDialog({ view: { id, file, title, count }, open, onClose }: RecordingDialogProps) {
  const { pending, failure, run } = useCommand()
  const add = async () => {
    const { serverName } = await call('adding.add-recording', { id })
    notify('status', texts.linkAdded({ name: serverName }))
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      isOutsidePressIgnored
      size="small"
      place={recordingPlace(id)}
      title={texts.recordingTitle({ name: title })}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel()}</Button>
          <GuardedButton variant="primary" isBusy={pending !== null} onPress={() => void run(add)}>
            {texts.linkAdd()}
          </GuardedButton>
        </>
      }
    >
      <div className={commonStyles.stack4}>
        <code className={styles.refusedLink}>
          <ExactText text={file} />
        </code>
        <p>{texts.recordingNote({ count })}</p>
        <p className={commonStyles.smallNote}>{texts.linkTrustNote()}</p>
        <FailureText text={failure} />
      </div>
    </Dialog>
  )
}
