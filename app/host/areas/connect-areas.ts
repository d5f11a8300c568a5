import type { LocalizedText } from '../../contract/localized-text'
import { connectDesktop } from '../desktop/host-desktop'
import { connectAccounts, remoteServers } from './accounts-area'
import { workInBackground } from './background-work'
import { connectStops } from './stops-area'
import type { Areas } from './areas'
import type { HostEvents } from './host-events'
import { serversFor } from './single-server-host'
import { followTurn } from './folders-area'
import { modelSettings, buildModelsView } from './models-area'
import { connectPolicy, findCollector } from './policy-area'
import type { HostPorts } from './host-ports'
import { buildConsentView, buildSettingsView } from './host-views'

/** Connects areas that need each other, or an area of a later stage. */
export function connectAreas(ports: HostPorts, events: HostEvents, areas: Areas): void {
  const { servers, trustQuestions, conversations } = areas
  trustQuestions.listFoldersOf(conversations)
  // Not awaited: the start may wait for another answer of the user, who has already answered here.
  trustQuestions.onNarrowed((serverName) => workInBackground(ports, serverName, servers.restart(serverName)))
  conversations.onEvent(areas.openViews.follow)
  areas.traces.connect(areas)
  areas.consent.onStopped(({ what, origin: { callId } }) => {
    if (what !== 'questions' && callId !== null) areas.views.closeOfCall(callId)
  })
  publishChanges(ports, events, areas)
  connectAccounts(ports, events, areas)
  connectPolicy(ports, events, areas)
  connectStops(ports, areas)
  const alert = (text: LocalizedText): void => events.raise('alert', text)
  connectDesktop({ desktop: ports.desktop, settings: areas.settings, alert })
}

/** Publishes every change of an area as an event. Applies a change of the settings to the areas that it concerns. */
function publishChanges(ports: HostPorts, events: HostEvents, areas: Areas): void {
  const { settings, consent, servers, models, conversations, roots, budgets, records, sent } = areas
  let known = JSON.stringify(modelSettings(settings.current()))
  let prices = settings.current().models.prices
  const tellPrices = (): void => {
    const now = settings.current().models.prices
    if (JSON.stringify([...now]) === JSON.stringify([...prices])) return
    prices = now
    events.emit('models.changed', buildModelsView(areas))
  }
  settings.onChange((content) => {
    roots.apply(content.roots) // first: a server may request them as soon as it starts
    servers.apply(serversFor(ports.task, content))
    void areas.accounts.apply(remoteServers(content)).catch(() => {}) // the vault reports its errors on its own
    records.otlp.use(findCollector(areas.policy, content))
    events.emit('settings.changed', buildSettingsView(ports, areas))
    tellPrices()
    const wanted = JSON.stringify(modelSettings(content))
    if (wanted === known || ports.task !== undefined) return
    known = wanted
    void models.refresh() // never rejects for a provider's error; results are published as changes
  })
  consent.onQuestionsChanged((questions) => events.emit('questions.changed', [...questions]))
  consent.onViewChanged(() => events.emit('consent.changed', buildConsentView(areas)))
  budgets.onChanged(() => events.emit('consent.changed', buildConsentView(areas)))
  servers.onResourcesChanged((serverName) => events.emit('resources.changed', { serverName }))
  servers.onPromptsChanged((serverName) => events.emit('prompts.changed', { serverName }))
  let suspensions = '[]'
  /** A changed tool suspends its permissions. They apply again if the tool changes back. */
  const tellSuspensions = (): void => {
    const found = JSON.stringify(consent.view().grants.map(({ id, suspended }) => [id, suspended]))
    if (found === suspensions) return
    suspensions = found
    events.emit('consent.changed', buildConsentView(areas))
  }
  servers.onChange((view) => {
    if (view.state === 'connected') conversations.serverConnected(view.name)
    // A connection whose calls wait for a sign-in is still open.
    else if (view.state !== 'needs-sign-in') consent.withdrawOfServer(view.name)
    consent.recheckTools()
    events.emit('server.changed', view)
    tellSuspensions()
  })
  servers.onCounted((view) => events.emit('server.changed', view))
  servers.onRemoved((serverName) => {
    budgets.forget(serverName)
    consent.withdrawOfServer(serverName)
    events.emit('server.removed', { serverName })
  })
  models.onChange(() => {
    events.emit('models.changed', buildModelsView(areas))
    conversations.defaultModelChanged()
  })
  areas.pulls.onChange(() => events.emit('models.changed', buildModelsView(areas)))
  areas.modelTables.onChange(() => events.emit('models.changed', buildModelsView(areas)))
  roots.onNews(() => events.emit('settings.changed', buildSettingsView(ports, areas)))
  conversations.onEvent((event) => {
    if (event.name === 'conversation.removed') sent.forget(event.payload.conversationId)
    followTurn(roots, event, () => servers.list().map(({ name: server }) => server)) // first: the folders are shared before any call of the turn
    events.emit(event.name, event.payload)
  })
}
