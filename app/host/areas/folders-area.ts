/** Shares folders with servers: connects conversations with the servers' roots. */
import { toFolderEntry } from '../../contract/conversation/folder-choice'
import type { FolderChoice } from '../../contract/conversation/folders'
import type { ConversationEvent } from '../../conversation/messages/conversation-event'
import type { HostEvents } from './host-events'
import type { HostPorts } from './host-ports'
import { createRoots, type Roots } from '../../server-requests/roots'

export function createHostRoots(ports: HostPorts, events: HostEvents): Roots {
  return createRoots({
    publish: (list) => {
      const report = (error: unknown) =>
        ports.log.warn('Servers were not notified of changed roots', { error })
      void ports.mcp.clients.setRoots(list).catch(report)
    },
    tell: (text) => events.raise('status', text),
    dropped: (paths) => events.emit('paths.dropped', { paths })
  })
}

/**
 * Adds the folders of a conversation to the list while a turn runs in it. A server that is switched off in the
 * conversation doesn't get them. `serverNames`: all servers.
 */
export function followTurn(
  roots: Roots,
  { name, payload }: ConversationEvent,
  serverNames: () => readonly string[]
): void {
  if (name === 'conversation.removed') roots.join(payload.conversationId, [])
  if (name !== 'conversation.changed') return
  const { id, isRunning, folders = [], choices: { offServers: off = [] } = {} } = payload
  const without = (folder: FolderChoice): FolderChoice => {
    const { servers = serverNames(), ...entry } = toFolderEntry(folder)
    return { ...entry, servers: servers.filter((server) => !off.includes(server)) }
  }
  if (isRunning) roots.join(id, off.length === 0 ? folders : folders.map(without))
  else roots.join(id, [])
}
