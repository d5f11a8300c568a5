/** Props of each section. */
export interface SectionProps {
  /** Closes the settings and shows a conversation, or the message in it. */
  readonly onOpenConversation: (conversationId: string, messageId?: string | null) => void
  /** Closes the settings and shows the servers. */
  readonly onOpenServers: () => void
  /** Closes the settings and shows the keyboard shortcuts. */
  readonly onOpenShortcuts: () => void
}
