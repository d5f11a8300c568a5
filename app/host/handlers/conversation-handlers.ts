/** Conversations, their list and folders, drafts, queued messages, attached files and context. */
import type { Areas } from '../areas/areas'
import type { AreaHandlers } from './area-handlers'

export function conversationHandlers({
  consent,
  conversations,
  records,
  sent,
  views
}: Pick<Areas, 'consent' | 'conversations' | 'records' | 'sent' | 'views'>): AreaHandlers<
  'conversation' | 'assistant'
> {
  const { assistants, marks } = conversations
  return {
    'assistant.save': assistants.save,
    'assistant.remove': assistants.remove,
    'conversation.create': conversations.create,
    'conversation.read': conversations.read,
    'conversation.rename': marks.rename,
    'conversation.delete': async ({ conversationIds }) => {
      // Entries that aren't saved yet must be saved before they can be blanked.
      await records.ledger.flush()
      const known = new Set(conversations.list().map(({ id }) => id))
      for (const conversationId of new Set(conversationIds))
        if (known.has(conversationId)) await conversations.delete({ conversationId })
    },
    'conversation.search': conversations.search,
    'conversation.find': conversations.find,
    'conversation.read-result': conversations.readResult,
    'conversation.set-model': marks.setModel,
    'conversation.set-choices': marks.setChoices,
    'conversation.set-folders': marks.setFolders,
    'conversation.send': begun(consent, async ({ viewContexts = [], ...message }) => {
      const given = views.contexts.find(message.conversationId, viewContexts)
      const viewParts = given.map((one) => views.contexts.toPart(one))
      await conversations.send({ ...message, ...(given.length > 0 && { viewParts }) })
      const sentIds = given.map(({ contextId }) => contextId)
      views.contexts.forget(sentIds, 'done')
    }),
    'conversation.stop': conversations.stop,
    'conversation.retry': begun(consent, conversations.retry),
    'conversation.continue': begun(consent, conversations.continue),
    'conversation.edit': begun(consent, conversations.edit),
    'conversation.regenerate': begun(consent, conversations.regenerate),
    'conversation.show-branch': conversations.showBranch,
    'conversation.delete-message': async (input) => {
      await conversations.deleteMessage(input)
      sent.forget(input.conversationId) // later requests of the conversation contain the message, too
    },
    'conversation.keep-waiting': conversations.keepWaiting,
    'conversation.cancel-tool-call': conversations.cancelToolCall
  }
}

export function listHandlers({
  consent,
  conversations
}: Pick<Areas, 'consent' | 'conversations'>): AreaHandlers<'queue' | 'draft' | 'folder' | 'file'> {
  const { queues, drafts, folders, files, marks } = conversations
  return {
    'queue.send': begun(consent, (input) => queues.send(input)),
    'queue.take': (input) => queues.take(input),
    'queue.remove': (input) => queues.remove(input),
    'draft.keep': drafts.keep,
    'folder.save': folders.save,
    'folder.remove': folders.remove,
    'folder.move-conversations': folders.moveConversations,
    'folder.set-place': marks.setPlace,
    'file.add': (piece) => files.add(piece),
    'file.show': ({ fileId }) => files.show(fileId),
    'file.remove': ({ fileId }) => files.remove(fileId)
  }
}

export function contextHandlers({
  consent,
  conversations,
  sent
}: Pick<Areas, 'consent' | 'conversations' | 'sent'>): AreaHandlers<'context'> {
  const { contexts } = conversations
  return {
    'context.read': contexts.read,
    'context.read-parts': contexts.readParts,
    'context.read-part': contexts.readPart,
    'context.list-sent': ({ messageId }) => sent.list(messageId),
    'context.read-sent': async ({ requestId }) => {
      const body = await sent.read(requestId)
      return body === null ? null : { body }
    },
    'context.set-part': contexts.setPart,
    'context.summarize': begun(consent, contexts.summarize),
    'context.set-summary': async (input) => {
      await contexts.setSummary(input)
      if (input.goesOn !== true) return
      consent.userBegan(null)
      await conversations.continue({ conversationId: input.conversationId })
    }
  }
}

/** Notes that the user began the work. */
function begun<Input, Output>(
  consent: Pick<Areas['consent'], 'userBegan'>,
  work: (input: Input) => Output
): (input: Input) => Output {
  return (input) => {
    consent.userBegan(null)
    return work(input)
  }
}
