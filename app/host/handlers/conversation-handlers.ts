import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import type { AreaHandlers } from './area-handlers'

export function conversationHandlers(
  { chooseFolder }: Pick<HostPorts, 'chooseFolder'>,
  { consent, conversations, records, sent }: Pick<Areas, 'consent' | 'conversations' | 'records' | 'sent'>
): AreaHandlers<'conversation' | 'assistant'> {
  return {
    'assistant.save': conversations.assistants.save,
    'assistant.remove': conversations.assistants.remove,
    'conversation.create': conversations.create,
    'conversation.read': conversations.read,
    'conversation.rename': conversations.marks.rename,
    'conversation.delete': async (input) => {
      // Entries that aren't saved yet must be saved before they can be blanked.
      await records.ledger.flush()
      await conversations.delete(input)
    },
    'conversation.search': conversations.search,
    'conversation.find': conversations.find,
    'conversation.read-result': conversations.readResult,
    'conversation.set-shelf': conversations.marks.setShelf,
    'conversation.set-model': conversations.marks.setModel,
    'conversation.set-choices': conversations.marks.setChoices,
    'conversation.set-folders': conversations.marks.setFolders,
    'conversation.choose-folder': async ({ conversationId }) => {
      const path = await chooseFolder()
      if (path !== null) await conversations.marks.addFolder(conversationId, path)
    },
    'conversation.send': (input) => {
      consent.personBegan(null)
      return conversations.send(input)
    },
    'conversation.stop': conversations.stop,
    'conversation.retry': (input) => {
      consent.personBegan(null)
      return conversations.retry(input)
    },
    'conversation.continue': (input) => {
      consent.personBegan(null)
      return conversations.continue(input)
    },
    'conversation.edit': (input) => {
      consent.personBegan(null)
      return conversations.edit(input)
    },
    'conversation.regenerate': (input) => {
      consent.personBegan(null)
      return conversations.regenerate(input)
    },
    'conversation.show-branch': conversations.showBranch,
    'conversation.delete-message': async (input) => {
      await conversations.deleteMessage(input)
      sent.forget(input.conversationId) // later requests of the conversation contain the message, too
    },
    'conversation.keep-waiting': conversations.keepWaiting,
    'conversation.cancel-tool-call': conversations.cancelToolCall
  }
}
