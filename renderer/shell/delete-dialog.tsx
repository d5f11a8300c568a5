/** Asks once before a conversation goes for good. */
import { deletionPlace } from '../../app/contract/approval/own-places'
import type { ConversationSummary } from '../../app/contract/conversations'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/controls/dialog'
import { GuardedButton } from '../ui/controls/guarded-button'
import { VisibleText } from '../ui/base/hidden-characters'
import { shell } from '../../app/texts/compiled/window/shell'
import { ui } from '../../app/texts/compiled/window/ui'

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
      place={deletionPlace(conversation.id)}
      title={shell.deleteConversation()}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel()}</Button>
          <GuardedButton variant="danger" onPress={remove}>
            {ui.delete()}
          </GuardedButton>
        </>
      }
    >
      <VisibleText text={shell.deleteNote({ title: conversation.title })} />
    </Dialog>
  )
}
