/** Asks once before deleting everything in a server's private folder. */
import { clearingPlace } from '../../../app/contract/approval/own-places'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { call } from '../../bridge/call'
import { notify } from '../../bridge/report'
import { useCommand } from '../../bridge/use-command'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { ConfirmDialog } from '../../ui/controls/confirm-dialog'
import { FailureText } from '../../ui/controls/failure-text'

export interface ClearPrivateDialogProps {
  readonly serverName: string
  readonly open: boolean
  readonly onClose: () => void
}

export function ClearPrivateDialog({ serverName, open, onClose }: ClearPrivateDialogProps) {
  const { pending, failure, run } = useCommand()
  const clear = async () => {
    if (!(await run(() => call('server.clear', { serverName, what: 'private-folder' })))) return
    notify('status', plainWithMarks(texts.privateDataCleared({ name: serverName })))
    onClose()
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      place={clearingPlace(serverName)}
      title={texts.clearPrivateTitle({ name: serverName })}
      description={texts.clearPrivateNote()}
      label={texts.clearPrivateData()}
      isBusy={pending !== null}
      onConfirm={() => void clear()}
    >
      <FailureText text={failure} />
    </ConfirmDialog>
  )
}
