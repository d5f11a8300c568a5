/**
 * File activity and resource use of sandboxed servers. A blocked attempt is shown in the message of its call and
 * recorded in the ledger. The user can open its folder with one button, which changes the entry and so asks for trust.
 * The page doesn't name paths: only what is kept here can be opened.
 */
import { randomUUID } from 'node:crypto'
import { HostError } from '../../base/host-error'
import type { FileActivityView } from '../../contract/consent/file-activity'
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import type { Conversations } from '../../conversation/conversations'
import type { TurnCalls } from '../../conversation/calls/turn-calls'
import type { HistoryStore } from '../../history/interface'
import type { Ledger } from '../../ledger/interface'
import { recordLimit, recordRefusedFile } from '../../ledger/record-network'
import type { McpEvents, McpGateway } from '../../mcp/interface'
import type { ServersControl } from '../../servers/registry/server-registry'
import type { StdioDefinition } from '../../settings/definition'
import { writeSandbox } from '../../settings/edit/entry-sandbox'
import type { Settings } from '../../settings/store/settings-store'
import { say } from '../../texts/render-localized'
import { createFileChanges } from './file-changes'

export interface FileActivityOptions {
  readonly mcp: Pick<McpGateway, 'subscribe'>
  readonly settings: Pick<Settings, 'current' | 'readServerEntry' | 'saveServerEntry'>
  readonly servers: Pick<ServersControl, 'onRemoved'>
  readonly runningCalls: TurnCalls
  readonly conversations: Pick<Conversations, 'noteForCall'>
  readonly ledger: Pick<Ledger, 'record'>
  readonly history: Pick<HistoryStore, 'readFact' | 'writeFact'>
  readonly now: () => number
}

export interface FileActivity {
  /** @throws HostError SERVER_UNKNOWN */
  read(serverName: string): FileActivityView
  clear(serverName: string): void
  /** @throws HostError The codes of `server.allow-folder` */
  allow(serverName: string, id: string): Promise<void>
  dispose(): void
}

export function createFileActivity(options: FileActivityOptions): FileActivity {
  const { mcp, settings, servers, history } = options
  const files = createFileChanges(history)
  const unsubscribe = [
    mcp.subscribe({
      fileAccessed: (news) => hear(news, files, options),
      limitExceeded: (news) => hearLimit(news, options)
    }),
    servers.onRemoved((serverName) => files.clear(serverName))
  ]
  return {
    read: (serverName) => ({
      containment: definitionOf(serverName, options)?.containment ?? null,
      files: files.of(serverName)
    }),
    clear: (serverName) => files.clear(serverName),
    allow: async (serverName, id) => {
      const found = files.of(serverName).find((file) => file.id === id)
      const containment = definitionOf(serverName, options)?.containment
      if (found === undefined || found.folder === null || containment === undefined)
        throw new HostError('SETTINGS_INVALID', say('reach.placeGone'))
      const wider = withFolder(containment, found.access === 'read' ? 'read' : 'write', found.folder)
      const before = await settings.readServerEntry(serverName)
      await settings.saveServerEntry(serverName, serverName, writeSandbox(before, wider))
    },
    dispose: () => {
      for (const end of unsubscribe) end()
      files.flush()
    }
  }
}

type News = Parameters<McpEvents['fileAccessed']>[0]

function hear(news: News, files: ReturnType<typeof createFileChanges>, options: FileActivityOptions): void {
  const { serverName, access, path, folder, count = 1, callIds } = news
  const { id } = files.add(serverName, {
    id: randomUUID(),
    access,
    path,
    folder,
    count,
    lastAt: options.now()
  })
  if (access === 'wrote') return
  const call = callOf(callIds, options)
  const place = call ?? nowhere
  recordRefusedFile({ serverName, access, path, count, place }, options.ledger)
  const noted = findNoted(call, options)
  if (noted === null) return
  const text = path === '' ? say('reach.pastRefused', { access }) : say('reach.fileRefused', { access, path })
  const offered = folder === null ? {} : { closedFolder: { id, folder } }
  options.conversations.noteForCall(noted, { serverName, text, ...offered })
}

function hearLimit(news: Parameters<McpEvents['limitExceeded']>[0], options: FileActivityOptions): void {
  const { serverName, allowed, callIds, isFirst } = news
  const call = callOf(callIds, options)
  if (isFirst) recordLimit({ ...news, place: call ?? nowhere }, options.ledger)
  // A server that ended gives the reason in all of its calls.
  const noted = findNoted(call, options)
  if (noted === null || news.course !== 'slowed') return
  options.conversations.noteForCall(noted, { serverName, text: say('reach.slowed', { allowed }) })
}

const nowhere = { conversationId: null, messageId: null, callId: null }

/** Null when several calls run: any of them could have caused it. */
function callOf(callIds: readonly string[], { runningCalls }: Pick<FileActivityOptions, 'runningCalls'>) {
  const [callId] = callIds.length === 1 ? callIds : []
  return callId === undefined ? null : runningCalls.find(callId)
}

/** Null: no conversation has the call. */
function findNoted(
  call: { readonly callId: string } | null,
  { runningCalls }: Pick<FileActivityOptions, 'runningCalls'>
) {
  return call === null ? null : runningCalls.findInConversation(call.callId)
}

/** @throws HostError SERVER_UNKNOWN. Null: a remote one. */
function definitionOf(
  serverName: string,
  { settings }: Pick<FileActivityOptions, 'settings'>
): StdioDefinition | null {
  const found = settings.current().servers.find(({ name }) => name === serverName)
  if (found === undefined)
    throw new HostError('SERVER_UNKNOWN', say('host.unknownServer', { server: serverName }))
  return found.transport === 'stdio' ? found : null
}

/** Write access includes read access. */
function withFolder(containment: SandboxChoices, list: 'read' | 'write', folder: string): SandboxChoices {
  const without = (places: readonly string[]) => places.filter((place) => place !== folder)
  if (list === 'read') return { ...containment, read: [...without(containment.read), folder] }
  return {
    ...containment,
    read: without(containment.read),
    write: [...without(containment.write), folder]
  }
}
