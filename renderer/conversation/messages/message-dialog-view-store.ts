/** Which message has a dialog open, set by its menu and by commands. One at a time. */
import { create } from 'zustand'

interface MessageDialog {
  readonly messageId: string | null
  /** `deletion`: the question before deleting. `sent`: what was sent to the model for it. */
  readonly dialog: 'deletion' | 'sent' | null
}

export const useMessageDialog = create<MessageDialog>()(() => ({ messageId: null, dialog: null }))

export function openMessageDialog(messageId: string, dialog: 'deletion' | 'sent'): void {
  useMessageDialog.setState({ messageId, dialog })
}

export function closeMessageDialog(): void {
  useMessageDialog.setState({ dialog: null })
}
