/**
 * Network access of sandboxed servers. An attempt to reach a host that isn't allowed is reported as `networkAccessRequested` and
 * waits until the host answers. The clocks of calls stop meanwhile.
 */
import type { OpenNetwork, ServerNetwork as NetworkInside } from '../../sandbox/interface'
import { createReportedFiles } from '../../sandbox/blocked/reported-files'
import type { ReportedFiles } from '../../sandbox/blocked/reported-files'
import {
  isProxyHost,
  isSandboxAddress,
  nothingWatched,
  watchAttempts
} from '../../sandbox/blocked/watch-attempts'
import type { WatchedAttempts } from '../../sandbox/blocked/watch-attempts'
import type { ReportedFile } from '../../contract/consent/file-activity'
import { createServerNetworks } from '../../sandbox/network/server-networks'
import type { SandboxNetwork, ServerNetworksOptions } from '../../sandbox/network/server-networks'
import type { AskForNetworkAccess } from '../../sandbox/network/admission'
import { createPlaceholders } from '../../sandbox/secrets/placeholders'
import { say } from '../../texts/render-localized'
import type { McpClients, McpEvents, ReachReply } from '../interface'

/** What is needed of a connection for its network access. */
export interface NetworkAsker {
  readonly serverName: string
  readonly calls: {
    ids(): readonly string[]
    /** Stops the clocks of calls until the returned function is called. */
    pause(): () => void
  }
  /** The clocks of its start, until that has ended. */
  readonly start: { hold(): () => void }
  isOpening(): boolean
}

export type NetworkParts = Pick<ServerNetworksOptions, 'nodePreload' | 'pythonFolder' | 'authorities'>

export interface SandboxNetworksOptions extends NetworkParts, Pick<ServerNetworksOptions, 'lookUp' | 'now'> {
  readonly events: Pick<
    McpEvents,
    'networkAccessRequested' | 'hostReached' | 'requestWithdrawn' | 'fileAccessed' | 'logged'
  >
  readonly askers: () => readonly NetworkAsker[]
  readonly home: string
  readonly closed: readonly string[]
  readonly hostEnvironment: Readonly<Record<string, string | undefined>>
}

export interface SandboxNetworks {
  readonly ofClients: Pick<McpClients, 'answerReach' | 'setHosts'>
  readonly open: OpenNetwork
  /** Called when a server wrote this to stderr, or a call failed with this answer. */
  readonly heardFailure: (serverName: string, text: string) => void
  readonly note: (serverName: string, text: string) => void
  close(): Promise<void>
}

export function createSandboxNetworks(options: SandboxNetworksOptions): SandboxNetworks {
  const { events, hostEnvironment: environment } = options
  const asking = createAsking(options)
  const networks = createServerNetworks(options)
  const byServer = new Map<string, Set<SandboxNetwork>>()
  const filesOf = new Map<string, ReportedFiles>()
  const triesOf = new Map<string, WatchedAttempts>()
  const listedOf = new Map<string, readonly string[]>()

  return {
    note: (serverName, text) => noteFor(serverName, options)(text),
    heardFailure: (serverName, text) => {
      triesOf.get(serverName)?.look()
      filesOf.get(serverName)?.hear(text)
    },
    open: async (serverName, rules, { environment: own, isFixed }) => {
      const { hosts, masked = {} } = rules
      const tell = tellFile(serverName, options)
      const files = createReportedFiles({ ...options, rules, tell })
      // Fetched packages are in a folder of Parley's own.
      if (!isFixed) filesOf.set(serverName, files)
      listedOf.set(serverName, hosts)
      const asks = countOwn(asking.askFor(serverName), () => listedOf.get(serverName) ?? [])
      const ofServer = byServer.get(serverName) ?? new Set()
      byServer.set(serverName, ofServer)
      const network = await networks.open({
        serverName,
        hosts,
        own,
        standIns: createPlaceholders(masked, own),
        note: noteFor(serverName, options),
        ask: isFixed ? refuseAll : asks.ask,
        tell: (reached) => events.hostReached({ ...reached, serverName }),
        ...(!isFixed && { reported: (report) => files.report(report) })
      })
      if (!isFixed) ofServer.add(network)
      const shut = () => {
        ofServer.delete(network)
        network.close()
      }
      const watch = { folder: network.folder, environment, askedForOwn: asks.count, tell }
      const tries = isFixed ? nothingWatched : await watchAttempts(watch).catch(after(shut))
      if (!isFixed) triesOf.set(serverName, tries)
      const end = () => {
        tries.close()
        shut()
      }
      return inside(network, tries, { close: end, loaded: loadedFiles(options) })
    },
    ofClients: {
      answerReach: async (requestId, reply) => asking.answer(requestId, reply),
      setHosts: (serverName, hosts) => {
        listedOf.set(serverName, hosts)
        for (const network of byServer.get(serverName) ?? []) network.setHosts(hosts)
        return Promise.resolve()
      }
    },
    close: () => networks.close()
  }
}

