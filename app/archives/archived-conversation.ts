/** A whole conversation, for export and import. */
import type { ConversationSummary, Message } from '../contract/conversations'

export type ArchivedSummary = Pick<ConversationSummary, 'id' | 'title' | 'createdAt' | 'updatedAt' | 'model'>

export interface ArchivedConversation {
  readonly summary: ArchivedSummary
  /** All branches, each message after its parent. */
  readonly messages: readonly Message[]
  /** The end of the displayed branch; null: no messages. */
  readonly shownId: string | null
}

/** The messages of the displayed branch, oldest first. */
export function selectShownBranch({ messages, shownId }: ArchivedConversation): readonly Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const branch: Message[] = []
  for (let id = shownId; id !== null && branch.length < messages.length;) {
    const message = byId.get(id)
    if (message === undefined) break
    branch.push(message)
    id = message.parentId
  }
  return branch.toReversed()
}
