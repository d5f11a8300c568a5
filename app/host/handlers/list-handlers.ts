/** The list of conversations: its folders, actions on several, and unsent drafts. */
import type { Areas } from '../areas/areas'
import type { AreaHandlers } from './area-handlers'

export function listHandlers({
  conversations,
  records
}: Pick<Areas, 'conversations' | 'records'>): AreaHandlers<'draft' | 'drawer' | 'list'> {
  const { drafts, drawers, marks } = conversations
  return {
    'draft.keep': drafts.keep,
    'drawer.add': drawers.add,
    'drawer.rename': drawers.rename,
    'drawer.remove': drawers.remove,
    'drawer.put': drawers.put,
    'list.set-shelf': marks.setShelfOfSeveral,
    'list.delete': async ({ conversationIds }) => {
      // Entries that aren't saved yet must be saved before they can be blanked.
      await records.ledger.flush()
      const known = new Set(conversations.list().map(({ id }) => id))
      for (const conversationId of new Set(conversationIds))
        if (known.has(conversationId)) await conversations.delete({ conversationId })
    }
  }
}
