/** Calls about conversations, what is chosen for them, and what waits to be sent in them. */
import { z } from 'zod'
import { conversationChoices } from '../choices/choices'
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
import { folderChoice } from '../folders/folders'
import { fileLimits, shelves } from '../limits'
import { serverName } from '../servers'
import { assistant } from '../settings'

const nothing = z.strictObject({})
const done = z.null()
const text = (limit: number) => z.string().max(limit)

export const conversationCalls = {
  /** An empty conversation: the same one again until it has a message. */
  'conversation.create': { input: nothing, output: conversationSummary },
  /** The `limit` messages that end with `lastId` (null: the newest), fewer where they are heavy. */
  'conversation.read': {
    input: z.strictObject({
      conversationId,
      lastId: messageId.nullable(),
      limit: z.number().int().min(1).max(500)
    }),
    output: messagePage
  },
  'conversation.rename': { input: z.strictObject({ conversationId, title: text(300).min(1) }), output: done },
  /** Stops what runs in it; its messages and the permissions bound to it go for good. */
  'conversation.delete': { input: z.strictObject({ conversationId }), output: done },
  /** Conversations whose title, text, results of tools or attachments hold the words, best first. */
  'conversation.search': {
    input: z.strictObject({ query: text(500) }),
    output: z.array(foundConversation)
  },
  /** The messages of one conversation that hold exactly these words, whatever their case, in its order. */
  'conversation.find': {
    input: z.strictObject({ conversationId, words: text(500).min(1) }),
    output: z.array(foundMessage)
  },
  /** Text of a result of which a call holds the beginning only, from one character on. */
  'conversation.read-result': {
    input: z.strictObject({ conversationId, callId, from: z.number().int().min(0) }),
    output: z.strictObject({ text: z.string(), length: z.number().int() })
  },
  /** The folders that servers may know of while an answer is written in this conversation, with absolute paths. */
  'conversation.set-folders': {
    input: z.strictObject({ conversationId, folders: z.array(folderChoice).max(100) }),
    output: done
  },
  /** Opens the system's folder dialog and adds what the person chooses to those of this conversation. */
  'conversation.choose-folder': { input: z.strictObject({ conversationId }), output: done },
  /** Pins or archives it; null: neither. */
  'conversation.set-shelf': {
    input: z.strictObject({ conversationId, shelf: z.enum(shelves).nullable() }),
    output: done
  },
  'conversation.set-model': { input: z.strictObject({ conversationId, model: modelId }), output: done },
  /**
   * What holds in this conversation in place of the settings, as a whole; `folders` and `model` where they change with
   * it. Holds from the next step of an answer on.
   */
  'conversation.set-choices': {
    input: z.strictObject({
      conversationId,
      choices: conversationChoices,
      folders: z.array(folderChoice).max(100).optional(),
      model: modelId.optional()
    }),
    output: done
  },
  /** Keeps an assistant; null: a new one. Conversations that began with it stay as they are. */
  'assistant.save': {
    input: assistant.omit({ id: true }).extend({ assistantId: assistant.shape.id.nullable() }),
    output: z.strictObject({ assistantId: assistant.shape.id })
  },
  'assistant.remove': { input: z.strictObject({ assistantId: assistant.shape.id }), output: done },
  /** Starts a turn and answers at once. `toolRequest` is set in Direct mode. */
  'conversation.send': {
    input: z.strictObject({
      conversationId,
      text: text(2_000_000),
      toolRequest: toolRequestPart.omit({ type: true }).nullable(),
      /** Read again by the host at this moment, once each; their content joins the message. */
      resources: z.array(z.strictObject({ serverName, uri: text(8_192), name: text(1_000) })).max(100),
      /** Got again by the host at this moment; null when none was inserted. */
      prompt: z
        .strictObject({ serverName, name: text(1_000), arguments: z.record(z.string(), z.string()) })
        .nullable(),
      /** Files that wait for it. */
      files: z.array(fileId).max(fileLimits.perMessage).optional(),
      /** The folders of the conversation from this message on, chosen before it began. Absent: those that it has. */
      folders: z.array(folderChoice).max(100).optional(),
      /** In the same way what else was chosen for it. */
      choices: conversationChoices.optional(),
      /**
       * Where an answer is being written: `queue` sends it once that is complete, `steer` with the results of the calls
       * that run. Absent: refused.
       */
      ifBusy: z.enum(['queue', 'steer']).optional()
    }),
    output: done
  },
  /** Sends a message that waits: now, or where an answer is being written, with the results of the calls that run. */
  'queue.send': { input: z.strictObject({ conversationId, queuedId }), output: done },
  /** Takes a message that waits back, to be changed; null: it has left meanwhile. */
  'queue.take': { input: z.strictObject({ conversationId, queuedId }), output: takenMessage.nullable() },
  /** One that has left meanwhile is no error. */
  'queue.remove': { input: z.strictObject({ conversationId, queuedId }), output: done },
  /** Stops the running turn: the model's stream and all running calls. No turn, no error. */
  'conversation.stop': { input: z.strictObject({ conversationId }), output: done },
  /**
   * The last answer goes on where it broke off or was cut: its text stays, and so do its calls, none of which runs again.
   * One that holds nothing is asked for again.
   */
  'conversation.continue': { input: z.strictObject({ conversationId }), output: done },
  /** Drops a failed or stopped last answer and asks again; one in which a call began, goes on where it stands. */
  'conversation.retry': { input: z.strictObject({ conversationId }), output: done },
  /**
   * Puts a message of the person beside one of theirs on the branch that is shown, with other words and the same
   * attachments, and starts a turn from there. What was there stays, as a branch that is not shown.
   */
  'conversation.edit': {
    input: z.strictObject({ conversationId, messageId, text: text(2_000_000) }),
    output: done
  },
  /** Answers again beside an answer on the branch that is shown, by another model where one is named. */
  'conversation.regenerate': {
    input: z.strictObject({ conversationId, messageId, model: modelId.optional() }),
    output: done
  },
  /** Shows the branch of the message, to its newest end, and goes on there; kept over a restart. Refused while a turn runs. */
  'conversation.show-branch': { input: z.strictObject({ conversationId, messageId }), output: done },
  /** A message of the branch that is shown goes for good, with all that follows it on every branch. Refused while a turn runs. */
  'conversation.delete-message': { input: z.strictObject({ conversationId, messageId }), output: done },
  /** Gives a call that comes near its time limit the same time again. Unknown and ended calls are ignored. */
  'conversation.keep-waiting': { input: z.strictObject({ conversationId, callId }), output: done },
  /** Cancels one running call of a turn; the turn goes on. */
  'conversation.cancel-tool-call': { input: z.strictObject({ conversationId, callId }), output: done }
} as const
