/**
 * Runs of the official conformance suite against servers. A program is shown to the suite at a bridge, and so is an
 * address that needs a header or a sign-in, because the suite only speaks Streamable HTTP without either.
 */
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { HostError, toLocalizedText } from '../../base/host-error'
import type { Logger, SecretRegistry } from '../../base/logger'
import { createServerFileNames } from '../../base/server-file-names'
import { writeWholeFile } from '../../base/write-whole-file'
import type { CallInput, CallOutput, Handlers } from '../../contract/bridge/calls'
import {
  conformanceRun,
  type ConformancePlan,
  type ConformanceRun,
  type SuiteRoad
} from '../../contract/workbench/conformance'
import { toFileName } from '../../base/file-name'
import type { McpGateway } from '../../mcp/interface'
import type { LocalizedText } from '../../contract/localized-text'
import { say, sentences } from '../../texts/render-localized'
import { toTestResults } from '../../workbench/conformance/to-test-results'
import { writeJunit } from '../../workbench/tests/write-junit'
import type { ServerDefinition } from '../../settings/definition'
import type { OpenBridge } from '../../servers/lifecycle/open-bridge'
import type { ServersControl } from '../../servers/registry/server-registry'
import { runSuite, suite, suiteRevisions } from './run-suite'

export interface ConformanceRunsOptions {
  readonly ports: {
    readonly dataFolder: string
    readonly environment: Readonly<Record<string, string | undefined>>
    readonly mcp: McpGateway
    readonly secretRegistry: Pick<SecretRegistry, 'redactDeep'>
    readonly saveFile: (suggestedName: string, content: Uint8Array) => Promise<string | null>
    readonly now: () => number
    readonly log: Logger
  }
  readonly servers: Pick<ServersControl, 'list' | 'openBridge' | 'start' | 'stop' | 'onRemoved'>
  readonly findDefinition: (serverName: string) => ServerDefinition | null
  readonly isSignedIn: (serverName: string) => boolean
  /** The listener hears each time why there is no sign-in any more. Returns the end of the subscription. */
  readonly onSignInNeeded: (
    serverName: string,
    listener: (reason: LocalizedText | null) => void
  ) => () => void
  /** False: results aren't kept after Parley ends. */
  readonly keepsRuns: boolean
  readonly publish: (run: ConformanceRun) => void
}

interface Running {
  run: ConformanceRun
  readonly end: AbortController
  readonly over: Promise<ConformanceRun>
}

interface Denial {
  /** What had ended before it; null: there was none. */
  readonly found: () => Pick<ConformanceRun, 'scenarios' | 'failure'> | null
  readonly unfollow: () => void
}

export class ConformanceRuns {
  readonly #options: ConformanceRunsOptions
  readonly #running = new Map<string, Running>()
  readonly #nameRun = createServerFileNames('.conformance.json')

  readonly #unsubscribe: () => void
  #isDisposed = false

  constructor(options: ConformanceRunsOptions) {
    this.#options = options
    this.#unsubscribe = options.servers.onRemoved((name) => void this.#forget(name))
  }

