/**
 * Requests of one connection, other than calls, that its server may answer with questions first. The rounds of one
 * request form one exchange, which the user can stop. The rounds are in `input-required-loop.ts`.
 *
 * @spec 2026-07-28 basic/patterns/mrtr
 */
import { HostError, toFailure } from '../../base/host-error'
import type { Occasion } from '../../contract/exchanges'
import type { CallInputs } from '../calls/call-inputs'
import type { McpEvents } from '../interface'
import { say } from '../../texts/render-localized'

export interface WireExchangesOptions {
  readonly serverName: string
  readonly connectionId: string
  readonly events: Pick<McpEvents, 'exchangeChanged'>
  readonly inputs: CallInputs
  /** Fires at the end of the connection. */
  readonly signal: AbortSignal
}

/** What a request knows of its exchange. */
export interface ExchangeLine {
  readonly inputs: CallInputs
  readonly exchangeId: string
  /** Fires when the user stops it, and at the end of the connection. */
  readonly signal: AbortSignal
}

export class WireExchanges {
  readonly #options: WireExchangesOptions
  readonly #running = new Map<string, AbortController>()
  #count = 0

  constructor(options: WireExchangesOptions) {
    this.#options = options
  }

  /** @throws HostError TOOL_CANCELLED (the user stopped it), and what `work` throws */
  async run<T>(occasion: Occasion, work: (line: ExchangeLine) => Promise<T>): Promise<T> {
    const { connectionId, inputs, signal } = this.#options
    const exchangeId = `${connectionId}/exchange-${(this.#count += 1)}`
    const stop = new AbortController()
    let isTold = false
    const tell = (state: Parameters<McpEvents['exchangeChanged']>[0]['state']) => {
      const { serverName, events } = this.#options
      events.exchangeChanged({ exchangeId, serverName, occasion, state })
    }
    const begin = () => {
      if (!isTold) tell({ type: 'open' })
      isTold = true
    }
    const toldInputs: CallInputs = {
      answer: (...asked) => {
        begin()
        return inputs.answer(...asked)
      },
      openLinks: (...asked) => {
        begin()
        return inputs.openLinks(...asked)
      }
    }
    this.#running.set(exchangeId, stop)
    try {
      const ended = AbortSignal.any([signal, stop.signal])
      const result = await work({ inputs: toldInputs, exchangeId, signal: ended })
      if (isTold) tell({ type: 'done' })
      return result
    } catch (error) {
      const failure = stop.signal.aborted ? toStopped(occasion) : error
      if (isTold) tell({ type: 'failed', failure: toFailure(failure) })
      throw failure
    } finally {
      this.#running.delete(exchangeId)
    }
  }

  /** False if the exchange isn't one of this connection. */
  stop(exchangeId: string): boolean {
    const running = this.#running.get(exchangeId)
    running?.abort()
    return running !== undefined
  }
}

function toStopped({ kind, name }: Occasion): HostError {
  return new HostError('TOOL_CANCELLED', say('mcp.requestStopped', { kind, name }))
}
