import type { Areas } from '../areas/areas'
import type { HandlersOf } from './handlers-of'

export function usageHandlers({ usage }: Pick<Areas, 'usage'>): HandlersOf<'usage'> {
  return {
    'usage.read': () => usage.view(),
    'usage.of-conversation': ({ conversationId }) => usage.ofConversation(conversationId)
  }
}
