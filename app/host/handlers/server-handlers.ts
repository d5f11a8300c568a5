/** Servers with their entries, tools and icons. */
import { homedir } from 'node:os'
import { findSecrets } from '../../provenance/secret-forms'
import { SandboxedServers } from '../../servers/trust/sandboxed-servers'
import { writeServerLink } from '../../settings/links/write-link'
import { restartAccounts } from '../areas/accounts-area'
import type { Areas } from '../areas/areas'
import { requireServer, workInBackground } from '../areas/background-work'
import type { HostPorts } from '../areas/host-ports'
import { ServerEntries } from '../areas/server-entries'
import { readProcessLoad } from '../logs/process-load'
import type { otherAppHandlers } from './adding-handlers'
import type { AreaHandlers } from './area-handlers'

type ServerHandlers = Omit<
  AreaHandlers<'server' | 'tool' | 'icon'>,
  keyof ReturnType<typeof otherAppHandlers>
>

type ServerAreas = Pick<
  Areas,
  | 'servers'
  | 'settings'
  | 'consent'
  | 'accounts'
  | 'trace'
  | 'doctor'
  | 'adding'
  | 'networkAccess'
  | 'fileActivity'
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
    ...{ ...areas, clients: ports.mcp.clients, newId: ports.newId },
    start: (serverName) => inBackground(serverName, servers.start),
    restart: (serverName) => inBackground(serverName, servers.restart)
  })
  return {
    'server.start': ({ serverName }) => {
      consent.personBegan(serverName)
      inBackground(serverName, (name) => restartAccounts({ accounts, servers }, name))
    },
    'server.stop': ({ serverName }) => inBackground(serverName, servers.stop),
    'server.restart': ({ serverName }) => {
      consent.personBegan(serverName)
      inBackground(serverName, servers.restart)
    },
    ...inspectionHandlers(areas),
    ...sandboxHandlers(areas, sandboxed),
    ...entryHandlers(areas, new ServerEntries(ports, areas, sandboxed))
  }
}

function inspectionHandlers({ servers, doctor, trace }: Pick<ServerAreas, 'servers' | 'doctor' | 'trace'>) {
  return {
    'server.diagnose': ({ serverName }) => doctor.diagnose(serverName),
    'server.cancel-diagnosis': ({ serverName }) => doctor.cancel(serverName),
    'server.read-log': ({ serverName }) => [...servers.readLog(serverName)],
    'server.trace': ({ isFollowed }) => trace.follow(isFollowed),
    'server.list-messages': ({ serverName }) => trace.list(serverName),
    'server.forget-messages': ({ serverName }) => trace.forget(serverName),
    'server.refresh-tools': ({ serverName }) => servers.refreshTools(serverName),
    'server.list-tools': ({ serverName }) => [...servers.tools(serverName)],
    'server.list-tasks': ({ serverName }) => servers.listTasks(serverName),
    'server.read-load': async ({ serverName }) => {
      const processId = servers.list().find(({ name }) => name === serverName)?.processId ?? null
      return processId === null ? null : await readProcessLoad(processId)
    },
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
    consent
  }: Pick<ServerAreas, 'networkAccess' | 'fileActivity' | 'newEntrySandboxing' | 'consent'>,
  sandboxed: SandboxedServers
) {
  return {
    'server.read-doings': ({ serverName }) => fileActivity.read(serverName),
    'server.clear-doings': ({ serverName }) => {
      fileActivity.clear(serverName)
      networkAccess.forgetPlaces(serverName)
    },
    'server.allow-place': ({ serverName, id }) => {
      consent.personBegan(serverName)
      return fileActivity.allow(serverName, id)
    },
    'server.read-reach': ({ serverName }) => networkAccess.read(serverName),
    'server.forget-host': ({ serverName, line }) => networkAccess.forgetLine(serverName, line),
    'server.read-home': ({ serverName }) => sandboxed.readFolder(serverName),
    'server.clear-home': ({ serverName }) => {
      consent.personBegan(serverName)
      return sandboxed.clearFolder(serverName)
    },
    'server.read-walls': () => newEntrySandboxing.view(),
    'server.update-package': ({ serverName }) => sandboxed.updatePackage(serverName)
  } satisfies Partial<ServerHandlers>
}

function entryHandlers(
  { settings, adding, consent }: Pick<ServerAreas, 'settings' | 'adding' | 'consent'>,
  entries: ServerEntries
) {
  return {
    'server.read-entry': ({ serverName }) => entries.read(serverName),
    'server.save-entry': (entry) => entries.save(entry.previousName, entry.serverName, entry.json),
    'server.save-form': async ({ previousName, serverName, form }) => ({
      serverName: await entries.saveForm(previousName, serverName, form)
    }),
    'server.remove': ({ serverName }) => entries.remove(serverName),
    'server.contain': ({ serverName, isContained }) => {
      consent.personBegan(serverName)
      return entries.contain(serverName, isContained)
    },
    'server.list-secrets': ({ serverName }) => entries.listSecrets(serverName),
    'server.set-secret': ({ serverName, secretName, value }) =>
      entries.setSecret(serverName, secretName, value),
    'server.set-secret-header': ({ serverName, headerName, value }) =>
      entries.setSecretHeader(serverName, headerName, value),
    'server.write-link': async ({ serverName: name }) => {
      const json = await settings.readServerEntry(name)
      return { link: writeServerLink({ name, json }, { home: homedir(), findSecrets }) }
    },
    'server.paste': async ({ text }) => ({ added: await adding.paste(text) }),
    'server.set-options': ({ serverName, ...choices }) => settings.setServerChoices(serverName, choices),
    'server.set-tool': ({ serverName, toolName, ...changes }) =>
      settings.setTools(serverName, [toolName], changes),
    'server.set-tools': ({ serverName, toolNames, isDisabled }) =>
      settings.setTools(serverName, toolNames, { isDisabled })
  } satisfies Partial<ServerHandlers>
}
