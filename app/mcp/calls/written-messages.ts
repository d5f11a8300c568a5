/** Messages that the user wrote, which are sent unchanged. Their answers go to the kept messages and to no one else. */
import { HostError, toFailure } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import type {
  ToolCallOutcome,
  ToolCallRequest,
  WrittenMessage,
  WrittenOutcome,
  WrittenRequest
} from '../interface'
import { toErrorText } from '../protocol/error-text'
import type { TolerantTransport } from '../transports/tolerant-transport'
import { isJsonFields } from '../protocol/json-fields'

/** The failure if the connection knows the cause: it ended, the network failed. */
type Explain = (error: unknown) => HostError | null

export class WrittenMessages {
  readonly #findTransport: () => TolerantTransport
  readonly #explain: Explain
  readonly #running = new Map<string, AbortController>()

  /** `findTransport` throws a `HostError` while there is no connection. */
  constructor(findTransport: () => TolerantTransport, explain: Explain) {
    this.#findTransport = findTransport
    this.#explain = explain
  }

  /** The JSON of a message, with what is added to it. @throws HostError SERVER_NOT_CONNECTED */
  toText(message: WrittenMessage): string {
    return JSON.stringify(this.#findTransport().toWritten(message))
  }

  /** Never rejects because of the server. @throws HostError SERVER_NOT_CONNECTED */
  async send({ callId, message, timeoutMs }: Omit<WrittenRequest, 'connectionId'>): Promise<WrittenOutcome> {
    const transport = this.#findTransport()
    const cancel = new AbortController()
    const limit = AbortSignal.timeout(timeoutMs)
    this.#running.set(callId, cancel)
    try {
      const answer = await transport.sendWritten(message, AbortSignal.any([cancel.signal, limit]))
      if (answer === null) return { type: 'sent' }
      return { type: 'answered', isError: isFailed(answer) }
    } catch (error) {
      if (cancel.signal.aborted) return { type: 'cancelled' }
      const late = limit.aborted
        ? new HostError('TOOL_TIMEOUT', say('mcp.writtenTimeout', { seconds: timeoutMs / 1_000 }))
        : null
      return { type: 'failed', failure: toFailure(late ?? this.#toFailed(error)) }
    } finally {
      this.#running.delete(callId)
    }
  }

  /** A tool call. Its content stays with the kept messages. */
  async call(request: ToolCallRequest, message: WrittenMessage): Promise<ToolCallOutcome> {
    const { callId, maxTotalTimeoutMs: timeoutMs } = request
    const outcome = await this.send({ callId, message, timeoutMs })
    if (outcome.type === 'failed' || outcome.type === 'cancelled') return outcome
    const isError = outcome.type === 'answered' && outcome.isError
    return { type: 'completed', content: [], structuredContent: null, isError, outputProblems: [] }
  }

  /** False if it isn't one of these. */
  cancel(callId: string): boolean {
    const running = this.#running.get(callId)
    running?.abort()
    return running !== undefined
  }

  #toFailed(error: unknown): HostError {
    if (error instanceof HostError) return error
    const said = say('mcp.writtenFailed', { words: toErrorText(error) })
    return this.#explain(error) ?? new HostError('SERVER_PROTOCOL', said, { cause: error })
  }
}

/** As an error of JSON-RPC, or as a result of a tool that says so. */
function isFailed(answer: object): boolean {
  const { error, result } = answer as { readonly error?: unknown; readonly result?: unknown }
  return error !== undefined || (isJsonFields(result) && result['isError'] === true)
}
