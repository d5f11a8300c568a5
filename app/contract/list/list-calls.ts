/** Calls about the list of conversations, its folders and drafts. */
import { z } from 'zod'
import { draft } from './drafts'
import { conversationFolder } from './conversation-folders'

const done = z.null()
const id = z.string().min(1).max(64)
const ids = z.array(id).min(1).max(10_000)

export const listCalls = {
  /** Saves the draft of the conversation. An empty draft is deleted. */
  'draft.keep': { input: draft, output: done },
  /** Adds a folder at the end of the list. */
  'drawer.add': {
    input: conversationFolder.omit({ id: true }),
    output: z.strictObject({ drawerId: id })
  },
  'drawer.rename': {
    input: conversationFolder.omit({ id: true }).extend({ drawerId: id }),
    output: done
  },
  /** Removes a folder. Its conversations are then in no folder. */
  'drawer.remove': { input: z.strictObject({ drawerId: id }), output: done },
  /** Moves conversations to a folder. null: to no folder. Ignores unknown ones. */
  'drawer.put': { input: z.strictObject({ conversationIds: ids, drawerId: id.nullable() }), output: done },
  /** Pins or archives several conversations. null: moves them back to the list. Ignores unknown ids. */
  'list.set-shelf': {
    input: z.strictObject({ conversationIds: ids, shelf: z.enum(['pinned', 'archived']).nullable() }),
    output: done
  },
  /** Deletes each like `conversation.delete`. Ignores unknown ones. */
  'list.delete': { input: z.strictObject({ conversationIds: ids }), output: done }
} as const
