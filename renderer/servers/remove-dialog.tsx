/** Asks once before a server's entry leaves the settings file. */
import { removalPlace } from '../../app/contract/approval/own-places'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/controls/dialog'
import { FailureText } from '../ui/controls/failure-text'
import { GuardedButton } from '../ui/controls/guarded-button'
import { servers as texts } from '../../app/texts/compiled/window/servers'
import { ui } from '../../app/texts/compiled/window/ui'

export interface RemoveDialogProps {
  readonly serverName: string
  readonly open: boolean
  readonly onClose: () => void
}

export function RemoveDialog({ serverName, open, onClose }: RemoveDialogProps) {
  const { pending, failure, run } = useCommand()
  const remove = async () => {
    if (await run(() => call('server.remove', { serverName }))) onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      place={removalPlace(serverName)}
      title={texts.removeTitle({ name: serverName })}
      description={texts.removeNote()}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel()}</Button>
          <GuardedButton variant="danger" isBusy={pending !== null} onPress={() => void remove()}>
            {texts.remove()}
          </GuardedButton>
        </>
      }
    >
      <FailureText text={failure} />
    </Dialog>
  )
}
