/** Asks before deleting a folder of the list; its conversations stay. */
import type { ConversationFolder } from '../../../app/contract/conversation/conversation-folders'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { useProjection } from '../../state/projection'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { VisibleText } from '../../ui/base/hidden-characters'
import { list } from '../../../app/texts/compiled/window/list'
import { ui } from '../../../app/texts/compiled/window/ui'

export interface DeleteFolderDialogProps {
  readonly drawer: ConversationFolder
  readonly open: boolean
  readonly onClose: () => void
}

/** A dialog named `Delete this folder?`. */
export function DeleteFolderDialog({ drawer: { id, name }, open, onClose }: DeleteFolderDialogProps) {
  const count = useProjection((state) => state.conversations.filter(({ drawerId }) => drawerId === id).length)
  const remove = () => {
    onClose()
    void call('folder.remove', { folderId: id }).catch(report)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={list.deleteDrawerTitle()}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel()}</Button>
          <Button variant="danger" onClick={remove}>
            {list.deleteDrawer()}
          </Button>
        </>
      }
    >
      <VisibleText text={list.deleteDrawerNote({ name, count })} />
    </Dialog>
  )
}
