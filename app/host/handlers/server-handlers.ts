/** Servers with their tools and icons. */
import { homedir } from 'node:os'
import { unknownServer, workInBackground } from '../areas/background-work'
import { restartAccounts } from '../areas/accounts-area'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import { readProcessLoad } from '../load/process-load'
import { serversFor } from '../task/single-server-host'
import type { otherAppHandlers } from './other-app-handlers'
import type { serverSecretHandlers } from './server-secret-handlers'
import type { Diagnosis } from '../../contract/diagnosis/diagnosis'
import type { ServerView } from '../../contract/servers'
import type { AreaHandlers } from './area-handlers'
import { switchSandboxOff } from '../../settings/edit/entry-sandbox'
import { clearPrivateFolder, keepPrivateFolder, readPrivateFolder } from './private-folder-handlers'
import { updatePackage } from './update-package'
import { readForm } from '../../settings/edit/entry-form'
import { findSecrets } from '../../provenance/secret-forms'
import { isServerLink } from '../../settings/links/link-forms'
import { writeServerLink } from '../../settings/links/write-link'
import { layOut } from '../../settings/edit/server-entry-text'

type ServerHandlers = Omit<
  AreaHandlers<'server' | 'tool' | 'icon'>,
  keyof ReturnType<typeof serverSecretHandlers> | keyof ReturnType<typeof otherAppHandlers>
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
  const { servers, settings, consent, accounts, trace, doctor, adding, networkAccess, fileActivity } = areas
  /** Starting may wait for the user. The window follows the state, not the call. */
  const inBackground = (serverName: string, work: (name: string) => Promise<void>): void => {
    if (!servers.list().some(({ name }) => name === serverName)) throw unknownServer(serverName)
    workInBackground(ports, serverName, work(serverName))
  }
  return {
    'server.start': ({ serverName }) => {
      consent.personBegan(serverName)
      inBackground(serverName, (name) => restartAccounts({ accounts, servers }, name))
    },
    'server.stop': ({ serverName }) => inBackground(serverName, (name) => servers.stop(name)),
    'server.restart': ({ serverName }) => {
      consent.personBegan(serverName)
      inBackground(serverName, (name) => servers.restart(name))
    },
    'server.diagnose': async ({ serverName }) =>
      await diagnose(ports, { servers, settings, doctor }, serverName),
    'server.cancel-diagnosis': ({ serverName }) => doctor.cancel(serverName),
    'server.read-log': ({ serverName }) => [...servers.readLog(serverName)],
    'server.refresh-tools': ({ serverName }) => servers.refreshTools(serverName),
    'server.list-tools': ({ serverName }) => [...servers.tools(serverName)],
    'server.list-tasks': ({ serverName }) => servers.listTasks(serverName),
    'server.read-load': async ({ serverName }) => {
      const processId = servers.list().find(({ name }) => name === serverName)?.processId ?? null
      return processId === null ? null : await readProcessLoad(processId)
    },
    ...networkHandlers({ networkAccess, fileActivity, consent }),
    ...homeHandlers(ports, areas, (name) => inBackground(name, (each) => servers.start(each))),
    ...wallHandlers(ports, areas, (name) => inBackground(name, (each) => servers.restart(each))),
    ...linkHandlers({ settings, adding }),
    ...entryHandlers(ports, areas),
    ...messageHandlers(trace),
    ...choiceHandlers(settings),
    'icon.read': ({ serverName, src }) => servers.readIcon(serverName, src),
    'tool.search': ({ query, limit }) => [...servers.searchTools(query, limit)],
    'tool.read': ({ serverName, toolName }) => {
      const { modelToolName: _model, definitionHash: _hash, ...tool } = servers.readTool(serverName, toolName)
      return tool
    },
    'tool.check-arguments': (input) =>
      servers.checkArguments(input.serverName, input.toolName, input.arguments)
  }
}

function entryHandlers(
  ports: HostPorts,
  { settings, consent, accounts, trace, adding }: ServerAreas
): Pick<ServerHandlers, 'server.read-entry' | 'server.save-entry' | 'server.remove'> {
  return {
    'server.read-entry': async ({ serverName }) => {
      const json = await settings.readServerEntry(serverName)
      return { json: layOut(json), form: readForm(json) }
    },
    'server.save-entry': async ({ previousName, serverName, json }) => {
      const save = () => settings.saveServerEntry(previousName, serverName, json)
      const withAccount = () => accounts.rename(previousName ?? serverName, serverName, save)
      const named = { from: previousName, to: serverName }
      await keepPrivateFolder({ mcp: ports.mcp, settings }, named, withAccount)
      if (previousName !== null && previousName !== serverName) await trace.forget(previousName)
    },
    'server.remove': async ({ serverName }) => {
      await settings.removeServer(serverName)
      await consent.revokeTrust(serverName)
      await accounts.remove(serverName)
      await trace.forget(serverName)
      await adding.sweep()
      await ports.mcp.clients.removeHome(serverName)
    }
  }
}

