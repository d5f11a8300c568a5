/**
 * Exchanges JSON-RPC, one message per line, with a server's process. Handles framing and its limit, other output on
 * stdout, and the reason why the connection ended. `server-process.ts` runs the process.
 *
 * @spec 2025-11-25 basic/transports#stdio
 */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { HostError } from '../../../base/host-error'
import type { StartSandboxed } from '../../../sandbox/interface'
import { resolveResourceLimits } from '../../../sandbox/limits/resource-limits'
import { watchLimits, type Exceeded } from '../../../sandbox/limits/watch-limits'
import { watchHome } from '../../../sandbox/limits/watch-home'
import { fetchedLine, leftOutLine, startProvided } from './sandboxed-packages'
import type { ProvidedPackages, ProvidePackages } from './sandboxed-packages'
import { explainExit } from './explain-exit'
import { permissiveGuard } from './remote-path-guard'
import { createErrorOutput } from './error-output'
import { identifyProgram } from './program-identity'
import type { ErrorOutput } from './error-output'
import type { ProcessWatchdog } from './process-watchdog'
import { IncomingMessages } from '../incoming'
import type { StdioLaunch } from '../../interface'
import { createLineFramer } from './line-framer'
import type { FramedLine } from './line-framer'
import { createMultiLineMessages } from './multi-line-messages'
import { isJsonFields } from '../../protocol/json-fields'
import type { LogServerLine } from '../../protocol/wire-log'
import type { ProgramSearch } from './program-search'
import { startProcess } from './server-process'
import type { ProcessEnd, ServerProcess } from './server-process'
import type { ReportedLimit } from '../../../contract/consent/file-activity'
import type { LocalizedText } from '../../../contract/localized-text'
import { say, toEnglish } from '../../../texts/render-localized'

/** A pipe may break before the end of its process is known. The end explains more, so Parley waits for it. */
const brokenPipeMs = 500
/** In characters, for troubleshooting. */
const firstOutputLimit = 2_000

export interface StdioTransportOptions {
  readonly search: ProgramSearch
  readonly watchdog: ProcessWatchdog
  readonly contain: StartSandboxed
  /** Called with error texts of a sandboxed server: its stderr, and its answers to calls. */
  readonly heardFailure?: (text: string) => void
  /** Called when it reaches one of its limits, and each time that it is slowed. */
  readonly toldLimit?: (report: ReportedLimit) => void
  /** Fetches the package of a sandboxed server. Absent: its command runs unchanged. */
  readonly providePackages?: ProvidePackages | undefined
  readonly log: LogServerLine
  /** Limit of one message in bytes. */
  readonly messageLimitBytes: number
  /** Called with every line, in any form. */
  readonly heard?: { readonly heardError: (line: string) => void; readonly heardOutput: () => void }
}

