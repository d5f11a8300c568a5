/** Whose receipt is open. */
import { create } from 'zustand'

interface ReceiptView {
  /** Of the answer; kept while the dialog closes. */
  readonly messageId: string | null
  readonly isOpen: boolean
}

export const useReceiptView = create<ReceiptView>()(() => ({ messageId: null, isOpen: false }))

export function openReceipt(messageId: string): void {
  useReceiptView.setState({ messageId, isOpen: true })
}

export function closeReceipt(): void {
  useReceiptView.setState({ isOpen: false })
}
