/** A conversation as a whole, as it goes into a file and comes out of one. */
import type { ConversationSummary, Message } from '../contract/conversations'

export type ArchivedSummary = Pick<ConversationSummary, 'id' | 'title' | 'createdAt' | 'updatedAt' | 'model'>

export interface ArchivedConversation {
  readonly summary: ArchivedSummary
  /** Of all branches, each after its parent. */
  readonly messages: readonly Message[]
  /** The end of the branch that is shown; null: it has no messages. */
  readonly shownId: string | null
}

/** The messages of the branch that is shown, oldest first. */
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
