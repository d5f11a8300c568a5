/** Asks once before a server's entry leaves the settings file. */
import { useState } from 'react'
import { call, failureMessage } from '../bridge/call'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'

export interface RemoveDialogProps {
  readonly serverName: string
  readonly open: boolean
  readonly onClose: () => void
}

export function RemoveDialog({ serverName, open, onClose }: RemoveDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const remove = async () => {
    setIsBusy(true)
    setFailure(null)
    try {
      await call('server.remove', { serverName })
      onClose()
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setIsBusy(false)
    }
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
          <Button variant="danger" isBusy={isBusy} onClick={() => void remove()}>
            Remove
          </Button>
        </>
      }
    >
      {failure !== null && (
        <p role="alert" className="server-failure">
          {failure}
        </p>
      )}
    </Dialog>
  )
}
