/**
 * The one `subscriptions/listen` of a connection of the newest revision: opened with what is wanted, opened anew
 * when that changes or when the server drops it. What the news mean is the caller's business.
 *
 * @spec 2026-07-28 basic/utilities/subscriptions
 */
import type { Client } from '@modelcontextprotocol/client'
import { setTimeout as sleep } from 'node:timers/promises'

type Subscription = Awaited<ReturnType<Client['listen']>>
export type Filter = Parameters<Client['listen']>[0]

/** Between two tries to listen again. */
const wait = { firstMs: 1_000, mostMs: 30_000 }

interface SubscriptionStreamOptions {
  readonly signal: AbortSignal
  /** It listens again after a while without news: what changed in between was announced to nobody. */
  readonly onGap: () => void
}

/** Null on connections of the older revisions, which announce changes by themselves. */
export function createSubscriptions(
  client: Client,
  options: SubscriptionStreamOptions
): SubscriptionStream | null {
  return client.getProtocolEra() === 'modern' ? new SubscriptionStream(client, options) : null
}

export class SubscriptionStream {
  readonly #client: Client
  readonly #options: SubscriptionStreamOptions
  #wanted: Filter = {}
  /** What the open subscription is for; told apart by identity. */
  #honored: Filter = this.#wanted
  #subscription: Subscription | null = null
  #renewing: Promise<void> = Promise.resolve()
  #waitMs = wait.firstMs
  #isWaiting = false

  constructor(client: Client, options: SubscriptionStreamOptions) {
    this.#client = client
    this.#options = options
  }

  /** Resolves when the server listens to it or has refused; a refusal is tried again. Never rejects. */
  want(change: Filter): Promise<void> {
    this.#wanted = { ...this.#wanted, ...change }
    return this.#renew()
  }

  #renew(): Promise<void> {
    return (this.#renewing = this.#renewing.then(() => this.#open()))
  }

  /** The new one stands before the old one goes, so that nothing is missed. */
  async #open(): Promise<void> {
    const filter = this.#wanted
    const { signal } = this.#options
    if (filter === this.#honored || signal.aborted) return
    const previous = this.#subscription
    const isForSomething = Object.values(filter).some(
      (wanted) => wanted === true || (wanted as string[]).length > 0
    )
    const next = isForSomething ? await this.#client.listen(filter, { signal }).catch(() => null) : null
    if (next === null && isForSomething) return this.#tryLater()
    this.#subscription = next
    this.#honored = filter
    this.#waitMs = wait.firstMs
    await previous?.close()
    if (next !== null) void this.#followEnd(next) // never rejects
  }

  async #followEnd(subscription: Subscription): Promise<void> {
    await subscription.closed
    if (subscription !== this.#subscription) return
    this.#subscription = null
    this.#honored = {}
    this.#tryLater()
  }

  #tryLater(): void {
    if (this.#isWaiting || this.#options.signal.aborted) return
    this.#isWaiting = true
    void this.#tryAgain() // never rejects
  }

  async #tryAgain(): Promise<void> {
    const { signal, onGap } = this.#options
    await sleep(this.#waitMs, undefined, { signal, ref: false }).catch(() => {}) // the end of the connection
    this.#waitMs = Math.min(this.#waitMs * 2, wait.mostMs)
    this.#isWaiting = false
    const wasInterrupted = this.#subscription === null
    await this.#renew()
    if (wasInterrupted && this.#subscription !== null && !signal.aborted) onGap()
  }
}
