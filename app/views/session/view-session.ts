/**
 * One view: Parley sends it the call in the order of the specification, and answers its requests. The transport refuses
 * messages at the wrong time, the handlers decide about the rest. Knows no frame, no user and no server.
 * @spec 2026-01-26 apps#lifecycle
 */
import type { CallToolResult, Tool } from '@modelcontextprotocol/client'
import { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge'
import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge'
import { cutText } from '../../base/cut-text'
import { visibleText } from '../../base/visible-text'
import { hostCapabilities } from '../interface'
import type { ViewEndReason, ViewSession, ViewSessionOptions } from '../interface'
import { answerRequests, commonDisplayModes } from './answer-requests'
import { clampSize } from './read-requests'
import { ViewTransport } from './view-transport'

type Outcome =
  | { readonly type: 'result'; readonly result: CallToolResult }
  | { readonly type: 'cancelled'; readonly reason: string }

/** The time in which a view can save its state. */
const teardownMs = 2_000
const longestLog = 2_000
/** @spec draft apps#app-provided-tools */
const toolMs = 30_000

export function createViewSession(options: ViewSessionOptions): ViewSession {
  return new BridgedSession(options)
}

class BridgedSession implements ViewSession {
  readonly #options: ViewSessionOptions
  readonly #bridge: AppBridge
  readonly #transport: ViewTransport
  #context: McpUiHostContext
  #partial: Record<string, unknown> | null = null
  #input: Record<string, unknown> | null = null
  #outcome: Outcome | null = null
  #isInputSent = false
  #isOutcomeSent = false
  #teardown: Promise<void> | null = null
  #isEnded = false

  constructor(options: ViewSessionOptions) {
    this.#options = options
    this.#context = options.hostContext
    const { send, log, trace, now, sandbox, version, capabilities = hostCapabilities } = options
    const bridge = new AppBridge(
      null,
      { name: 'Parley', version },
      { ...capabilities, sandbox },
      { hostContext: options.hostContext }
    )
    this.#bridge = bridge
    bridge.onerror = (error) => this.#log('warn', error.message)
    bridge.addEventListener('initialized', () => this.#transport.release())
    bridge.addEventListener('sizechange', (size) => options.onSize(clampSize(size)))
    bridge.addEventListener('requestteardown', () => options.handlers.requestTeardown())
    bridge.addEventListener('loggingmessage', ({ level, data }) => this.#log(logLevels[level], toText(data)))
    bridge.setNotificationHandler('notifications/tools/list_changed', () => options.onToolsChanged?.())
    answerRequests({
      bridge,
      log,
      capabilities,
      handlers: options.handlers,
      hostContext: () => this.#context
    })
    this.#transport = new ViewTransport({
      send,
      log,
      trace,
      now,
      onInitialized: () => this.#start(),
      onLimit: (reason) => this.end(reason)
    })
    void bridge.connect(this.#transport)
  }

  receive(text: string): void {
    this.#transport.receive(text)
  }

  sendPartialInput(partial: Record<string, unknown>): void {
    if (this.#input !== null || this.#outcome?.type === 'cancelled') return
    this.#partial = partial
    this.#sendNext()
  }

  sendInput(input: Record<string, unknown>): void {
    this.#input ??= input
    this.#sendNext()
  }

  sendResult(result: CallToolResult): void {
    this.#outcome ??= { type: 'result', result }
    this.#sendNext()
  }

  sendCancelled(reason: string): void {
    this.#outcome ??= { type: 'cancelled', reason }
    this.#sendNext()
  }

  changeContext(change: McpUiHostContext): void {
    this.#context = { ...this.#context, ...change }
    // Before the handshake, the bridge sends nothing: the answer to `ui/initialize` has the newest context.
    const { phase } = this.#transport
    if (phase === 'loading' || phase === 'ready') this.#bridge.setHostContext(this.#context)
  }

  async listTools(): Promise<readonly Tool[]> {
    const hasTools = this.#bridge.getAppCapabilities()?.tools !== undefined
    if (this.#transport.phase !== 'ready' || !hasTools) return []
    return (await this.#bridge.listTools({}, { timeout: toolMs })).tools
  }

  callTool(name: string, input: Record<string, unknown>, signal: AbortSignal): Promise<CallToolResult> {
    return this.#bridge.callTool({ name, arguments: input }, { signal, timeout: toolMs })
  }

  teardown(reason: string): Promise<void> {
    this.#teardown ??= this.#askAndEnd(reason)
    return this.#teardown
  }

  end(reason: ViewEndReason | null): void {
    if (this.#isEnded) return
    this.#isEnded = true
    void this.#bridge.close()
    this.#options.onState({ type: 'ended', reason })
  }

  #start(): void {
    // The bridge reads the view's capabilities before the view can send the notification.
    const displayModes = commonDisplayModes({ bridge: this.#bridge, hostContext: () => this.#context })
    this.#bridge.setHostContext(this.#context)
    this.#sendNext()
    this.#options.onState({ type: 'ready', displayModes })
  }

  /** Sends what the order allows now. */
  #sendNext(): void {
    if (this.#transport.phase !== 'ready') return
    const isCancelled = this.#outcome?.type === 'cancelled'
    if (this.#partial !== null && this.#input === null && !isCancelled)
      this.#notify(this.#bridge.sendToolInputPartial({ arguments: this.#partial }))
    this.#partial = null
    if (this.#input !== null && !this.#isInputSent && !this.#isOutcomeSent) {
      this.#isInputSent = true
      this.#notify(this.#bridge.sendToolInput({ arguments: this.#input }))
    }
    this.#sendOutcome()
  }

  /** The result waits for the input. A call can be cancelled while the model still writes the input. */
  #sendOutcome(): void {
    const outcome = this.#outcome
    if (outcome === null || this.#isOutcomeSent) return
    if (outcome.type === 'result' && !this.#isInputSent) return
    this.#isOutcomeSent = true
    if (outcome.type === 'result') this.#notify(this.#bridge.sendToolResult(outcome.result))
    else this.#notify(this.#bridge.sendToolCancelled({ reason: outcome.reason }))
  }

  async #askAndEnd(reason: string): Promise<void> {
    if (this.#transport.phase === 'ready')
      await this.#bridge.teardownResource({ reason }, { timeout: teardownMs }).catch((error: unknown) => {
        // Late, or an error: the view is removed anyway.
        this.#log('info', `No answer to the teardown: ${String(error)}`)
      })
    this.end(null)
  }

  #notify(sent: Promise<void>): void {
    sent.catch((error: unknown) => this.#log('error', String(error)))
  }

  #log(level: 'debug' | 'info' | 'warn' | 'error', text: string): void {
    this.#options.log(level, visibleText(cutText(text, longestLog)))
  }
}

const logLevels = {
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warning: 'warn',
  error: 'error',
  critical: 'error',
  alert: 'error',
  emergency: 'error'
} as const

function toText(data: unknown): string {
  return typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
}