/** Closes what was opened before a start that failed. */
function after(shut: () => void) {
  return (error: unknown): never => {
    shut()
    throw error
  }
}

/**
 * Counts the requests for this computer itself. If it is allowed there is no question: then each check sees another
 * number.
 */
function countOwn(plain: AskForNetworkAccess, listed: () => readonly string[]) {
  let asked = 0
  const ask: AskForNetworkAccess = (target, signal) => {
    if (isProxyHost(target.host)) asked += 1
    return plain(target, signal)
  }
  const count = () => {
    if (listed().some(isSandboxAddress)) asked += 1
    return asked
  }
  return { ask, count }
}

interface Asking {
  readonly askFor: (serverName: string) => AskForNetworkAccess
  readonly answer: (requestId: string, reply: ReachReply) => void
}

function createAsking({ askers: all, events }: SandboxNetworksOptions): Asking {
  const asked = new Map<string, (reply: ReachReply) => void>()
  let count = 0
  const askFor =
    (serverName: string): AskForNetworkAccess =>
    ({ host, port }, signal) => {
      count += 1
      const requestId = `reach-${count}`
      const askers = all().filter((asker) => asker.serverName === serverName)
      const resumes = askers.flatMap((asker) => [asker.calls.pause(), asker.start.hold()])
      const callIds = askers.flatMap(({ calls }) => calls.ids())
      return new Promise((resolve) => {
        const settle = (reply: ReachReply) => {
          if (!asked.delete(requestId)) return
          for (const resume of resumes) resume()
          resolve(reply)
        }
        asked.set(requestId, settle)
        signal.addEventListener('abort', () => {
          if (!asked.has(requestId)) return
          events.requestWithdrawn({ requestId, reason: say('reach.nobodyWaits') })
          settle({ isAllowed: false, reason: 'nothing waits for it any longer' })
        })
        const isConnecting = askers.some((asker) => asker.isOpening())
        events.networkAccessRequested({ requestId, serverName, callIds, host, port, isConnecting })
      })
    }
  return { askFor, answer: (requestId, reply) => asked.get(requestId)?.(reply) }
}

function noteFor(serverName: string, { events, now }: SandboxNetworksOptions): (text: string) => void {
  return (text) => events.logged({ serverName, line: { at: now(), source: 'life', level: 'notice', text } })
}

function tellFile(serverName: string, options: SandboxNetworksOptions) {
  const { askers, events } = options
  const note = noteFor(serverName, options)
  return (file: ReportedFile): void => {
    const own = askers().filter((asker) => asker.serverName === serverName)
    events.fileAccessed({ ...file, serverName, callIds: own.flatMap(({ calls }) => calls.ids()) })
    if (file.access === 'wrote') return
    note(`The server tried to ${triedWords(file)}`)
  }
}

function triedWords({ access, path, count = 1 }: ReportedFile): string {
  const times = count === 1 ? '' : ` (${count} times)`
  switch (access) {
    case 'talk':
      return `talk to ${path}`
    case 'addresses':
      return `reach an address past its proxy${times}`
    case 'names':
      return `look up a name past its proxy${times}`
    case 'ports':
      return `reach a port of this computer past its proxy${times}`
    default:
      return `${access} ${path}`
  }
}

/** Files that every runtime must load. */
function loadedFiles({ nodePreload, pythonFolder }: SandboxNetworksOptions): readonly string[] {
  return [nodePreload, pythonFolder].filter((each) => each !== undefined)
}

/** While a package is fetched, requests to hosts besides its registry are blocked without a question. */
const refuseAll: AskForNetworkAccess = () =>
  Promise.resolve({ isAllowed: false, reason: 'a package is fetched from its registry only' })

/** The address inside the sandbox: the same port on its own loopback interface. */
function inside(
  { port, socketPath, environment, mask, files }: SandboxNetwork,
  tries: WatchedAttempts,
  { close, loaded }: { readonly close: () => void; readonly loaded: readonly string[] }
): NetworkInside {
  if (socketPath === null) throw new Error('Sandboxing needs Unix sockets, which are missing')
  return {
    environment,
    mask,
    relay: { socketPath, port },
    files: [...loaded, ...files],
    watched: tries.sockets,
    started: (processId) => tries.started(processId),
    close
  }
}
