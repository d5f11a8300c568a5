/**
 * Finds out whether a remote server is gone or has forgotten the session. Only failed requests show that. A broken
 * answer may mean the end of the server or of that request only, so Parley pings the server before it ends other
 * running requests.
 *
 * @spec 2025-11-25 basic/utilities/ping
 */
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import type { ServerLaunch } from '../interface'
import { httpStatus, isNetworkFailure, toHttpFailure } from '../transports/http/http-failures'
import { isLostAnswer } from '../transports/tolerant-transport'
import type { OpenConnection } from './connect-attempt'
import { ping } from './heartbeat'

/** A server that is busy with calls may answer slowly. */
const signLimitMs = 15_000

export interface RemoteLivenessOptions {
  readonly url: string
  readonly opened: Pick<OpenConnection, 'client' | 'transport'>
  /** Fires at the end of the connection. */
  readonly signal: AbortSignal
  readonly onLost: (reason?: LocalizedText) => void
}

/** Null for programs, which report their end. */
export function createRemoteLiveness(
  launch: ServerLaunch,
  opened: OpenConnection,
  options: Pick<RemoteLivenessOptions, 'signal' | 'onLost'>
): RemoteLiveness | null {
  return launch.transport === 'stdio' ? null : new RemoteLiveness({ url: launch.url, opened, ...options })
}

export class RemoteLiveness {
  readonly #options: RemoteLivenessOptions
  #isAsked = false

  constructor(options: RemoteLivenessOptions) {
    this.#options = options
  }

  /** Checks the server after a failed request. */
  notice(error: unknown): void {
    const { url, onLost } = this.#options
    if (httpStatus(error) === 404) onLost(say('mcp.sessionUnknown'))
    else if (isLostAnswer(error)) void this.#askForSign()
    else if (isNetworkFailure(error)) onLost(toHttpFailure(error, url)?.said)
  }

  /** Never rejects. */
  async #askForSign(): Promise<void> {
    if (this.#isAsked) return
    this.#isAsked = true
    const isAlive = await this.#givesSign()
    this.#isAsked = false
    if (!isAlive) this.#options.onLost(say('mcp.noSign'))
  }

  /** True if the server answers at all, also with an error. */
  async #givesSign(): Promise<boolean> {
    const { opened, signal } = this.#options
    const askedAt = performance.now()
    try {
      await ping({ client: opened.client, signal, timeoutMs: signLimitMs })
      return true
    } catch (error) {
      this.notice(error)
      return httpStatus(error) !== null || opened.transport.lastHeardAt >= askedAt
    }
  }
}
