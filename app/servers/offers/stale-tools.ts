/**
 * Tools of servers that announce no changes: read again before they are told to a model, once the last reading is old.
 * What a reading brings goes the way of every change of a list, so that what was permitted before is looked at anew.
 */
import { toFailure } from '../../base/host-error'
import { delay } from '../../base/delay'
import type { LiveConnection } from '../lifecycle/lifecycle-state'

const limits = {
  /** A list that was read longer ago is read again. */
  freshMs: 60_000,
  /** A turn waits no longer, for however many servers; what comes later counts from the next request on. */
  patienceMs: 3_000
}

export interface StaleToolsOptions {
  readonly read: (connectionId: string) => Promise<void>
  /** In the log of the server. */
  readonly warn: (serverName: string, text: string) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

interface Reading {
  readonly connectionId: string
  /** When it was read, or tried, last. */
  at: number
  isRunning: boolean
}

export class StaleTools {
  readonly #options: StaleToolsOptions
  /** By server; those that announce changes or have no tools are not in it. */
  readonly #readings = new Map<string, Reading>()

  constructor(options: StaleToolsOptions) {
    this.#options = options
  }

  /** To be told after every change of a server's connection. */
  follow(serverName: string, live: LiveConnection | null): void {
    if (live === null || !needsReading(live)) return void this.#readings.delete(serverName)
    const { connectionId } = live.info
    if (this.#readings.get(serverName)?.connectionId === connectionId) return
    this.#readings.set(serverName, { connectionId, at: this.#options.now(), isRunning: false })
  }

  /** All that are old, at once. Resolves after a few seconds in any case; never rejects. */
  async freshen(isMeant: (serverName: string) => boolean): Promise<void> {
    const old = [...this.#readings].filter(([name, { at }]) => {
      return isMeant(name) && this.#options.now() - at > limits.freshMs
    })
    await Promise.all(old.map(([name, reading]) => this.#freshenOne(name, reading)))
  }

  async #freshenOne(serverName: string, reading: Reading): Promise<void> {
    // One that is slow is not asked twice at a time, nor waited for in every turn.
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
