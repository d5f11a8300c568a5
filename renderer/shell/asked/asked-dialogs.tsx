/** The dialogs about conversations and folders of the list: whether they go, where they go, as what they are written to a file. */
import { DeleteDialog } from './delete-dialog'
import { DeleteDrawerDialog } from './delete-drawer-dialog'
import { DrawerNameDialog } from './drawer-name-dialog'
import { MoveDialog } from './move-dialog'
import { ExportDialog } from '../archives/export-dialog'
import { closeAsked, useAsked } from './asked-view-store'

export function AskedDialogs() {
  const { asked, isOpen } = useAsked()
  if (asked === null) return null
  const shared = { open: isOpen, onClose: closeAsked }
  switch (asked.what) {
    case 'delete':
      return <DeleteDialog conversations={asked.conversations} {...shared} />
    case 'export':
      return <ExportDialog conversations={asked.conversations} {...shared} />
    case 'move':
      return <MoveDialog conversations={asked.conversations} {...shared} />
    case 'name-drawer':
      return <DrawerNameDialog drawer={asked.drawer} {...shared} />
    case 'delete-drawer':
      return <DeleteDrawerDialog drawer={asked.drawer} {...shared} />
  }
}
