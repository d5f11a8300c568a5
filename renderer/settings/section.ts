/** What the dialog gives to each of its sections. */
export interface SectionProps {
  /** Leaves the settings and shows a conversation. */
  readonly onOpenConversation: (conversationId: string) => void
}
