/** How full a conversation's next request is; read again when the request may have changed. */
import type { ContextView } from '../../../app/contract/models/context-view'
import { call } from '../../bridge/call'
import { useSetting } from '../../bridge/settings'
import { useRead } from '../../bridge/use-read'
import { useProjection } from '../../state/projection'
import { connectedCount } from '../../state/servers-slice'

/** Read after the conversation, because the figure isn't urgent. */
const pauseMs = 400

export interface ContextWish {
  readonly conversationId: string
  readonly model: string
  readonly isRunning: boolean
}

export function useContextUse({ conversationId, model, isRunning }: ContextWish): ContextView | null {
  const share = useSetting('conversation.contextShare')
  const systemPrompt = useSetting('conversation.systemPrompt')
  const connected = useProjection(connectedCount)
  const said = useProjection((state) => {
    const messages = state.threads[conversationId]?.messages ?? []
    const last = messages.at(-1)
    const summary = messages.findLast((message) => message.summary !== undefined)?.summary
    const leftOut = state.conversations.find(({ id }) => id === conversationId)?.leftOut ?? []
    return `${leftOut.length} ${last?.id ?? ''} ${last?.requestSize?.read ?? ''} ${summary?.at ?? ''}`
  })
  const { value } = useRead({
    key: conversationId,
    read: () => call('context.read', { conversationId }),
    freshness: [model, isRunning, share, systemPrompt.length, connected, said].join('|'),
    pauseMs
  })
  return value
}