export class StdioTransport implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  /** The client library treats a transport with `pid` and `stderr` as stdio and sends `server/discover` over it. */
  readonly stderr = null
  readonly #launch: StdioLaunch
  readonly #options: StdioTransportOptions
  readonly #errorOutput: ErrorOutput
  readonly #incoming: IncomingMessages
  #starting: Promise<void> = Promise.resolve()
  #process: ServerProcess | null = null
  #processEnd: ProcessEnd | null = null
  #closeReason: LocalizedText | null = null
  #isClosed = false
  #isEndExplained = false
  #firstOutput = ''
  #leftOut: readonly string[] = []
  #memoryHeld: () => number | null = () => null
  readonly #fetching = new AbortController()
  readonly #whenClosed: Promise<void>
  #resolveClosed: () => void = () => {}

  constructor(launch: StdioLaunch, options: StdioTransportOptions) {
    this.#launch = launch
    this.#options = options
    this.#errorOutput = createErrorOutput((line) => {
      options.log('stderr', 'info', line)
      options.heard?.heardError(line)
      if (launch.containment !== undefined) options.heardFailure?.(line)
    })
    this.#incoming = new IncomingMessages(options.log, 'wrote a line to stdout')
    this.#whenClosed = new Promise((resolve) => {
      this.#resolveClosed = resolve
    })
  }

  get pid(): number | null {
    return this.#process?.processId ?? null
  }

  /** How the process exited on its own; null while it runs or if Parley ended it. */
  get processEnd(): ProcessEnd | null {
    return this.#processEnd
  }

  /** True if `closeReason` explains more than the exit code or signal. */
  get isEndExplained(): boolean {
    return this.#isEndExplained
  }

  /** Why the connection ended; null if `close` was called. */
  get closeReason(): LocalizedText | null {
    return this.#closeReason
  }

  setProtocolVersion(version: string): void {
    this.#incoming.protocolVersion = version
  }

  /** The start of its standard output, messages or not. */
  get firstOutput(): string {
    return this.#firstOutput
  }

  get errorOutput(): string[] {
    return this.#errorOutput.recent()
  }

  /** @throws HostError SERVER_COMMAND_NOT_FOUND; SERVER_RESTARTED if it was closed in between */
  start(): Promise<void> {
    return (this.#starting = this.#startUp())
  }

  /** @throws HostError SERVER_RESTARTED if the process is gone or no longer reads */
  async send(message: JSONRPCMessage): Promise<void> {
    const server = this.#process
    if (server !== null && !this.#isClosed && (await write(server, message))) return
    await this.#whenClosed
    throw new HostError('SERVER_RESTARTED', this.#closeReason ?? say('mcp.connectionClosed'))
  }

  async close(): Promise<void> {
    this.#finish(null)
    this.#fetching.abort()
    await this.#starting.catch(() => {}) // the caller of `start` gets the error
    await this.#process?.end()
  }

  async #startUp(): Promise<void> {
    const { watchdog, contain, search, log } = this.#options
    const { program, environment, note } = await search.find(this.#launch, permissiveGuard)
    if (note !== null) log('life', 'warning', toEnglish(note))
    const provided = await this.#providePackages()
    if (this.#isClosed) throw new HostError('SERVER_RESTARTED', say('mcp.closedBeforeStart'))
    const lent = { homeOf: identifyProgram(this.#launch) }
    const surroundings = { environment, watchdog, contain, lent }
    const server =
      provided === null
        ? await startProcess(program, this.#launch, surroundings)
        : await startProvided(provided, this.#launch, surroundings)
    this.#process = server
    this.#read(server)
    this.#limit(server)
    void server.ended.then((end) => this.#afterExit(end)) // never rejects
  }

  /** Null if it runs no package, or isn't sandboxed. */
  async #providePackages(): Promise<ProvidedPackages | null> {
    const { providePackages, log, heard } = this.#options
    if (this.#launch.containment === undefined || providePackages === undefined) return null
    const provided = await providePackages(this.#launch, {
      signal: this.#fetching.signal,
      heard: (line) => {
        log('stderr', 'info', line)
        heard?.heardError(line)
      }
    })
    if (provided === null) return null
    // The download is complete.
    heard?.heardOutput()
    this.#leftOut = provided.kept.leftOut ?? []
    if (!provided.isNew) return provided
    for (const each of provided.kept.packages) log('life', 'info', fetchedLine(each))
    const line = leftOutLine(provided.kept)
    if (line !== null) log('life', 'notice', line)
    return provided
  }

  #read(server: ServerProcess): void {
    const loose = createMultiLineMessages({
      limit: this.#options.messageLimitBytes,
      onLine: (line) => this.#receive(line)
    })
    const framer = createLineFramer({
      limitBytes: this.#options.messageLimitBytes,
      onLine: (line) => {
        if (!this.#isClosed) loose.push(line)
      },
      onOverflow: () => {
        const megabytes = Math.round(this.#options.messageLimitBytes / 1_048_576)
        this.#abandon(say('mcp.messageTooLarge', { megabytes }))
      }
    })
    server.stdout.on('data', (chunk: Buffer) => framer.push(chunk))
    server.stderr.on('data', (chunk: Buffer) => this.#errorOutput.push(chunk))
    server.stderr.on('end', () => this.#errorOutput.end())
    server.stdout.on('end', () => {
      loose.end()
      setTimeout(() => this.#abandon(say('mcp.outputClosed')), brokenPipeMs)
    })
    for (const stream of [server.stdout, server.stderr]) stream.on('error', (error) => this.onerror?.(error))
    server.stdin.on('error', () => {
      setTimeout(() => this.#abandon(say('mcp.inputClosed')), brokenPipeMs)
    })
  }

  #limit(server: ServerProcess): void {
    const { containment } = this.#launch
    if (containment === undefined) return
    const { processId } = server
    const limits = resolveResourceLimits(containment)
    const exceeded = ({ limit, allowed }: Exceeded | HomeExceeded) => {
      const reason = say(exceededWords[limit], { allowed })
      this.#options.log('life', 'error', toEnglish(reason))
      this.#options.toldLimit?.({ limit, allowed, course: 'ended' })
      server.kill()
      this.#abandon(reason)
    }
    let isLogged = false
    const slowed = (allowed: number) => {
      if (!isLogged) this.#options.log('life', 'notice', toEnglish(say('containment.slowed', { allowed })))
      isLogged = true
      this.#options.toldLimit?.({ limit: 'processor', allowed, course: 'slowed' })
    }
    if (server.hasNamespace) {
      const watch = watchLimits({ processId, limits, exceeded, slowed })
      this.#memoryHeld = watch.memoryHeld
      this.#whenClosed.then(watch.end, watch.end)
    }
    this.#limitHome(server, limits.homeBytes, exceeded)
  }

  #limitHome(server: ServerProcess, limitBytes: number, exceeded: (what: HomeExceeded) => void): void {
    const { privateFolder } = server
    if (privateFolder === null) return
    const watch = watchHome({
      folder: privateFolder,
      limitBytes,
      exceeded: () => exceeded({ limit: 'home', allowed: limitBytes / 1_048_576 })
    })
    this.#whenClosed.then(watch.end, watch.end)
  }

  #receive(line: FramedLine): void {
    const { text } = line
    if (this.#isClosed || text.trim() === '') return
    this.#options.heard?.heardOutput()
    if (this.#firstOutput.length < firstOutputLimit)
      this.#firstOutput += `${text.slice(0, firstOutputLimit)}\n`
    for (const message of this.#incoming.read(line)) {
      if (this.#launch.containment !== undefined) this.#options.heardFailure?.(failureIn(message))
      this.onmessage?.(message as JSONRPCMessage)
    }
  }

  #afterExit(end: ProcessEnd): void {
    if (this.#isClosed) return
    this.#processEnd = end
    this.#errorOutput.end()
    this.#abandon(this.#describe(end))
  }

  #describe(end: ProcessEnd): LocalizedText {
    const { containment } = this.#launch
    if (containment === undefined || this.#process?.hasNamespace !== true) return describeEnd(end)
    const allowed = resolveResourceLimits(containment).memoryBytes / 1_048_576
    const explained = explainExit(end, {
      errors: this.errorOutput,
      memoryHeld: this.#memoryHeld(),
      memoryMb: allowed,
      leftOut: this.#leftOut
    })
    if (explained?.memory != null)
      this.#options.toldLimit?.({ limit: 'memory', allowed, course: explained.memory })
    this.#isEndExplained = explained !== null
    return explained?.said ?? describeEnd(end)
  }

  /** The connection is unusable: report that at once, and end the rest of the group. */
  #abandon(reason: LocalizedText): void {
    this.#finish(reason)
    void this.#process?.end().catch((error: Error) => this.onerror?.(error)) // `close` waits for the same end
  }

  #finish(reason: LocalizedText | null): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#closeReason = reason
    this.#resolveClosed()
    this.onclose?.()
  }
}

interface HomeExceeded {
  readonly limit: 'home'
  /** In megabytes. */
  readonly allowed: number
}

const exceededWords = {
  memory: 'containment.memoryExceeded',
  processes: 'containment.processesExceeded',
  home: 'containment.homeExceeded'
} as const

/** The text of a failed call's answer; '' for every other message. */
function failureIn(message: object): string {
  const { result } = message as { readonly result?: unknown }
  if (!isJsonFields(result) || result['isError'] !== true || !Array.isArray(result['content'])) return ''
  const texts = result['content']
    .slice(0, 5)
    .map((block: unknown) => (isJsonFields(block) ? block['text'] : null))
  return texts.filter((text) => typeof text === 'string').join('\n')
}

/** True if the message was written to the pipe. */
function write(server: ServerProcess, message: JSONRPCMessage): Promise<boolean> {
  if (!server.stdin.writable) return Promise.resolve(false)
  return new Promise((resolve) => {
    server.stdin.write(`${JSON.stringify(message)}\n`, (error) => resolve(!error))
  })
}

function describeEnd({ signal, exitCode }: ProcessEnd): LocalizedText {
  if (signal !== null) return say('mcp.signalled', { signal })
  return exitCode === null ? say('mcp.exitedUnknown') : say('mcp.exited', { exitCode: `${exitCode}` })
}
