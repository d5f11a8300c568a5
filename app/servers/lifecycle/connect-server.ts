/**
 * One attempt to connect to a server: its turn in the queue, variables, what is known from earlier starts, and a time
 * limit. `server-lifecycle.ts` does what comes before and after.
 */
import type { Approvals } from '../../consent/interface'
import type { ServerLogLine } from '../../contract/servers'
import type { AccessToken, ConnectionInfo, McpClients } from '../../mcp/interface'
import type { ServerDefinition } from '../../settings/definition'
import type { ProtocolEraCache } from './protocol-era-cache'
import { startTimeout } from './state-reasons'
import type { StartQueue } from './start-queue'
import { delay } from '../../base/delay'
import { isRemote, toTrustedLaunch } from '../trust/trust-check'
import type { TrustCheck, TrustedDefinition } from '../trust/trust-check'

export interface ConnectContext {
  readonly clients: McpClients
  readonly trustCheck: TrustCheck
  readonly consent: Pick<Approvals, 'isTrusted' | 'decideServerTrust'>
  /** The token of a sign-in at the server at this URL; null if there is none. */
  readonly accessFor: (serverName: string, url: string) => Promise<AccessToken | null>
  /** True while a question about the server is open. */
  readonly isAskedAbout: (serverName: string) => boolean
  readonly startQueue: StartQueue
  readonly eras: ProtocolEraCache
}

export interface Attempt {
  readonly connectionId: string
  readonly signal: AbortSignal
  /** True if a package was fetched for it. */
  readonly hasInstalled: () => boolean
  readonly log: (level: ServerLogLine['level'], text: string) => void
}

/** Added to the clients' own limits. */
const graceMs = 15_000
/** Interval for checking whether a question is open. */
const lookMs = 1_000

/** @throws HostError as `McpClients.connect` and `TrustCheck.enter`; the signal's reason */
export async function connectServer(
  definition: ServerDefinition,
  context: ConnectContext,
  { connectionId, signal, hasInstalled, log }: Attempt
): Promise<ConnectionInfo> {
  const { clients, eras, trustCheck, accessFor, isAskedAbout } = context
  return await context.startQueue(async () => {
    signal.throwIfAborted()
    const knownEra = await eras.recall(definition)
    const trusted = await trustCheck.enter(definition)
    const { logLevel, pingIntervalMs, connectTimeoutMs, installTimeoutMs } = definition
    const access = isRemote(trusted) ? await accessFor(trusted.name, trusted.url) : null
    const limits = { connectTimeoutMs, installTimeoutMs }
    const circumstances = { connectionId, ...limits, knownEra, logLevel, pingIntervalMs, access }
    const launch = toTrustedLaunch(trusted, circumstances)
    signal.throwIfAborted()
    log('info', definition.transport === 'stdio' ? 'Starting the process.' : 'Contacting the server.')
    if (knownEra !== null) log('info', 'It is addressed in an older revision at once, as it was lately.')
    try {
      const info = await withinLimit(clients.connect(launch), limits, {
        hasInstalled,
        isAskedAbout: () => isAskedAbout(definition.name)
      })
      await learnPackage(trusted, definition, { ...context, signal })
      if (eras.connected(definition, info.probe)) log('info', rememberedAs(info))
      return info
    } catch (error) {
      if (!signal.aborted) eras.failed(definition)
      throw error
    }
  })
}

/** Packages that were fetched for the first time become part of the user's trust. */
async function learnPackage(
  trusted: TrustedDefinition,
  definition: ServerDefinition,
  {
    trustCheck,
    consent,
    signal
  }: Pick<ConnectContext, 'trustCheck' | 'consent'> & { readonly signal: AbortSignal }
): Promise<void> {
  if (trusted.transport !== 'stdio' || trusted.containment === undefined) return
  if (trusted.packagePins.length > 0 || !fetchesFirst(trusted.command)) return
  const { fingerprint, act, secrets } = await trustCheck.look(definition)
  const candidate = { fingerprint, act, secrets }
  // Without a question: the server runs already, and the next start asks.
  if (consent.isTrusted(definition.name, candidate))
    await consent.decideServerTrust({ serverName: definition.name, warnings: [], ...candidate }, signal)
}

function fetchesFirst(command: string): boolean {
  return /(?:^|\/)(?:npx|npm|uvx|uv)$/.test(command)
}

interface Limits {
  readonly connectTimeoutMs: number
  readonly installTimeoutMs: number
}

interface Circumstances {
  readonly hasInstalled: () => boolean
  readonly isAskedAbout: () => boolean
}

async function withinLimit<T>(
  work: Promise<T>,
  { connectTimeoutMs, installTimeoutMs }: Limits,
  { hasInstalled, isAskedAbout }: Circumstances
): Promise<T> {
  const stopWatchdog = new AbortController()
  const { signal } = stopWatchdog
  /** The time doesn't count while a question about the server is open. */
  const wait = async (limitMs: number): Promise<void> => {
    for (let leftMs = limitMs; leftMs > 0 && !signal.aborted;) {
      const sliceMs = Math.min(lookMs, leftMs)
      await delay(sliceMs, signal)
      if (!isAskedAbout()) leftMs -= sliceMs
    }
  }
  const watch = async (): Promise<never> => {
    await wait(connectTimeoutMs + graceMs)
    if (hasInstalled()) await wait(installTimeoutMs)
    throw startTimeout()
  }
  const watchdog = watch()
  try {
    return await Promise.race([work, watchdog])
  } finally {
    watchdog.catch(() => {}) // handled by the race
    stopWatchdog.abort()
  }
}

function rememberedAs({ probe }: ConnectionInfo): string {
  const what = probe === 'exited' ? 'It ended at' : 'It left unanswered'
  return `${what} the question for the newest revision. For a week it is addressed in an older one at once.`
}