function messageHandlers(
  trace: ServerAreas['trace']
): Pick<ServerHandlers, 'server.trace' | 'server.list-messages' | 'server.forget-messages'> {
  return {
    'server.trace': ({ isFollowed }) => trace.follow(isFollowed),
    'server.list-messages': ({ serverName }) => trace.list(serverName),
    'server.forget-messages': ({ serverName }) => trace.forget(serverName)
  }
}

function homeHandlers(
  ports: HostPorts,
  areas: Pick<Areas, 'settings' | 'servers' | 'consent'>,
  start: (serverName: string) => void
): Pick<ServerHandlers, 'server.read-home' | 'server.clear-home'> {
  return {
    'server.read-home': ({ serverName }) => readPrivateFolder(ports, areas, serverName),
    'server.clear-home': async ({ serverName }) => {
      areas.consent.personBegan(serverName)
      await clearPrivateFolder(ports, areas, { serverName, start })
    }
  }
}

type ChoiceHandlers = Pick<ServerHandlers, 'server.set-options' | 'server.set-tool' | 'server.set-tools'>

function choiceHandlers(settings: ServerAreas['settings']): ChoiceHandlers {
  return {
    'server.set-options': ({ serverName, ...choices }) => settings.setServerChoices(serverName, choices),
    'server.set-tool': ({ serverName, toolName, ...changes }) =>
      settings.setTools(serverName, [toolName], changes),
    'server.set-tools': ({ serverName, toolNames, isDisabled }) =>
      settings.setTools(serverName, toolNames, { isDisabled })
  }
}

type FileActivityCalls = 'server.read-doings' | 'server.clear-doings' | 'server.allow-place'

function networkHandlers({
  networkAccess,
  fileActivity,
  consent
}: Pick<ServerAreas, 'networkAccess' | 'fileActivity' | 'consent'>): Pick<
  ServerHandlers,
  'server.read-reach' | 'server.forget-host' | FileActivityCalls
> {
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
    'server.forget-host': ({ serverName, line }) => networkAccess.forgetLine(serverName, line)
  }
}

function wallHandlers(
  ports: HostPorts,
  areas: Pick<Areas, 'settings' | 'trustCheck' | 'newEntrySandboxing' | 'consent'>,
  restart: (serverName: string) => void
): Pick<ServerHandlers, 'server.read-walls' | 'server.contain' | 'server.update-package'> {
  const { settings, newEntrySandboxing, consent } = areas
  return {
    'server.read-walls': () => newEntrySandboxing.view(),
    'server.contain': async ({ serverName, isContained }) => {
      consent.personBegan(serverName)
      const before = await settings.readServerEntry(serverName)
      const after = isContained ? await newEntrySandboxing.contain(before) : switchSandboxOff(before)
      if (after !== before) await settings.saveServerEntry(serverName, serverName, after)
    },
    'server.update-package': ({ serverName }) => updatePackage(ports, areas, { serverName, restart })
  }
}

/** Pasted text may be a link, and an entry may be given as a link. */
function linkHandlers({
  settings,
  adding
}: Pick<ServerAreas, 'settings' | 'adding'>): Pick<ServerHandlers, 'server.write-link' | 'server.paste'> {
  return {
    'server.write-link': async ({ serverName }) => {
      const json = await settings.readServerEntry(serverName)
      return { link: writeServerLink({ name: serverName, json }, { home: homedir(), findSecrets }) }
    },
    'server.paste': async ({ text }) => {
      // A link must be shown before the user can know its content.
      if (isServerLink(text)) adding.pasteLink(text)
      return { added: isServerLink(text) ? [] : [...(await settings.pasteServers(text))] }
    }
  }
}

const busyStates: ReadonlySet<ServerView['state']> = new Set(['starting', 'installing', 'restarting'])

/**
 * Requests that are on their way would run twice. @throws HostError SERVER_UNKNOWN, SERVER_NOT_CONNECTED (cancelled)
 */
async function diagnose(
  { task }: Pick<HostPorts, 'task'>,
  { servers, settings, doctor }: Pick<ServerAreas, 'servers' | 'settings' | 'doctor'>,
  serverName: string
): Promise<Diagnosis> {
  const { servers: valid, brokenServers } = serversFor(task, settings.current())
  const definition = [...valid, ...brokenServers].find(({ name }) => name === serverName)
  const find = () => servers.list().find(({ name }) => name === serverName)
  const state = find()?.state
  if (state !== undefined && busyStates.has(state)) await servers.stop(serverName)
  const view = find()
  if (definition === undefined || view === undefined) throw unknownServer(serverName)
  return await doctor.diagnose({ definition, view })
}
