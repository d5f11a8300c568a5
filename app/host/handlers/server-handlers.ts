/** Servers with their entries, tools and icons. */
import { homedir } from 'node:os'
import type { ReadServer, ServerPart, ServerParts } from '../../contract/bridge/server-parts'
import { findSecrets } from '../../base/secret-forms'
import { SandboxedServers } from '../../servers/trust/sandboxed-servers'
import { writeServerLink } from '../../settings/links/write-link'
import { restartAccounts } from '../areas/accounts-area'
import type { Areas } from '../areas/areas'
import { requireServer, workInBackground } from '../areas/background-work'
import type { HostPorts } from '../areas/host-ports'
import { ServerEntries } from '../areas/server-entries'
import { readProcessLoad } from '../logs/process-load'
import type { AreaHandlers } from './area-handlers'

type ServerHandlers = AreaHandlers<'server' | 'sandbox' | 'tool' | 'icon' | 'messages'>

type ServerAreas = Pick<
  Areas,
  | 'servers'
  | 'settings'
  | 'consent'
  | 'accounts'
  | 'messages'
  | 'written'
  | 'doctor'
  | 'adding'
  | 'networkAccess'
  | 'fileActivity'
  | 'otherApps'
  | 'differences'
  | 'newEntrySandboxing'
  | 'trustCheck'
>

export function serverHandlers(ports: HostPorts, areas: ServerAreas): ServerHandlers {
  const { servers, consent, accounts } = areas
  /** Starting may wait for the user. The window follows the state, not the call. */
  const inBackground = (serverName: string, work: (name: string) => Promise<void>): void => {
    requireServer(servers, serverName)
    workInBackground(ports, serverName, work(serverName))
  }
  const sandboxed = new SandboxedServers({
    ...areas,
    clients: ports.mcp.clients,
    newId: ports.newId,
    start: (serverName) => inBackground(serverName, servers.start),
    restart: (serverName) => inBackground(serverName, servers.restart)
  })
  const entries = new ServerEntries(ports, areas, sandboxed)
  return {
    'server.control': ({ serverName, act }) => {
      if (act !== 'stop') consent.userBegan(serverName)
      const start = (name: string) => restartAccounts({ accounts, servers }, name)
      inBackground(serverName, { start, stop: servers.stop, restart: servers.restart }[act])
    },
    'server.read': createServerReader(areas, sandboxed, entries),
    ...inspectionHandlers(areas),
    ...sandboxHandlers(areas, sandboxed),
    ...entryHandlers(areas, entries)
  }
}

type PartReaders = {
  readonly [P in ServerPart]: (serverName: string) => ServerParts[P] | Promise<ServerParts[P]>
}

function createServerReader(
  { servers, settings, networkAccess, fileActivity, otherApps, differences }: ServerAreas,
  sandboxed: SandboxedServers,
  entries: ServerEntries
): ReadServer {
  const readers: PartReaders = {
    log: (serverName) => [...servers.readLog(serverName)],
    tools: (serverName) => [...servers.tools(serverName)],
    tasks: (serverName) => servers.listTasks(serverName),
    load: async (serverName) => {
      const processId = servers.list().find(({ name }) => name === serverName)?.processId ?? null
      return processId === null ? null : await readProcessLoad(processId)
    },
    'other-apps': (serverName) => otherApps.read(requireServer(servers, serverName)),
    definitions: async (serverName) => {
      requireServer(servers, serverName)
      return await differences.readNow(serverName)
    },
    'network-access': (serverName) => networkAccess.read(serverName),
    'file-activity': (serverName) => fileActivity.read(serverName),
    'private-folder': (serverName) => sandboxed.readFolder(serverName),
    entry: (serverName) => entries.read(serverName),
    'install-link': async (name) => {
      const json = await settings.readServerEntry(name)
      return { link: writeServerLink({ name, json }, { home: homedir(), findSecrets }) }
    },
    secrets: (serverName) => entries.listSecrets(serverName)
  }
  return ({ serverName, what }) => readers[what](serverName)
}

function inspectionHandlers({
  servers,
  doctor,
  messages,
  written
}: Pick<ServerAreas, 'servers' | 'doctor' | 'messages' | 'written'>) {
  return {
    'server.diagnose': ({ serverName }) => doctor.diagnose(serverName),
    'server.cancel-diagnosis': ({ serverName }) => doctor.cancel(serverName),
    'messages.find': messages.find,
    'messages.locate': messages.locate,
    'messages.complete-filter': messages.completeFilter,
    'messages.read': messages.read,
    'messages.export': messages.export,
    'messages.list-methods': written.listMethods,
    'messages.check': written.check,
    'messages.send': written.send,
    'messages.stop': written.stop,
    'server.refresh-tools': ({ serverName }) => servers.refreshTools(serverName),
    'icon.read': ({ serverName, src }) => servers.readIcon(serverName, src),
    'tool.search': ({ query, limit }) => [...servers.searchTools(query, limit)],
    'tool.read': ({ serverName, toolName }) => {
      const { modelToolName: _model, definitionHash: _hash, ...tool } = servers.readTool(serverName, toolName)
      return tool
    },
    'tool.check-arguments': (input) =>
      servers.checkArguments(input.serverName, input.toolName, input.arguments)
  } satisfies Partial<ServerHandlers>
}

function sandboxHandlers(
  {
    networkAccess,
    fileActivity,
    newEntrySandboxing,
    messages,
    consent
  }: Pick<ServerAreas, 'networkAccess' | 'fileActivity' | 'newEntrySandboxing' | 'messages' | 'consent'>,
  sandboxed: SandboxedServers
) {
  return {
    'server.clear': ({ serverName, what }) => {
      if (what === 'messages') return messages.forget(serverName)
      if (what === 'private-folder') {
        consent.userBegan(serverName)
        return sandboxed.clearFolder(serverName)
      }
      fileActivity.clear(serverName)
      networkAccess.forgetPlaces(serverName)
    },
    'server.allow-folder': ({ serverName, id }) => {
      consent.userBegan(serverName)
      return fileActivity.allow(serverName, id)
    },
    'sandbox.read': () => newEntrySandboxing.view(),
    'server.update-package': ({ serverName }) => sandboxed.updatePackage(serverName)
  } satisfies Partial<ServerHandlers>
}

function entryHandlers(
  { settings, adding, consent }: Pick<ServerAreas, 'settings' | 'adding' | 'consent'>,
  entries: ServerEntries
) {
  return {
    'server.save-entry': async (entry) => {
      const { previousName, serverName } = entry
      if ('form' in entry) return { serverName: await entries.saveForm(previousName, serverName, entry.form) }
      await entries.save(previousName, serverName, entry.json)
      return { serverName }
    },
    'server.remove': ({ serverName }) => entries.remove(serverName),
    'sandbox.set': ({ serverName, isSandboxed }) => {
      consent.userBegan(serverName)
      return entries.setSandboxed(serverName, isSandboxed)
    },
    'server.set-secret': (secret) =>
      'headerName' in secret
        ? entries.setSecretHeader(secret.serverName, secret.headerName, secret.value)
        : entries.setSecret(secret.serverName, secret.secretName, secret.value),
    'server.paste': async ({ text }) => ({ added: await adding.paste(text) }),
    'server.set-options': ({ serverName, ...choices }) => settings.setServerChoices(serverName, choices),
    'server.set-tools': ({ serverName, toolNames, ...changes }) =>
      settings.setTools(serverName, toolNames, changes)
  } satisfies Partial<ServerHandlers>
}
