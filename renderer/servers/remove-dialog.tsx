/** Asks once before a server's entry leaves the settings file. */
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/controls/dialog'
import { FailureText } from '../ui/controls/failure-text'
import { GuardedButton } from '../ui/controls/guarded-button'

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
      title={`Remove server ${serverName}?`}
      description="It is stopped and its entry is taken out of the settings file. A backup of the file is kept."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <GuardedButton variant="danger" isBusy={pending !== null} onPress={() => void remove()}>
            Remove
          </GuardedButton>
        </>
      }
    >
      <FailureText text={failure} />
    </Dialog>
  )
}
