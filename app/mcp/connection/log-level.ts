/**
 * From which level on a server sends log messages: a request of its own in the older revisions, a word in every
 * request in the newest one.
 *
 * @spec 2025-11-25 server/utilities/logging#setting-log-level
 * @spec 2026-07-28 server/utilities/logging
 */
import type { HostError } from '../../base/host-error'
import type { LogLevel } from '../../contract/servers'
import { sendRequest } from '../calls/send-request'
import type { OpenConnection } from './connect-attempt'
import { toErrorText } from '../protocol/error-text'
import type { LogServerLine } from '../protocol/wire-log'

const timeoutMs = 10_000

export interface LogLevelOptions {
  readonly signal: AbortSignal
  readonly explain: (error: unknown) => HostError | null
}

/** The level that the person chose for one connection, told to the server also after its session began anew. */
export class KeptLogLevel {
  readonly #opened: Pick<OpenConnection, 'client' | 'transport'>
  readonly #log: LogServerLine
  #level: LogLevel | null

  constructor(
    opened: Pick<OpenConnection, 'client' | 'transport'>,
    level: LogLevel | null,
    log: LogServerLine
  ) {
    this.#opened = opened
    this.#level = level
    this.#log = log
  }

  /**
   * Null leaves it to the server; one that was told a level before keeps it for the session. Nothing happens where
   * the server does not log. @throws HostError as `sendRequest`
   */
  async set(level: LogLevel | null, options: LogLevelOptions): Promise<void> {
    await this.#tell(level, options)
    this.#level = level
  }

  /** Never rejects: a server that does not take the level logs as it likes. */
  async tellAgain(signal: AbortSignal): Promise<void> {
    await this.#tell(this.#level, { signal, explain: () => null }).catch((error: unknown) =>
      this.#log('life', 'warning', `The log level could not be set: ${toErrorText(error)}`)
    )
  }

  async #tell(level: LogLevel | null, options: LogLevelOptions): Promise<void> {
    const { client, transport } = this.#opened
    if (client.getServerCapabilities()?.logging === undefined) return
    if (client.getProtocolEra() === 'modern') return transport.askForLogs(level)
    if (level === null) return
    const request = { method: 'logging/setLevel', params: { level } }
    const purpose = { request: 'log-level', name: level } as const
    await sendRequest(request, { ...options, client, timeoutMs, purpose })
  }
}
