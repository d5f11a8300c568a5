import type { Areas } from '../areas/areas'
import type { AreaHandlers } from './area-handlers'

export function usageHandlers({ usage }: Pick<Areas, 'usage'>): AreaHandlers<'usage'> {
  return {
    'usage.read': () => usage.view(),
    'usage.of-conversation': ({ conversationId }) => usage.ofConversation(conversationId)
  }
}
