/** The folders that servers may know of, between their neighbours: what happens in conversations, and the gateway. */
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
 * The gate as servers see it: folders go by a server's name, and another program may stand behind it by now. So the
 * question whether that is trusted says which folders it would be told of for its name alone.
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
 * The folders of a conversation join the list for as long as a turn runs in it. A server that is off there hears of none;
 * `serverNames` are all that there are.
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
