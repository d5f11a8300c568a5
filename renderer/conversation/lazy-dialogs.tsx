/** Dialogs about answers of a conversation. Each is loaded separately; the conversation stays usable meanwhile. */
import type { ConversationSummary } from '../../app/contract/conversations'
import { latePart } from '../ui/controls/late-part'
import { LazyDialog } from '../ui/controls/lazy-dialog'
import { focusComposer } from './content/drafts-view-store'
import { closeReceipt, useReceiptView } from './context/receipt-view-store'
import type { CompareDialogProps } from './messages/compare-dialog'
import { comparison, useComparison } from './messages/comparison-view-store'
import { useMessages } from '../state/shown-messages'
import { rerun, useRerun } from './tool-call/rerun-view-store'

const CompareDialog = latePart(async () => (await import('./messages/compare-dialog')).CompareDialog)
const ReceiptDialog = latePart(async () => (await import('./context/receipt-dialog')).ReceiptDialog)
const RerunDialog = latePart(async () => (await import('./rerun-dialog')).RerunDialog)

export interface LazyDialogsProps extends Pick<CompareDialogProps, 'branches' | 'models'> {
  readonly conversation: ConversationSummary
}

export function LazyDialogs({ conversation, branches, models }: LazyDialogsProps) {
  const { wasAsked, asked } = useComparison()
  const receipt = useReceiptView()
  const again = useRerun()
  return (
    <>
      {wasAsked && (
        <LazyDialog open={asked !== null} onClose={comparison.close}>
          <Compare
            conversationId={conversation.id}
            branches={branches}
            models={models}
            canAsk={!conversation.isRunning}
            onStarted={focusComposer}
          />
        </LazyDialog>
      )}
      {again.asked !== null && (
        <LazyDialog open={again.isOpen} onClose={rerun.close}>
          <RerunDialog />
        </LazyDialog>
      )}
      {receipt.messageId !== null && (
        <LazyDialog open={receipt.isOpen} onClose={closeReceipt}>
          <Receipt conversationId={conversation.id} />
        </LazyDialog>
      )}
    </>
  )
}

function Compare(props: Omit<CompareDialogProps, 'messages'>) {
  return <CompareDialog {...props} messages={useMessages(props.conversationId)} />
}

function Receipt({ conversationId }: { readonly conversationId: string }) {
  return <ReceiptDialog messages={useMessages(conversationId)} />
}
