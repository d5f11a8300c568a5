/** The third stage: what runs servers and models, and what works with them. */
import { createEmitter } from '../../base/emitter'
import { schedule } from '../../base/schedule'
import { directModelId } from '../../contract/direct-model'
import type { LocalizedText } from '../../contract/localized-text'
import { createExchanges } from '../../server-requests/exchange-list'
import { createAdding, type Adding } from '../adding/adding'
import { Diagrams } from '../desktop/diagrams'
import { createDirectory } from '../adding/host-directory'
import { createFollowedResources } from './followed-resources'
import { createFileActivity } from '../sandbox/file-activity'
import { createHostNetworkAccess } from '../sandbox/network-access'
import { createHostSpelling } from './spelling-area'
import type { Engines, Guards, Stores } from './areas'
import { createHostConversations } from './conversations-area'
import { createHostRoots } from './folders-area'
import type { HostEvents } from './host-events'
import type { HostPorts } from './host-ports'
import { createImports } from './imports-area'
import { createHostModels } from './models-area'
import { redactMessage } from '../../workbench/messages/redact-message'
import { Pulls } from './pulls-area'
import { createTypedSecrets, namableSecrets } from './secrets-area'
import { createHostRequests } from './server-requests-area'
import { chooseLanguage } from '../../texts/translated'
import type { EndedCall } from '../../servers/registry/server-calls'
import { createHostDoctor, createHostServers } from './servers-area'
import { createWorkbench } from './create-workbench'
import { OpenPreviews } from '../views/open-previews'
import { InspectedViews, type InspectedViewsOptions } from '../views/inspected-views'
import { OpenViews, type OpenViewsOptions } from '../views/open-views'
import { ShownViews, type ShownViewsOptions } from '../views/shown-views'
import { ViewAccess, type ViewAccessOptions } from '../views/view-access'
import { ViewTools } from '../views/view-tools'
import { ViewTraces } from '../views/view-traces'
import { RecordedModels } from '../workbench/recorded-models'
import { ReplayedServers } from '../workbench/replayed-servers'

export function createEngines(ports: HostPorts, events: HostEvents, earlier: Stores & Guards): Engines {
  const { settings, records, destinations } = earlier
  const { mcp, now } = ports
  const alert = (text: LocalizedText): void => events.raise('alert', text)
  const endedCalls = createEmitter<EndedCall>()
  const servers = createHostServers(ports, earlier, (ended) => endedCalls.emit(ended))
  const models = createHostModels(ports, earlier)
  const viewTools = new ViewTools({ ledger: records.ledger, runningCalls: earlier.runningCalls })
  const recordedModels = new RecordedModels()
  const replayedServers = new ReplayedServers()
  const conversations = createHostConversations(ports, earlier, {
    servers,
    models,
    viewTools,
    recordedModels,
    replayedServers
  })
  const exchanges = createExchanges({
    mcp,
    publish: (list) => events.emit('exchanges.changed', list),
    redact: (value) => ports.secretRegistry.redactDeep(value)
  })
  const requests = createHostRequests(ports, earlier, { events, models, conversations, exchanges })
  const running = { ...earlier, servers, models, conversations }
  const views = createHostViews(ports, events, { ...running, requests, viewTools })
  const directory = createDirectory({ serverListFile: ports.serverListFile, settings, destinations, records })
  return {
    servers,
    models,
    conversations,
    exchanges,
    pulls: new Pulls({ models, destinations, records, now }),
    imports: createImports(ports, events, conversations),
    requests,
    roots: createHostRoots(ports, events),
    ...createSandboxAreas(ports, events, { ...earlier, servers, conversations }),
    ...createWorkbench(ports, events, {
      ...running,
      ...views,
      directory,
      endedCalls,
      recordedModels,
      replayedServers
    }),
    doctor: createHostDoctor(ports, earlier, servers),
    followed: createFollowedResources(servers, (resource) => events.emit('resource.updated', resource)),
    adding: createHostAdding(ports, events, { ...earlier, servers }),
    directory,
    ...createDrawing(ports, events, earlier),
    ...views,
    spelling: createHostSpelling(ports, settings, { servers, tell: alert })
  }
}

/** What draws the text of models. */
function createDrawing(
  ports: HostPorts,
  events: HostEvents,
  { records }: Pick<Guards, 'records'>
): Pick<Engines, 'diagrams' | 'previews'> {
  const { openDiagramPage, openViewFrame, readPreviewScript, openFile, newId, log } = ports
  const diagrams = new Diagrams({ openDiagramPage, schedule, log: log.in('diagrams') })
  const previews = new OpenPreviews({
    openViewFrame,
    readPreviewScript,
    drawDiagram: (code) => diagrams.draw(code),
    openFile,
    ledger: records.ledger,
    publish: (preview) => events.emit('preview.changed', preview),
    newId
  })
  return { diagrams, previews }
}