  handlers(): Pick<Handlers, `conformance.${string}` & keyof Handlers> {
    return {
      'conformance.read': (input) => this.#read(input),
      'conformance.run': (input) => this.#run(input),
      'conformance.stop': async ({ serverName }) => {
        const running = this.#running.get(serverName)
        running?.end.abort()
        await running?.over.catch(() => {}) // the call that began it has the failure
      },
      'conformance.save': (input) => this.#save(input)
    }
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true
    this.#unsubscribe()
    const running = [...this.#running.values()]
    for (const { end } of running) end.abort()
    await Promise.allSettled(running.map(({ over }) => over))
  }

  async #read({ serverName }: CallInput<'conformance.read'>): Promise<CallOutput<'conformance.read'>> {
    const run = this.#running.get(serverName)?.run ?? (await this.#readKept(serverName))
    return { plan: { suite, ...this.#plan(serverName) }, run }
  }

  /** @throws HostError COMMAND_LINE_INVALID: the suite can't test this server */
  async #run({ serverName, scenario, ...asked }: CallInput<'conformance.run'>): Promise<ConformanceRun> {
    const known = this.#running.get(serverName)
    if (known !== undefined) return await known.over
    const { road, address, hindrance } = this.#plan(serverName)
    if (hindrance !== null) throw new HostError('COMMAND_LINE_INVALID', hindrance)
    if (road !== asked.road || address !== asked.address)
      throw new HostError('COMMAND_LINE_INVALID', say('conformance.outdated', { server: serverName }))
    const end = new AbortController()
    const first: ConformanceRun = {
      ...{ serverName, suite, revision: this.#revisionOf(serverName), startedAt: this.#options.ports.now() },
      ...{ endedAt: null, current: null, scenarios: [], failure: null }
    }
    const over = this.#perform(first, { road, scenario, end }).finally(() => this.#running.delete(serverName))
    this.#running.set(serverName, { run: first, end, over })
    this.#options.publish(first)
    return await over
  }

  async #perform(
    first: ConformanceRun,
    { road, scenario, end }: { road: SuiteRoad; scenario: string | null; end: AbortController }
  ): Promise<ConformanceRun> {
    const { ports, servers } = this.#options
    const { serverName, revision } = first
    let restart = async (): Promise<void> => {}
    let bridge: OpenBridge | null = null
    const change = (part: Partial<ConformanceRun>): ConformanceRun => {
      const running = this.#running.get(serverName)
      const run = { ...(running?.run ?? first), ...ports.secretRegistry.redactDeep(part) }
      if (running !== undefined) running.run = run
      this.#options.publish(run)
      return run
    }
    const denial = this.#watchDenial(serverName, road, end)
    try {
      if (road === 'process') restart = await this.#pause(serverName)
      bridge = await servers.openBridge(serverName, road === 'direct')
      const { url } = bridge
      const { scenarios, isCut } = await runSuite(
        { url, road, revision, scenario },
        {
          environment: ports.environment,
          inspectProgram: (target) => ports.mcp.clients.inspectProgram(target),
          signal: end.signal,
          onProgress: (current, found) => {
            if (!end.signal.aborted && this.#running.get(serverName)?.run.endedAt === null)
              change({ current, scenarios: [...found] })
          }
        }
      )
      const cut = isCut ? say('conformance.tooLong') : null
      const failure = end.signal.aborted ? say('conformance.stopped') : cut
      const found = { scenarios: [...scenarios], failure, ...denial.found() }
      const run = change({ ...found, current: null, endedAt: ports.now() })
      await this.#keep(run)
      return run
    } catch (error) {
      const failure = ports.secretRegistry.redactDeep(toLocalizedText(error))
      change({ current: null, endedAt: ports.now(), failure })
      if (!(error instanceof HostError)) throw error
      const { code, data } = error
      throw new HostError(code, failure, { cause: error, ...(data !== undefined && { data }) })
    } finally {
      denial.unfollow()
      // First: a sandboxed program must not run twice.
      await bridge?.close()
      await restart()
    }
  }

  /** Ends the run if the server wants a sign-in that can't be renewed: everything after that would fail. */
  #watchDenial(serverName: string, road: SuiteRoad, end: AbortController): Denial {
    if (road !== 'forwarded') return { found: () => null, unfollow: () => {} }
    let found: ReturnType<Denial['found']> = null
    const unfollow = this.#options.onSignInNeeded(serverName, (reason) => {
      const run = this.#running.get(serverName)?.run
      if (found !== null || run === undefined || end.signal.aborted) return
      found = { scenarios: run.scenarios, failure: explainDenial(serverName, reason) }
      end.abort()
    })
    return { found: () => found, unfollow }
  }

  /** Ends Parley's own connection meanwhile: a sandboxed program must not run twice. */
  async #pause(serverName: string): Promise<() => Promise<void>> {
    const { servers } = this.#options
    const wasConnected = servers
      .list()
      .some(({ name, state }) => name === serverName && state === 'connected')
    await servers.stop(serverName)
    return async () => {
      if (wasConnected && !this.#isDisposed) await servers.start(serverName).catch(() => {}) // its state says why
    }
  }

  #plan(serverName: string): Omit<ConformancePlan, 'suite'> {
    const definition = this.#options.findDefinition(serverName)
    const server = this.#options.servers.list().find(({ name }) => name === serverName)
    const address = server?.address ?? ''
    if (definition?.transport === 'stdio') return { road: 'process', address, hindrance: null }
    if (definition === null || definition.transport === 'sse' || server?.usedTransport === 'sse') {
      const hindrance = say('conformance.transport', { server: serverName })
      return { road: 'direct', address, hindrance }
    }
    const { url, headers, oauth } = definition
    const isPlain = !url.includes('${') && Object.keys(headers).length === 0 && oauth === undefined
    const road = isPlain && !this.#options.isSignedIn(serverName) ? 'direct' : 'forwarded'
    return { road, address, hindrance: null }
  }

  #revisionOf(serverName: string): string | null {
    const server = this.#options.servers.list().find(({ name }) => name === serverName)
    const revision = server?.protocolVersion ?? null
    return revision !== null && suiteRevisions.has(revision) ? revision : null
  }

  async #save({ serverName }: CallInput<'conformance.save'>): Promise<CallOutput<'conformance.save'>> {
    const run = this.#running.get(serverName)?.run ?? (await this.#readKept(serverName))
    if (run === null) return { path: null }
    const text = writeJunit(toTestResults(run), run.startedAt)
    const name = `${toFileName(serverName).slice(0, 80)}.xml`
    return { path: await this.#options.ports.saveFile(name, Buffer.from(text)) }
  }

  #place(serverName: string): string {
    return path.join(this.#options.ports.dataFolder, 'tests', this.#nameRun(serverName))
  }

  /** A damaged file counts as none. */
  async #readKept(serverName: string): Promise<ConformanceRun | null> {
    try {
      return conformanceRun.parse(JSON.parse(await readFile(this.#place(serverName), 'utf8')))
    } catch {
      return null
    }
  }

  async #forget(serverName: string): Promise<void> {
    const running = this.#running.get(serverName)
    running?.end.abort()
    await running?.over.catch(() => {})
    if (this.#options.keepsRuns) await rm(this.#place(serverName), { force: true }).catch(() => {})
  }

  async #keep(run: ConformanceRun): Promise<void> {
    const { keepsRuns, ports } = this.#options
    if (!keepsRuns || run.scenarios.length === 0) return
    const file = this.#place(run.serverName)
    await mkdir(path.dirname(file), { recursive: true })
      .then(() => writeWholeFile(file, JSON.stringify(run)))
      .catch((error: unknown) => ports.log.error('The results of the suite could not be kept', { error }))
  }
}

function explainDenial(server: string, reason: LocalizedText | null): LocalizedText {
  const ended = say('conformance.signInEnded', { server })
  return reason === null ? ended : sentences(reason, ended)
}
