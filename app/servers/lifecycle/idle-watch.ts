/**
 * Which servers are in use, and when one that starts on use has not been for so long that it may fall asleep again. What
 * runs counts as use until it has ended: a call with its task, a reading, a resource that is followed.
 */

export interface IdleWatchOptions {
  /** How long the server may rest unused before it sleeps, in milliseconds; null: it does not run, or never sleeps. */
  readonly limitOf: (serverName: string) => number | null
  /** Whether somebody is asked about it right now. */
  readonly isAwaited: (serverName: string) => boolean
  readonly sleep: (serverName: string) => void
  readonly schedule: (work: () => void, delayMs: number) => () => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

interface Use {
  running: number
  /** When the last use ended, or it came up. */
  lastAt: number
  cancel: (() => void) | null
}

/** Whoever was asked is given so long to have what they allowed begin. */
const awaitedMs = 60_000

export class IdleWatch {
  readonly #options: IdleWatchOptions
  readonly #uses = new Map<string, Use>()

  constructor(options: IdleWatchOptions) {
    this.#options = options
  }

  /** Resolves or rejects as the work does. */
  async during<T>(serverName: string, work: () => Promise<T>): Promise<T> {
    const end = this.begin(serverName)
    try {
      return await work()
    } finally {
      end()
    }
  }

  /** The returned function says that it is over. */
  begin(serverName: string): () => void {
    const use = this.#useOf(serverName)
    use.running += 1
    use.cancel?.()
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      use.running -= 1
      this.used(serverName)
    }
  }

  /** It was used just now, or came up. */
  used(serverName: string): void {
    const use = this.#useOf(serverName)
    use.lastAt = this.#options.now()
    this.#plan(serverName, use)
  }

  /** Its settings, or whether it runs, may be others. For one that comes up the time begins. */
  changed(serverName: string): void {
    const use = this.#useOf(serverName)
    if (this.#options.limitOf(serverName) !== null || use.running > 0) return this.#plan(serverName, use)
    use.cancel?.()
    this.#uses.delete(serverName)
  }

  dispose(): void {
    for (const use of this.#uses.values()) use.cancel?.()
    this.#uses.clear()
  }

  #useOf(serverName: string): Use {
    const known = this.#uses.get(serverName) ?? { running: 0, lastAt: this.#options.now(), cancel: null }
    this.#uses.set(serverName, known)
    return known
  }

  #plan(serverName: string, use: Use): void {
    const { limitOf, isAwaited, sleep, schedule, now } = this.#options
    use.cancel?.()
    use.cancel = null
    const limitMs = limitOf(serverName)
    if (use.running > 0 || limitMs === null || this.#uses.get(serverName) !== use) return
    const leftMs = use.lastAt + limitMs - now()
    if (leftMs <= 0 && !isAwaited(serverName)) return sleep(serverName)
    use.cancel = schedule(() => this.#plan(serverName, use), leftMs > 0 ? leftMs : awaitedMs)
  }
}
