/** Asks once before deleting conversations permanently, for any number of them. */
import { deletionPlace } from '../../../app/contract/approval/own-places'
import { deletionPlaceForSeveral } from '../../../app/contract/approval/place-of-several'
import type { ConversationSummary } from '../../../app/contract/conversations'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { ConfirmDialog } from '../../ui/controls/confirm-dialog'
import { VisibleText } from '../../ui/base/hidden-characters'
import { list } from '../../../app/texts/compiled/window/list'
import { shell } from '../../../app/texts/compiled/window/shell'

export interface DeleteDialogProps {
  readonly conversations: readonly [ConversationSummary, ...ConversationSummary[]]
  readonly open: boolean
  readonly onClose: () => void
}

/** A dialog named `Delete this conversation?`, or with their number. */
export function DeleteDialog({ conversations, open, onClose }: DeleteDialogProps) {
  const [first, ...others] = conversations
  const ids = conversations.map(({ id }) => id)
  const isOne = others.length === 0
  const remove = () => {
    onClose()
    void call('conversation.delete', { conversationIds: ids }).catch(report)
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      place={isOne ? deletionPlace(first.id) : deletionPlaceForSeveral(ids)}
      title={isOne ? shell.deleteConversation() : list.deleteSeveral({ count: ids.length })}
      onConfirm={remove}
    >
      <VisibleText text={isOne ? shell.deleteNote({ title: first.title }) : list.deleteSeveralNote()} />
    </ConfirmDialog>
  )
}
