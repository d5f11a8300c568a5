/** The dialogs about conversations and folders of the list: deleting, moving, exporting. */
import { DeleteDialog } from './delete-dialog'
import { DeleteFolderDialog } from './delete-folder-dialog'
import { FolderNameDialog } from './folder-name-dialog'
import { MoveDialog } from './move-dialog'
import { ExportDialog } from '../archives/export-dialog'
import { closeOpenDialog, useOpenDialog } from './list-dialogs-view-store'

export function ListDialogs() {
  const { asked, isOpen } = useOpenDialog()
  if (asked === null) return null
  const shared = { open: isOpen, onClose: closeOpenDialog }
  switch (asked.what) {
    case 'delete':
      return <DeleteDialog conversations={asked.conversations} {...shared} />
    case 'export':
      return <ExportDialog conversations={asked.conversations} {...shared} />
    case 'move':
      return <MoveDialog conversations={asked.conversations} {...shared} />
    case 'name-drawer':
      return <FolderNameDialog drawer={asked.drawer} {...shared} />
    case 'delete-drawer':
      return <DeleteFolderDialog drawer={asked.drawer} {...shared} />
  }
}
