/** The dialog `Servers`: the list of all servers, or the view that adds one. */
import { useState } from 'react'
import { useProjection } from '../state/projection'
import { Dialog } from '../ui/dialog'
import { AddServer } from './add-server'
import { ServerList } from './server-list'
import './servers-dialog.css'

export interface ServersDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function ServersDialog({ open, onClose }: ServersDialogProps) {
  const servers = useProjection((state) => state.servers)
  const [isAdding, setIsAdding] = useState(false)
  const close = () => {
    setIsAdding(false)
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title="Servers" size="large" className="servers-dialog">
      {isAdding || servers.length === 0 ? (
        <AddServer canGoBack={servers.length > 0} onDone={() => setIsAdding(false)} />
      ) : (
        <ServerList servers={servers} onAdd={() => setIsAdding(true)} />
      )}
    </Dialog>
  )
}
