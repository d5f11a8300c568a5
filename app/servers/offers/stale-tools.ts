/**
 * Refreshes the tools of servers that announce no changes, before a model gets them, if the last result is old. The new
 * tools are handled like every change of a list, so permissions are checked against them again.
 */
import { toFailure } from '../../base/host-error'
import { delay } from '../../base/delay'
import type { LiveConnection } from '../lifecycle/lifecycle-state'

const limits = {
  /** An older list is read again. */
  freshMs: 60_000,
  /** The longest delay of a turn, for any number of servers. A later result is used in the next request. */
  patienceMs: 3_000
}

export interface StaleToolsOptions {
  readonly read: (connectionId: string) => Promise<void>
  /** Writes to the log of the server. */
  readonly warn: (serverName: string, text: string) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

interface Reading {
  readonly connectionId: string
  /** The time of the last read or attempt. */
  at: number
  isRunning: boolean
}

export class StaleTools {
  readonly #options: StaleToolsOptions
  /** By server. Servers that announce changes or have no tools are missing. */
  readonly #readings = new Map<string, Reading>()

  constructor(options: StaleToolsOptions) {
    this.#options = options
  }

  /** Must be called after every change of a server's connection. */
  follow(serverName: string, live: LiveConnection | null): void {
    if (live === null || !needsReading(live)) return void this.#readings.delete(serverName)
    const { connectionId } = live.info
    if (this.#readings.get(serverName)?.connectionId === connectionId) return
    this.#readings.set(serverName, { connectionId, at: this.#options.now(), isRunning: false })
  }

  /** Refreshes all old lists in parallel. Resolves after a few seconds at most; never rejects. */
  async freshen(isMeant: (serverName: string) => boolean): Promise<void> {
    const old = [...this.#readings].filter(([name, { at }]) => {
      return isMeant(name) && this.#options.now() - at > limits.freshMs
    })
    await Promise.all(old.map(([name, reading]) => this.#freshenOne(name, reading)))
  }

  async #freshenOne(serverName: string, reading: Reading): Promise<void> {
    // A slow server gets one request at a time, and not every turn waits for it.
    if (reading.isRunning) return
    reading.at = this.#options.now()
    reading.isRunning = true
    const { warn } = this.#options
    const work = this.#options
      .read(reading.connectionId)
      .catch((error: unknown) => {
        const { message } = toFailure(error)
        warn(serverName, `Its tools could not be read again; those known from before stay: ${message}`)
      })
      .finally(() => (reading.isRunning = false))
    const enough = new AbortController()
    await Promise.race([work, delay(limits.patienceMs, enough.signal)])
    enough.abort()
    if (!reading.isRunning) return
    const seconds = limits.patienceMs / 1000
    warn(serverName, `It did not list its tools within ${seconds} s; those known from before are used.`)
  }
}

function needsReading({ info }: LiveConnection): boolean {
  return info.capabilities.includes('tools') && !info.announcedLists.includes('tools')
}
