/** What people who write or choose servers work with. */
import path from 'node:path'
import type { Emitter } from '../../base/emitter'
import type { EndedCall } from '../../servers/registry/server-calls'
import { toRunningEntry } from '../../workbench/differences/published'
import { redactMessage } from '../../workbench/messages/redact-message'
import { readProcessLoads } from '../logs/process-load'
import { ConformanceRuns } from '../workbench/conformance-runs'
import { DefinitionCaptures } from '../workbench/definition-captures'
import { Differences } from '../workbench/differences'
import { HealthRecorder } from '../workbench/health-recorder'
import { createHostMessages, type HostMessages } from '../workbench/host-messages'
import { OtherAppsReport } from '../workbench/other-apps-report'
import { recordStoredConversation } from '../workbench/record-stored-conversation'
import type { RecordedModels } from '../workbench/recorded-models'
import { Recordings } from '../workbench/recordings'
import type { ReplayedServers } from '../workbench/replayed-servers'
import { Replays } from '../workbench/replays'
import { TestRuns } from '../workbench/test-runs'
import { WrittenMessages } from '../workbench/written-messages'
import type { Engines, Guards, Stores } from './areas'
import { serversFor } from './single-server-host'
import { requireServer } from './background-work'
import type { HostEvents } from './host-events'
import type { HostPorts } from './host-ports'
import { modelForJudge } from './usage-area'

type Earlier = Stores &
  Guards &
  Pick<Engines, 'servers' | 'models' | 'conversations' | 'directory' | 'views'> & {
    readonly endedCalls: Emitter<EndedCall>
    readonly recordedModels: RecordedModels
    readonly replayedServers: ReplayedServers
  }

type Workbench = Pick<
  Engines,
  | 'health'
  | 'otherApps'
  | 'messages'
  | 'written'
  | 'recordings'
  | 'differences'
  | 'replays'
  | 'tests'
  | 'conformance'
>

export function createWorkbench(ports: HostPorts, events: HostEvents, earlier: Earlier): Workbench {
  const { servers, endedCalls, recordedModels, records } = earlier
  const flushLedger = (): Promise<void> => records.ledger.flush()
  return {
    health: createHealth(ports, events, earlier),
    otherApps: new OtherAppsReport({
      servers,
      mcp: ports.mcp,
      onCallEnded: (listener) => endedCalls.on(listener)
    }),
    messages: createMessages(ports, events),
    written: createWritten(ports, earlier),
    ...createCaptures(ports, events, earlier),
    replays: createReplays(ports, earlier, flushLedger),
    tests: new TestRuns({
      ports,
      areas: earlier,
      recordedModels,
      views: ports.openViewFrame === undefined ? null : earlier.views,
      resolveJudge: (modelId, conversationId) => modelForJudge(earlier, modelId, conversationId),
      keepsRuns: ports.task === undefined,
      flushLedger,
      publish: (run) => events.emit('test.run-changed', run)
    }),
    conformance: createConformance(ports, events, earlier)
  }
}

function createConformance(
  ports: HostPorts,
  events: HostEvents,
  { servers, settings, accounts }: Earlier
): ConformanceRuns {
  return new ConformanceRuns({
    ports,
    servers,
    findDefinition: (serverName) =>
      serversFor(ports.task, settings.current()).servers.find(({ name }) => name === serverName) ?? null,
    isSignedIn: (serverName) =>
      accounts.list().some((one) => one.serverName === serverName && one.state === 'signed-in'),
    onSignInNeeded: (serverName, listener) =>
      accounts.onChange((list) => {
        const account = list.find((one) => one.serverName === serverName)
        if (account?.state === 'needs-sign-in' || account?.state === 'signed-out') listener(account.reason)
      }),
    keepsRuns: ports.task === undefined,
    publish: (run) => events.emit('conformance.changed', run)
  })
}

function createReplays(ports: HostPorts, earlier: Earlier, flushLedger: () => Promise<void>): Replays {
  const { conversations, servers, consent, recordedModels, replayedServers } = earlier
  return new Replays({
    conversations,
    servers,
    consent,
    history: ports.history,
    recordedModels,
    replayedServers,
    record: (conversationId) => recordStoredConversation(conversationId, ports, { conversations, servers }),
    chooseFile: ports.chooseFile,
    flushLedger,
    newId: ports.newId
  })
}

function createMessages({ mcp, secretRegistry, onTraced }: HostPorts, events: HostEvents): HostMessages {
  const onChanged = (serverName: string): void => events.emit('messages.changed', { serverName })
  return createHostMessages({ mcp, secretRegistry, onTraced, onChanged })
}

function createWritten({ mcp, newId }: HostPorts, { consent, servers }: Earlier): WrittenMessages {
  return new WrittenMessages({ servers, clients: mcp.clients, consent, newId })
}

function createHealth(
  { mcp, history, now, log }: HostPorts,
  events: HostEvents,
  { servers, endedCalls }: Earlier
): HealthRecorder {
  return new HealthRecorder({
    servers,
    onCallEnded: (listener) => endedCalls.on(listener),
    mcp,
    history,
    readLoads: (processIds) => readProcessLoads(processIds),
    tell: (level, text) => events.raise(level, text),
    now,
    log: log.in('health')
  })
}

/** What was recorded, and what is compared with it. */
function createCaptures(
  ports: HostPorts,
  events: HostEvents,
  { servers, settings, directory, records }: Earlier
): Pick<Engines, 'recordings' | 'differences'> {
  const { mcp, app, dataFolder, secretRegistry, saveFile, chooseFile, now, newId, task } = ports
  const redact = (text: string): string | null => redactMessage(text, secretRegistry)
  const recordings = new Recordings({
    mcp,
    findServer: (serverName) => requireServer(servers, serverName),
    version: app.version,
    redact,
    saveFile,
    publish: (list) => events.emit('recordings.changed', list),
    alert: (text) => events.raise('alert', text),
    now,
    newId
  })
  const differences = new Differences({
    mcp,
    servers,
    captures: new DefinitionCaptures({ folder: path.join(dataFolder, 'definitions'), now, newId }),
    readOpenRecording: recordings.readText,
    chooseFile,
    findEntry: (serverName) => {
      const { servers: valid } = serversFor(task, settings.current())
      const found = valid.find(({ name }) => name === serverName)
      if (found === undefined) return null
      return found.transport === 'stdio'
        ? toRunningEntry(null, Object.keys(found.env))
        : toRunningEntry(found.url, [])
    },
    recordCard: records.noteDownload,
    openRegistry: () => directory.sourceOf('registry'),
    redact,
    newId,
    keepsCaptures: task === undefined
  })
  return { recordings, differences }
}
