/** Calls about the list of conversations, its folders and what stands unsent. */
import { z } from 'zod'
import { draft } from './drafts'
import { drawer } from './drawers'

const done = z.null()
const id = z.string().min(1).max(64)
const ids = z.array(id).min(1).max(10_000)

export const listCalls = {
  /** In place of what was kept for the conversation; with nothing in it, it is forgotten. */
  'draft.keep': { input: draft, output: done },
  /** A folder of the list, at its end. */
  'drawer.add': { input: drawer.omit({ id: true }), output: z.strictObject({ drawerId: id }) },
  'drawer.rename': { input: drawer.omit({ id: true }).extend({ drawerId: id }), output: done },
  /** Conversations in it lie in none from then on. */
  'drawer.remove': { input: z.strictObject({ drawerId: id }), output: done },
  /** Null: out of their folders. Unknown ones are left alone. */
  'drawer.put': { input: z.strictObject({ conversationIds: ids, drawerId: id.nullable() }), output: done },
  /** Pins or archives several; null: neither. Unknown ones are left alone. */
  'list.set-shelf': {
    input: z.strictObject({ conversationIds: ids, shelf: z.enum(['pinned', 'archived']).nullable() }),
    output: done
  },
  /** Each as `conversation.delete` does. Unknown ones are no error. */
  'list.delete': { input: z.strictObject({ conversationIds: ids }), output: done }
} as const
