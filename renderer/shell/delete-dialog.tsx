/** Asks once before a conversation goes for good. */
import type { ConversationSummary } from '../../app/contract/conversations'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/controls/dialog'
import { GuardedButton } from '../ui/controls/guarded-button'
import { VisibleText } from '../ui/base/hidden-characters'

export interface DeleteDialogProps {
  readonly conversation: ConversationSummary
  readonly open: boolean
  readonly onClose: () => void
}

/** A dialog named `Delete this conversation?`. */
export function DeleteDialog({ conversation, open, onClose }: DeleteDialogProps) {
  const remove = () => {
    onClose()
    void call('conversation.delete', { conversationId: conversation.id }).catch(report)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title="Delete this conversation?"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <GuardedButton variant="danger" onPress={remove}>
            Delete
          </GuardedButton>
        </>
      }
    >
      “<VisibleText text={conversation.title} />” and everything in it goes for good.
    </Dialog>
  )
}
