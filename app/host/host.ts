/**
 * The whole core: creates the areas, loads stored data, starts servers, and shuts down in order. Independent of
 * Electron; `ports.ts` says what it needs from outside.
 */
import { existsSync } from 'node:fs'
import { toLocalizedText } from '../base/host-error'
import type { LocalizedText } from '../contract/localized-text'
import type { Handlers } from '../contract/bridge/calls'
import type { Snapshot } from '../contract/bridge/snapshot'
import type { EventEnvelope } from '../contract/bridge/events'
import type { Areas } from './areas/areas'
import { createAreas } from './areas/create-areas'
import { buildConsentView, buildSettingsView } from './areas/host-views'
import { buildModelsView } from './areas/models-area'
import { welcomeFinished } from './handlers/app-handlers'
import { createHandlers } from './handlers/handlers'
import { createHostEvents, type HostEvents } from './areas/host-events'
import type { HostPorts } from './areas/host-ports'
import { createLogCollector } from './logs/log-collector'
import type { LogCollector } from './logs/log-collector'

/** The core as `main/` sees it: handlers of all calls, one stream of events, a start and an end. */
export interface Host {
  readonly handlers: Handlers
  /** The listener gets every change, in order, each with its revision. */
  onEvent(listener: (event: EventEnvelope) => void): () => void
  /** Opens a bundle from the operating system. It is shown to the user once everything is loaded. */
  readonly takeFile: (file: string) => void
  /** Opens a link from the operating system, in the same way. */
  readonly takeLink: (link: string) => void
  /** Why this computer's policy forbids updates; null if it doesn't. */
  readonly refusalOfUpdates: () => LocalizedText | null
  /** Reads settings and starts servers. The window doesn't wait for it. */
  start(): Promise<void>
  /** Stops turns, saves streaming messages, closes all servers in parallel, closes the history. */
  dispose(): Promise<void>
}

export function createHost(given: HostPorts): Host {
  const logs = createLogCollector()
  const ports = collectLogs(given, logs)
  const events = createHostEvents()
  const areas = createAreas(ports, events)
  let tellLoaded: (facts: { isFirstRun: boolean }) => void = () => {}
  const loaded = new Promise<{ isFirstRun: boolean }>((resolve) => (tellLoaded = resolve))

  const snapshot = async (): Promise<Snapshot> => {
    const { isFirstRun } = await loaded
    const taken = takeSnapshot(ports, areas, { isFirstRun, revision: events.revision() })
    queueMicrotask(() => events.windowListens())
    return taken
  }
  return {
    handlers: afterLoading(createHandlers(areas.records.ports, { ...areas, logs }, snapshot), loaded),
    onEvent: (listener) => events.on(listener),
    refusalOfUpdates: () => areas.policy.refusalOfUpdates,
    takeLink: (link) => void loaded.then(() => areas.adding.hearLink(link)),
    takeFile: (file) => void loaded.then(() => areas.adding.openFiles([file])),
    start: async () => tellLoaded(await start(ports, areas, events)),
    dispose: async () => {
      areas.policy.dispose()
      areas.roots.dispose()
      await Promise.all([areas.replays.dispose(), areas.tests.dispose()])
      areas.requests.dispose()
      areas.exchanges.dispose()
      areas.recordings.dispose()
      areas.diagrams.dispose()
      areas.views.dispose()
      areas.viewTraces.dispose()
      areas.viewAccess.dispose()
      await areas.previews.dispose()
      areas.accounts.dispose()
      await areas.imports.dispose()
      await areas.conversations.dispose()
      await areas.conformance.dispose()
      areas.pulls.stop()
      areas.models.dispose()
      await areas.settings.dispose()
      await areas.modelTables.dispose()
      await areas.servers.dispose()
      await areas.health.dispose()
      await areas.differences.dispose()
      areas.fileActivity.dispose()
      areas.networkAccess.dispose() // records what the servers' connections sent and received
      await areas.records.dispose()
      await areas.traces.sending.dispose()
      await areas.usage.settled()
      await ports.history.close()
    }
  }
}

/** Adds every log line to the log screen. */
function collectLogs(ports: HostPorts, logs: LogCollector): HostPorts {
  ports.onLogged?.(logs.addHost)
  return {
    ...ports,
    serverLog: (serverName, line) => {
      logs.addServer(serverName, line)
      ports.serverLog(serverName, line)
    }
  }
}

/** A window may call before everything is loaded. Its calls wait, so that none is answered from a partial state. */
function afterLoading(handlers: Handlers, loaded: Promise<unknown>): Handlers {
  const waiting = Object.entries(handlers).map(([name, handle]) => {
    const answer = handle as (input: unknown) => unknown
    return [name, async (input: unknown) => (await loaded, answer(input))] as const
  })
  return Object.fromEntries(waiting) as unknown as Handlers
}

/** Loads everything. What can't be loaded is reported, and the rest is loaded. */
async function start(ports: HostPorts, areas: Areas, events: HostEvents): Promise<{ isFirstRun: boolean }> {
  const hasSettings = existsSync(ports.settingsFile)
  const tell = (error: unknown): void => {
    ports.log.error('Loading failed', { error })
    events.raise('alert', toLocalizedText(error))
  }
  // Trust must be loaded before the settings name servers to start.
  await Promise.all([
    areas.conversations.start(),
    areas.consent.load(),
    areas.budgets.load(),
    areas.usage.load()
  ]).catch(tell)
  const notice = await ports.history.notice().catch(() => null) // the error has been reported above
  if (notice !== null) events.raise('alert', notice)
  void areas.records.ledger.flush() // never rejects; a cut-off end of the ledger is reported before an entry is added
  const isWelcomed = await ports.history.readFact(welcomeFinished).catch(() => null)
  // First: a settings file that doesn't exist yet names no folder, and a new one names no more.
  await areas.adding.sweep()
  await Promise.all([areas.modelTables.start(), areas.settings.start()])
  if (ports.task === undefined) void areas.models.refresh() // never rejects for a provider's error; results are published as changes
  return { isFirstRun: !hasSettings && isWelcomed === null }
}

function takeSnapshot(
  ports: HostPorts,
  areas: Areas,
  { isFirstRun, revision }: { readonly isFirstRun: boolean; readonly revision: number }
): Snapshot {
  const collector = areas.records.otlp.view()
  const adding = areas.adding.mark()
  return {
    revision,
    app: { ...ports.app, dataFolder: ports.dataFolder },
    isFirstRun,
    conversations: areas.conversations.list(),
    queues: areas.conversations.queues.list(),
    assistants: areas.conversations.assistants.list(),
    drafts: areas.conversations.drafts.list(),
    folders: areas.conversations.folders.list(),
    servers: [...areas.servers.list()],
    questions: [...areas.consent.questions()],
    consent: buildConsentView(areas),
    settings: buildSettingsView(ports, areas),
    models: buildModelsView(areas),
    accounts: [...areas.accounts.list()],
    exchanges: areas.exchanges.list(),
    recordings: areas.recordings.list(),
    ...(adding !== null && { adding }),
    ...(collector !== null && { collector })
  }
}
