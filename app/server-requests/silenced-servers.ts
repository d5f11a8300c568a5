/**
 * Servers that keep requesting hosts although the user denies them. For a while, Parley denies their requests without a
 * question.
 */

const countedMs = 60_000
const silentMs = 60_000

export class SilencedServers {
  /** This many denials within a minute. */
  readonly mostRefusals = 3
  readonly #now: () => number
  readonly #refusedAt = new Map<string, readonly number[]>()
  readonly #until = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Milliseconds since the epoch; null: it may ask. */
  until(serverName: string): number | null {
    const until = this.#until.get(serverName) ?? 0
    return until > this.#now() ? until : null
  }

  /** Call after a denial. Returns whether the server is now silenced. */
  refused(serverName: string): boolean {
    const now = this.#now()
    const recent = (this.#refusedAt.get(serverName) ?? []).filter((at) => at > now - countedMs)
    const isTooMuch = recent.length + 1 >= this.mostRefusals
    this.#refusedAt.set(serverName, isTooMuch ? [] : [...recent, now])
    if (isTooMuch) this.#until.set(serverName, now + silentMs)
    return isTooMuch
  }
}
