/** Calls about conversations, their settings and their queued messages. */
import { z } from 'zod'
import { deletionPlace } from '../approval/own-places'
import { deletionPlaceForSeveral } from '../approval/place-of-several'
import { conversationChoices } from '../conversation/choices'
import { needs } from '../approval/approval'
import { callId, conversationId, messageId, modelId } from '../content-blocks'
import {
  conversationSummary,
  fileId,
  foundConversation,
  foundMessage,
  messagePage,
  queuedId,
  takenMessage,
  toolRequestPart
} from '../conversations'
import { folderChoice } from '../conversation/folders'
import { fileLimits } from '../limits'
import { serverName } from '../servers'
import { assistant } from '../settings'
import { defineCall } from '../approval/call-row'
import { viewContextId } from './view-calls'

const nothing = z.strictObject({})
const done = z.null()
const text = (limit: number) => z.string().max(limit)

export const conversationCalls = {
  /** An empty conversation. Returns the same one until it has a message. */
  'conversation.create': { approval: null, input: nothing, output: conversationSummary },
  /** The `limit` messages up to `lastId` (null: the newest). Fewer if they are large. */
  'conversation.read': {
    approval: null,
    input: z.strictObject({
      conversationId,
      lastId: messageId.nullable(),
      limit: z.number().int().min(1).max(500)
    }),
    output: messagePage
  },
  'conversation.rename': {
    approval: null,
    input: z.strictObject({ conversationId, title: text(300).min(1) }),
    output: done
  },
  /** Stops the turns of the conversations, and deletes their messages and permissions. Ignores unknown ones. */
  'conversation.delete': defineCall({
    approval: ({ conversationIds: [first = '', ...others] }) =>
      others.length === 0
        ? { ...needs('destroys', 'seen'), place: deletionPlace(first) }
        : // A press on a question about fewer doesn't approve more.
          { ...needs('destroys', 'in-place'), place: deletionPlaceForSeveral([first, ...others]) },
    input: z.strictObject({ conversationIds: z.array(conversationId).min(1).max(10_000) }),
    output: done
  }),
  /** Conversations whose title, messages, results or attachments contain the query, best match first. */
  'conversation.search': {
    approval: null,
    input: z.strictObject({ query: text(500) }),
    output: z.array(foundConversation)
  },
  /** The messages of one conversation that contain exactly this text, ignoring case, in order. */
  'conversation.find': {
    approval: null,
    input: z.strictObject({ conversationId, words: text(500).min(1) }),
    output: z.array(foundMessage)
  },
  /** The text of a shortened result, from a character on. */
  'conversation.read-result': {
    approval: null,
    input: z.strictObject({ conversationId, callId, from: z.number().int().min(0) }),
    output: z.strictObject({ text: z.string(), length: z.number().int() })
  },
  /** The roots of this conversation, as absolute paths. */
  'conversation.set-folders': defineCall({
    approval: ({ folders }) => (folders.length > 0 ? needs('permits', 'press') : null),
    input: z.strictObject({ conversationId, folders: z.array(folderChoice).max(100) }),
    output: done
  }),
  'conversation.set-model': {
    approval: null,
    input: z.strictObject({ conversationId, model: modelId }),
    output: done
  },
  /**
   * Replaces what this conversation sets differently from the settings, and optionally its roots and model.
   * Applies from the next step of an answer.
   */
  'conversation.set-choices': {
    // Choices can offer a server again, change the system prompt, or add the folders of an assistant.
    approval: needs('permits', 'press'),
    input: z.strictObject({
      conversationId,
      choices: conversationChoices,
      folders: z.array(folderChoice).max(100).optional(),
      model: modelId.optional()
    }),
    output: done
  },
  /** Saves an assistant. null: a new one. Existing conversations don't change. */
  'assistant.save': {
    // An assistant starts conversations: a page that made one would write the first message in each.
    approval: needs('permits', 'press'),
    input: assistant.omit({ id: true }).extend({ assistantId: assistant.shape.id.nullable() }),
    output: z.strictObject({ assistantId: assistant.shape.id })
  },
  'assistant.remove': defineCall({
    approval: ({ assistantId }) => ({
      ...needs('destroys', 'seen'),
      place: deletionPlace(assistantId)
    }),
    input: z.strictObject({ assistantId: assistant.shape.id }),
    output: done
  }),
  /** Starts a turn and returns at once. `toolRequest` is set in Direct mode. */
  'conversation.send': {
    // Folders that were chosen before the conversation are sent with its first message. A queued message is sent by
    // this same press.
    approval: needs('sends', 'press'),
    input: z.strictObject({
      conversationId,
      text: text(2_000_000),
      toolRequest: toolRequestPart.omit({ type: true }).nullable(),
      /** The host reads each of them again now; their content joins the message. */
      resources: z.array(z.strictObject({ serverName, uri: text(8_192), name: text(1_000) })).max(100),
      /** The host gets it again now; null when none was inserted. */
      prompt: z
        .strictObject({ serverName, name: text(1_000), arguments: z.record(z.string(), z.string()) })
        .nullable(),
      /** Added files that belong to the message. */
      files: z.array(fileId).max(fileLimits.perMessage).optional(),
      /** What views gave for the model, as far as the window shows it. */
      viewContexts: z.array(viewContextId).max(20).optional(),
      /** The folders of the conversation from this message on, chosen before it started. Absent: unchanged. */
      folders: z.array(folderChoice).max(100).optional(),
      /** Other settings that were chosen before it started. */
      choices: conversationChoices.optional(),
      /**
       * While an answer is being written: `queue` sends the message after it, `steer` with the results of the running
       * calls. Absent: rejected.
       */
      ifBusy: z.enum(['queue', 'steer']).optional()
    }),
    output: done
  },
  /**
   * Sends a queued message now. While an answer is being written, it goes with the results of the running
   * calls.
   */
  'queue.send': {
    approval: needs('sends', 'press'),
    input: z.strictObject({ conversationId, queuedId }),
    output: done
  },
  /** Takes a queued message back for editing. null: it has been sent meanwhile. */
  'queue.take': {
    approval: null,
    input: z.strictObject({ conversationId, queuedId }),
    output: takenMessage.nullable()
  },
  /** Removes a queued message. Not an error if it has been sent meanwhile. */
  'queue.remove': { approval: null, input: z.strictObject({ conversationId, queuedId }), output: done },
  /** Stops the running turn: the model's stream and all running calls. Not an error if no turn runs. */
  'conversation.stop': { approval: null, input: z.strictObject({ conversationId }), output: done },
  /**
   * Continues an interrupted answer. Its text and calls stay, and no call runs again. An empty answer is
   * requested again.
   */
  'conversation.continue': {
    approval: needs('sends', 'press'),
    input: z.strictObject({ conversationId }),
    output: done
  },
  /**
   * Drops a failed or stopped last answer and requests it again. If a call has started, the answer continues
   * instead.
   */
  'conversation.retry': {
    approval: needs('sends', 'press'),
    input: z.strictObject({ conversationId }),
    output: done
  },
  /**
   * Adds a new version of one of the user's messages with the same attachments, and starts a turn from there.
   * The old version stays as a hidden branch.
   */
  'conversation.edit': {
    approval: needs('sends', 'press'),
    input: z.strictObject({ conversationId, messageId, text: text(2_000_000) }),
    output: done
  },
  /** Adds a new answer next to an existing one, by another model if one is named. */
  'conversation.regenerate': {
    approval: needs('sends', 'press'),
    input: z.strictObject({ conversationId, messageId, model: modelId.optional() }),
    output: done
  },
  /**
   * Shows the branch with this message up to its newest end, also after a restart. Refused while a turn runs.
   */
  'conversation.show-branch': {
    approval: null,
    input: z.strictObject({ conversationId, messageId }),
    output: done
  },
  /**
   * Deletes a message of the visible branch and everything after it, on every branch. Refused while a turn
   * runs.
   */
  'conversation.delete-message': defineCall({
    approval: ({ messageId }) => ({
      ...needs('destroys', 'seen'),
      place: deletionPlace(messageId)
    }),
    input: z.strictObject({ conversationId, messageId }),
    output: done
  }),
  /** Extends a call that is close to its timeout by the same time. Ignores unknown and ended calls. */
  'conversation.keep-waiting': {
    approval: null,
    input: z.strictObject({ conversationId, callId }),
    output: done
  },
  /** Cancels one running call. The turn continues. */
  'conversation.cancel-tool-call': {
    approval: null,
    input: z.strictObject({ conversationId, callId }),
    output: done
  }
} as const
