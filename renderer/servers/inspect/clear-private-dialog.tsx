/** Asks once before deleting everything in a server's private folder. */
import { clearingPlace } from '../../../app/contract/approval/own-places'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { ui } from '../../../app/texts/compiled/window/ui'
import { call } from '../../bridge/call'
import { notify } from '../../bridge/report'
import { useCommand } from '../../bridge/use-command'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import { GuardedButton } from '../../ui/controls/guarded-button'

export interface ClearPrivateDialogProps {
  readonly serverName: string
  readonly open: boolean
  readonly onClose: () => void
}

export function ClearPrivateDialog({ serverName, open, onClose }: ClearPrivateDialogProps) {
  const { pending, failure, run } = useCommand()
  const clear = async () => {
    if (!(await run(() => call('server.clear-home', { serverName })))) return
    notify('status', plainWithMarks(texts.privateDataCleared({ name: serverName })))
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      place={clearingPlace(serverName)}
      title={texts.clearPrivateTitle({ name: serverName })}
      description={texts.clearPrivateNote()}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel()}</Button>
          <GuardedButton variant="danger" isBusy={pending !== null} onPress={() => void clear()}>
            {texts.clearPrivateData()}
          </GuardedButton>
        </>
      }
    >
      <FailureText text={failure} />
    </Dialog>
  )
}
