/** The folders that servers may know of, between their neighbours: what happens in conversations, and the gateway. */
import type { ConversationEvent } from '../../conversation/messages/conversation-event'
import type { HostEvents } from './events'
import type { Ports } from './ports'
import { createRoots, type Roots } from '../../server-requests/roots'

export function createHostRoots(ports: Ports, events: HostEvents): Roots {
  return createRoots({
    publish: (list) => {
      const report = (error: unknown) => ports.log.warn('Servers were not told of the folders', { error })
      void ports.mcp.clients.setRoots(list).catch(report)
    },
    tell: (text) => events.raise('status', text),
    dropped: (paths) => events.emit('folders.dropped', { paths })
  })
}

/** The folders of a conversation join the list for as long as a turn runs in it. */
export function followTurn(roots: Roots, { name, payload }: ConversationEvent): void {
  if (name === 'conversation.removed') roots.join(payload.conversationId, [])
  if (name !== 'conversation.changed') return
  const { id, isRunning, folders = [] } = payload
  roots.join(id, isRunning ? folders : [])
}