function createViewTraces(
  events: HostEvents,
  { redactMessage: redact, now }: Pick<ViewsOptions, 'redactMessage' | 'now'>
): ViewTraces {
  const publish = (serverName: string): void => events.emit('view.traced', { serverName })
  return new ViewTraces({ publish, redactMessage: redact, now })
}

type ViewsOptions = ShownViewsOptions &
  ViewAccessOptions &
  Omit<OpenViewsOptions & InspectedViewsOptions, 'views' | 'access' | 'traces'>

function createHostViews(
  ports: HostPorts,
  events: HostEvents,
  {
    settings,
    consent,
    policy,
    records,
    budgets,
    runningCalls,
    servers,
    models,
    conversations,
    requests,
    viewTools
  }: Stores &
    Guards &
    Pick<Engines, 'servers' | 'models' | 'conversations' | 'requests'> & { readonly viewTools: ViewTools }
): Pick<Engines, 'views' | 'openViews' | 'inspectedViews' | 'viewAccess' | 'viewTraces'> {
  const { history, systemLanguages, saveFile, newId, now, log, app } = ports
  const hasModel = (): boolean => models.view().models.some(({ id }) => id !== directModelId)
  const shared: ViewsOptions = {
    openViewFrame: ports.openViewFrame,
    servers,
    consent,
    policy,
    runningCalls,
    conversations,
    viewTools,
    readMessage: (conversationId, messageId) => history.readMessage(conversationId, messageId),
    canSample: (serverName) => hasModel() && !budgets.isOff(serverName),
    sampleForView: (asked, signal) => requests.sampleForView(asked, signal),
    readLanguage: () => chooseLanguage(settings.current().values['appearance.language'], systemLanguages),
    version: app.version,
    publish: (view) => events.emit('view.changed', view),
    publishMessages: (batch) => events.emit('view.messaged', batch),
    redactMessage: (text) => redactMessage(text, ports.secretRegistry),
    publishContext: (change) => events.emit('view.context-changed', change),
    ledger: records.ledger,
    openLink: records.openLinkFrom,
    saveFile,
    redact: (value) => ports.secretRegistry.redactDeep(value),
    noteLog: (serverName, line) => servers.noteLog(serverName, { at: now(), source: 'log', ...line }),
    newId,
    now,
    log: log.in('views')
  }
  const viewAccess = new ViewAccess(shared)
  const views = new ShownViews(shared)
  const traces = createViewTraces(events, shared)
  servers.onRemoved((serverName) => traces.forgetServer(serverName))
  const opened = { ...shared, views, access: viewAccess, traces }
  return {
    viewAccess,
    viewTraces: traces,
    views,
    openViews: new OpenViews(opened),
    inspectedViews: new InspectedViews(opened)
  }
}

function createSandboxAreas(
  { mcp, history, now, log }: HostPorts,
  events: HostEvents,
  areas: Stores & Guards & Pick<Engines, 'servers' | 'conversations'>
): Pick<Engines, 'fileActivity' | 'networkAccess'> {
  const { settings, runningCalls, policy, consent, records, servers, conversations } = areas
  const shared = {
    mcp,
    history,
    now,
    settings,
    servers,
    runningCalls,
    conversations,
    ledger: records.ledger
  }
  return {
    fileActivity: createFileActivity(shared),
    networkAccess: createHostNetworkAccess({
      ...shared,
      consent,
      policy,
      alert: (text) => events.raise('alert', text),
      log: log.in('network-access')
    })
  }
}

function createHostAdding(
  ports: HostPorts,
  events: HostEvents,
  { settings, policy, consent, records, servers }: Stores & Guards & Pick<Engines, 'servers'>
): Adding {
  const secrets = namableSecrets(ports)
  return createAdding({
    dataFolder: ports.dataFolder,
    settingsFile: ports.settingsFile,
    platform: ports.app.platform,
    chooseFile: ports.chooseFile,
    findDenial: () => policy.view?.failure ?? null,
    recordRequest: records.noteDownload,
    settings,
    inspectProgram: (target) => ports.mcp.clients.inspectProgram(target),
    secrets: {
      ...createTypedSecrets(ports, { settings, consent, servers }),
      isStored: async (name) => (await secrets.read(name)) !== null
    },
    newId: ports.newId,
    log: ports.log.in('bundles'),
    publish: (adding) => events.emit('adding.changed', { adding }),
    tell: (text) => events.raise('alert', text)
  })
}
