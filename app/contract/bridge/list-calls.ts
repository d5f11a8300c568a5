/** Calls about the list of conversations, its folders and drafts. */
import { z } from 'zod'
import { listPlaces } from '../limits'
import { draft } from '../conversation/drafts'
import { conversationFolder } from '../conversation/conversation-folders'

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
  /** Renames a folder of the list. null: adds one at its end. */
  'folder.save': {
    approval: null,
    input: conversationFolder.omit({ id: true }).extend({ folderId: id.nullable() }),
    output: z.strictObject({ folderId: id })
  },
  /** Removes a folder. Its conversations are then in no folder. */
  'folder.remove': { approval: null, input: z.strictObject({ folderId: id }), output: done },
  /** Moves conversations to a folder. null: to no folder. Ignores unknown ones. */
  'folder.move-conversations': {
    approval: null,
    input: z.strictObject({ conversationIds: ids, folderId: id.nullable() }),
    output: done
  },
  /** Pins or archives conversations. null: moves them back to the list. Ignores unknown ones. */
  'folder.set-place': {
    approval: null,
    input: z.strictObject({ conversationIds: ids, place: z.enum(listPlaces).nullable() }),
    output: done
  }
} as const
