/** The dialogs about answers of a conversation. Each is loaded by itself: the conversation stays while one comes. */
import { lazy } from 'react'
import type { ConversationSummary, Message } from '../../app/contract/conversations'
import { LateDialog } from '../ui/controls/late-dialog'
import { focusComposer } from './content/drafts-view-store'
import { closeReceipt, useReceiptView } from './context/receipt-view-store'
import type { CompareDialogProps } from './messages/compare-dialog'
import { comparison, useComparison } from './messages/comparison-view-store'
import { rerun, useRerun } from './tool-call/rerun-view-store'

const CompareDialog = lazy(() =>
  import('./messages/compare-dialog').then((module) => ({ default: module.CompareDialog }))
)
const ReceiptDialog = lazy(() =>
  import('./context/receipt-dialog').then((module) => ({ default: module.ReceiptDialog }))
)
const RerunDialog = lazy(() => import('./rerun-dialog').then((module) => ({ default: module.RerunDialog })))

export interface LateDialogsProps extends Pick<CompareDialogProps, 'branches' | 'models'> {
  readonly conversation: ConversationSummary
  readonly messages: readonly Message[]
}

export function LateDialogs({ conversation, messages, branches, models }: LateDialogsProps) {
  const { wasAsked, asked } = useComparison()
  const receipt = useReceiptView()
  const again = useRerun()
  return (
    <>
      {wasAsked && (
        <LateDialog open={asked !== null} onClose={comparison.close}>
          <CompareDialog
            conversationId={conversation.id}
            messages={messages}
            branches={branches}
            models={models}
            canAsk={!conversation.isRunning}
            onStarted={focusComposer}
          />
        </LateDialog>
      )}
      {again.asked !== null && (
        <LateDialog open={again.isOpen} onClose={rerun.close}>
          <RerunDialog />
        </LateDialog>
      )}
      {receipt.messageId !== null && (
        <LateDialog open={receipt.isOpen} onClose={closeReceipt}>
          <ReceiptDialog messages={messages} />
        </LateDialog>
      )}
    </>
  )
}
