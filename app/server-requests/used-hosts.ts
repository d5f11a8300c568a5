/** The connections of sandboxed servers, by server and host. */
import type { ServerConnection, ReachedHost } from '../contract/consent/network-access'
import { targetText } from '../net/hostname-rules'

/** Per server. The hosts that were unused for longest are dropped first. */
const mostPlaces = 200

export class UsedHosts {
  readonly #places = new Map<string, Map<string, ReachedHost>>()

  add(serverName: string, reached: ServerConnection): void {
    const ofServer = this.#places.get(serverName) ?? new Map<string, ReachedHost>()
    this.#places.set(serverName, ofServer)
    const key = targetText(reached)
    const before = ofServer.get(key) ?? emptyPlace(reached)
    ofServer.delete(key)
    const { outcome, count, bytesUp, bytesDown, at } = reached
    ofServer.set(key, {
      ...before,
      [outcome]: before[outcome] + count,
      bytesUp: before.bytesUp + bytesUp,
      bytesDown: before.bytesDown + bytesDown,
      lastAt: at
    })
    const oldest = ofServer.keys().next()
    if (ofServer.size > mostPlaces && oldest.done !== true) ofServer.delete(oldest.value)
  }

  /** By server, the most recent last. */
  all(): Record<string, ReachedHost[]> {
    return Object.fromEntries([...this.#places].map(([name, places]) => [name, [...places.values()]]))
  }

  /** Restores earlier counts, and adds the counts since then to them. */
  restore(before: Readonly<Record<string, readonly ReachedHost[]>>): void {
    for (const [name, places] of Object.entries(before)) {
      const since = this.#places.get(name)
      const whole = new Map(places.map((place) => [targetText(place), place]))
      for (const [key, place] of since ?? []) {
        const known = whole.get(key)
        whole.delete(key)
        whole.set(key, known === undefined ? place : sum(known, place))
      }
      this.#places.set(name, whole)
    }
  }

  /** The most recent first. */
  of(serverName: string): ReachedHost[] {
    return [...(this.#places.get(serverName)?.values() ?? [])].toReversed()
  }

  /** The outcome for a host, on any port; null: the server never connected there. */
  find(serverName: string, host: string): ReachedHost | null {
    const found = this.of(serverName).filter((place) => place.host === host)
    const [last, ...earlier] = found
    return last === undefined ? null : earlier.reduce((whole, place) => sum(place, whole), last)
  }

  /** The servers that connected to it. */
  serversAt(host: string): string[] {
    return [...this.#places.keys()].filter((name) => (this.find(name, host)?.ended ?? 0) > 0)
  }

  forget(serverName: string): void {
    this.#places.delete(serverName)
  }
}

function sum(one: ReachedHost, other: ReachedHost): ReachedHost {
  const counts = ['ended', 'refused', 'failed', 'bytesUp', 'bytesDown'] as const
  const firsts = [one.firstAt, other.firstAt].filter((at) => at !== undefined)
  return {
    ...other,
    ...Object.fromEntries(counts.map((key) => [key, one[key] + other[key]])),
    ...(firsts.length > 0 && { firstAt: Math.min(...firsts) }),
    lastAt: Math.max(one.lastAt, other.lastAt)
  }
}

function emptyPlace({ host, port, at }: ServerConnection): ReachedHost {
  return { host, port, ended: 0, refused: 0, failed: 0, bytesUp: 0, bytesDown: 0, firstAt: at, lastAt: at }
}
