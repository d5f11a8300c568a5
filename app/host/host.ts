/**
 * The core as a whole: creates the areas, loads what is stored, starts servers, and ends in good order.
 * Knows no Electron; `ports.ts` says what it needs from outside.
 */
import { existsSync } from 'node:fs'
import { toLocalizedText } from '../base/host-error'
import type { Handlers } from '../contract/bridge/calls'
import type { Snapshot } from '../contract/snapshot'
import type { EventEnvelope } from '../contract/events'
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

/** The core as `main/` sees it: handlers for all calls, one stream of events, a life with an end. */
export interface Host {
  readonly handlers: Handlers
  /** Every change, in order, each with its revision. */
  onEvent(listener: (event: EventEnvelope) => void): () => void
  /** A bundle that the system hands over: it is put before the person once everything is loaded. */
  readonly takeFile: (file: string) => void
  /** A link that the system hands over: the same. */
  readonly takeLink: (link: string) => void
  /** Reads settings and starts servers; the window does not wait for it. */
  start(): Promise<void>
  /** Stops turns, saves what streams, closes all servers in parallel, closes the history. */
  dispose(): Promise<void>
}

export function createHost(given: HostPorts): Host {
  const book = createLogCollector()
  const ports = inBook(given, book)
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
    handlers: afterLoading(createHandlers(areas.records.ports, { ...areas, book }, snapshot), loaded),
    onEvent: (listener) => events.on(listener),
    takeLink: (link) => void loaded.then(() => areas.adding.hearLink(link)),
    takeFile: (file) => void loaded.then(() => areas.adding.openFiles([file])),
    start: async () => tellLoaded(await start(ports, areas, events)),
    dispose: async () => {
      areas.policy.dispose()
      areas.roots.dispose()
      areas.requests.dispose()
      areas.exchanges.dispose()
      areas.diagrams.dispose()
      areas.accounts.dispose()
      await areas.imports.dispose()
      await areas.conversations.dispose()
      areas.pulls.stop()
      areas.models.dispose()
      await areas.settings.dispose()
      await areas.modelTables.dispose()
      await areas.servers.dispose()
      areas.doings.dispose()
      areas.reach.dispose() // what the servers' connections came to is recorded
      await areas.records.dispose()
      await areas.usage.settled()
      await ports.history.close()
    }
  }
}

/** Every line of a log stands in the book, too. */
function inBook(ports: HostPorts, book: LogCollector): HostPorts {
  ports.onLogged?.(book.addHost)
  return {
    ...ports,
    serverLog: (serverName, line) => {
      book.addServer(serverName, line)
      ports.serverLog(serverName, line)
    }
  }
}

/** The first messages of a trace are those of servers that start while everything is loaded. */
const answeredAtOnce: ReadonlySet<string> = new Set<keyof Handlers>(['server.trace'])

/** A window may call before everything is loaded: its calls wait, so that none is answered from half a state. */
function afterLoading(handlers: Handlers, loaded: Promise<unknown>): Handlers {
  const waiting = Object.entries(handlers).map(([name, handle]) => {
    const answer = handle as (input: unknown) => unknown
    if (answeredAtOnce.has(name)) return [name, async (input: unknown) => answer(input)] as const
    return [name, async (input: unknown) => (await loaded, answer(input))] as const
  })
  return Object.fromEntries(waiting) as unknown as Handlers
}

/** Loads everything; what can not be loaded is told and costs nothing else. */
async function start(ports: HostPorts, areas: Areas, events: HostEvents): Promise<{ isFirstRun: boolean }> {
  const hasSettings = existsSync(ports.settingsFile)
  const tell = (error: unknown): void => {
    ports.log.error('Loading failed', { error })
    events.raise('alert', toLocalizedText(error))
  }
  // Trust must be known before the settings name servers to start.
  await Promise.all([
    areas.conversations.start(),
    areas.consent.load(),
    areas.budgets.load(),
    areas.usage.load()
  ]).catch(tell)
  const notice = await ports.history.notice().catch(() => null) // what failed there has been told above
  if (notice !== null) events.raise('alert', notice)
  void areas.records.ledger.flush() // never rejects; a cut end is told before anything is added
  const isWelcomed = await ports.history.readFact(welcomeFinished).catch(() => null)
  // First: a settings file that is not there yet names none of them, and one that is made knows no more.
  await areas.adding.sweep()
  await Promise.all([areas.modelTables.start(), areas.settings.start()])
  if (ports.task === undefined) void areas.models.refresh() // never rejects for what a provider does; its news come as changes
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
    drawers: areas.conversations.drawers.list(),
    servers: [...areas.servers.list()],
    questions: [...areas.consent.questions()],
    consent: buildConsentView(areas),
    settings: buildSettingsView(ports, areas),
    models: buildModelsView(areas),
    accounts: [...areas.accounts.list()],
    exchanges: areas.exchanges.list(),
    ...(adding !== null && { adding }),
    ...(collector !== null && { collector })
  }
}
