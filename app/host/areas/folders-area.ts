/** Shares folders with servers: connects conversations, the servers' roots and consent. */
import { toFolderEntry } from '../../contract/folders/folder-choice'
import type { FolderChoice } from '../../contract/folders/folders'
import type { Approvals } from '../../consent/interface'
import type { Conversations } from '../../conversation/conversations'
import type { ConversationEvent } from '../../conversation/messages/conversation-event'
import type { HostEvents } from './host-events'
import type { HostPorts } from './host-ports'
import { createRoots, type Roots } from '../../server-requests/roots'
import type { Settings } from '../../settings/store/settings-store'
import { warn } from '../../texts/warn'

export function createHostRoots(ports: HostPorts, events: HostEvents): Roots {
  return createRoots({
    publish: (list) => {
      const report = (error: unknown) => ports.log.warn('Servers were not told of the folders', { error })
      void ports.mcp.clients.setRoots(list).catch(report)
    },
    tell: (text) => events.raise('status', text),
    dropped: (paths) => events.emit('folders.dropped', { paths })
  })
}

/** All folders that are shared: with every conversation, and in one. */
export function sharedFolders(
  settings: Settings,
  conversations: Pick<Conversations, 'list'>
): FolderChoice[] {
  return [...settings.current().roots, ...conversations.list().flatMap(({ folders = [] }) => folders)]
}

/**
 * Consent as servers see it. Folders are shared by a server's name, and the name may belong to another program by now.
 * So the trust question lists the folders that the program would get through its name.
 */
export function withNamedFolders(
  consent: Pick<Approvals, 'isTrusted' | 'decideServerTrust'>,
  shared: () => readonly FolderChoice[]
): Pick<Approvals, 'isTrusted' | 'decideServerTrust'> {
  const namedFor = (serverName: string) =>
    shared()
      .map(toFolderEntry)
      .filter(({ servers }) => servers?.includes(serverName) === true)
  return {
    isTrusted: consent.isTrusted,
    decideServerTrust: (request, signal) => {
      const paths = [...new Set(namedFor(request.serverName).map(({ path }) => path))]
      if (paths.length === 0) return consent.decideServerTrust(request, signal)
      const found = warn('trust.namedFolders', { count: paths.length, paths })
      return consent.decideServerTrust({ ...request, warnings: [...request.warnings, found] }, signal)
    }
  }
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
