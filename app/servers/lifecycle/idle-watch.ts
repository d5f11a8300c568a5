/**
 * Tracks which servers are in use, and when a server that starts on use has been unused for so long that it can sleep
 * again. A call with its task, a read, and a subscribed resource count as use until they end.
 */

export interface IdleWatchOptions {
  /** Milliseconds of rest before the server sleeps; null if it doesn't run, or never sleeps. */
  readonly limitOf: (serverName: string) => number | null
  /** True while a question to the user about it is open. */
  readonly isAwaited: (serverName: string) => boolean
  readonly sleep: (serverName: string) => void
  readonly schedule: (work: () => void, delayMs: number) => () => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

interface Use {
  running: number
  /** When its last use ended, or when it started. */
  lastAt: number
  cancel: (() => void) | null
}

/** Time after a question to the user in which the allowed use may begin. */
const awaitedMs = 60_000

export class IdleWatch {
  readonly #options: IdleWatchOptions
  readonly #uses = new Map<string, Use>()

  constructor(options: IdleWatchOptions) {
    this.#options = options
  }

  /** Settles as `work` does. */
  async during<T>(serverName: string, work: () => Promise<T>): Promise<T> {
    const end = this.begin(serverName)
    try {
      return await work()
    } finally {
      end()
    }
  }

  /** Begins a use. The returned function ends it. */
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

  /** The server was just used, or has just started. */
  used(serverName: string): void {
    const use = this.#useOf(serverName)
    use.lastAt = this.#options.now()
    this.#plan(serverName, use)
  }

  /** Its settings, or whether it runs, may have changed. If it has just started, its time begins. */
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
