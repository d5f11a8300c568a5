import type { Areas } from '../areas/areas'
import type { AreaHandlers } from './area-handlers'

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
    'context.summarize': (input) => {
      consent.personBegan(null)
      return contexts.summarize(input)
    },
    'context.set-summary': async (input) => {
      await contexts.setSummary(input)
      if (input.goesOn !== true) return
      consent.personBegan(null)
      await conversations.continue({ conversationId: input.conversationId })
    }
  }
}
