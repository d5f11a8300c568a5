/**
 * The level from which a server sends log messages: a request of its own in the older revisions, a field of every
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

/** The level that the user chose for one connection. It is sent again when the session is renewed. */
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
   * Null leaves the level to the server; a level that was sent before stays for the session. Does nothing if the server
   * doesn't log. @throws HostError as `sendRequest`
   */
  async set(level: LogLevel | null, options: LogLevelOptions): Promise<void> {
    await this.#tell(level, options)
    this.#level = level
  }

  /** Never rejects: a server that denies the level logs as it wants. */
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
