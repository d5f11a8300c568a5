/** Calls about the list of conversations, its folders and drafts. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { defineCall } from '../approval/call-row'
import { deletionPlaceForSeveral } from '../approval/place-of-several'
import { draft } from './drafts'
import { conversationFolder } from './conversation-folders'

const done = z.null()
const id = z.string().min(1).max(64)
const ids = z.array(id).min(1).max(10_000)

export const listCalls = {
  /** Saves the draft of the conversation. An empty draft is deleted. */
  'draft.keep': {
    // A draft stays on this computer. The press that sends the message approves it.
    approval: null,
    input: draft,
    output: done
  },
  /** Adds a folder at the end of the list. */
  'drawer.add': {
    approval: null,
    input: conversationFolder.omit({ id: true }),
    output: z.strictObject({ drawerId: id })
  },
  'drawer.rename': {
    approval: null,
    input: conversationFolder.omit({ id: true }).extend({ drawerId: id }),
    output: done
  },
  /** Removes a folder. Its conversations are then in no folder. */
  'drawer.remove': { approval: null, input: z.strictObject({ drawerId: id }), output: done },
  /** Moves conversations to a folder. null: to no folder. Ignores unknown ones. */
  'drawer.put': {
    approval: null,
    input: z.strictObject({ conversationIds: ids, drawerId: id.nullable() }),
    output: done
  },
  /** Pins or archives several conversations. null: moves them back to the list. Ignores unknown ids. */
  'list.set-shelf': {
    approval: null,
    input: z.strictObject({ conversationIds: ids, shelf: z.enum(['pinned', 'archived']).nullable() }),
    output: done
  },
  /** Deletes each like `conversation.delete`. Ignores unknown ones. */
  'list.delete': defineCall({
    // Deleting several has its own question: a press on a question about fewer doesn't approve more.
    approval: ({ conversationIds }) => ({
      ...needs('destroys', 'in-place'),
      place: deletionPlaceForSeveral(conversationIds)
    }),
    input: z.strictObject({ conversationIds: ids }),
    output: done
  })
} as const
