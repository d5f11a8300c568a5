/** What the dialog gives to each of its sections. */
export interface SectionProps {
  /** Leaves the settings and shows a conversation, or the message in it. */
  readonly onOpenConversation: (conversationId: string, messageId?: string | null) => void
  /** Leaves the settings and shows the servers. */
  readonly onOpenServers: () => void
  /** Leaves the settings and shows what the keys do. */
  readonly onOpenShortcuts: () => void
}
