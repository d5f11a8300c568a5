/** Asks once before a server's entry is removed from the settings file. */
import { removalPlace } from '../../app/contract/approval/own-places'
import { call, readServer } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { useRead } from '../bridge/use-read'
import { formatSize } from '../ui/base/format'
import { ConfirmDialog } from '../ui/controls/confirm-dialog'
import { FailureText } from '../ui/controls/failure-text'
import { servers as texts } from '../../app/texts/compiled/window/servers'

export interface RemoveDialogProps {
  readonly serverName: string
  readonly open: boolean
  readonly onClose: () => void
}

export function RemoveDialog({ serverName, open, onClose }: RemoveDialogProps) {
  const { pending, failure, run } = useCommand()
  const size = usePrivateSize(open ? serverName : null)
  const remove = async () => {
    if (await run(() => call('server.remove', { serverName }))) onClose()
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      place={removalPlace(serverName)}
      title={texts.removeTitle({ name: serverName })}
      description={
        size === null ? texts.removeNote() : `${texts.removeNote()} ${texts.removeHomeNote({ size })}`
      }
      label={texts.remove()}
      isBusy={pending !== null}
      onConfirm={() => void remove()}
    >
      <FailureText text={failure} />
    </ConfirmDialog>
  )
}

/** The size of its private folder; null: empty or unknown. */
function usePrivateSize(serverName: string | null): string | null {
  const { value } = useRead({
    key: serverName,
    read: () => readServer(serverName ?? '', 'private-folder')
  })
  const bytes = value?.bytes ?? 0
  return bytes === 0 ? null : formatSize(bytes)
}
