/**
 * The only `subscriptions/listen` request of a connection of the newest revision. Opened with the current filter, and
 * opened again when the filter changes or the server ends it. The caller interprets the events.
 *
 * @spec 2026-07-28 basic/utilities/subscriptions
 */
import type { Client } from '@modelcontextprotocol/client'
import { setTimeout as sleep } from 'node:timers/promises'

type Subscription = Awaited<ReturnType<Client['listen']>>
export type Filter = Parameters<Client['listen']>[0]

/** Between two attempts to subscribe again. */
const wait = { firstMs: 1_000, mostMs: 30_000 }
/** Ends the wait for a busy server. */
const answerLimitMs = 5_000

interface SubscriptionStreamOptions {
  readonly signal: AbortSignal
  /**
   * True if all messages share one connection, as over stdio. There some servers (the official Go library, 1.8) keep
   * one subscription for each connection and drop it at the end of any other, also of an earlier one.
   */
  readonly isShared: boolean
  /** Called when the subscription continues after a gap: changes in between were not announced. */
  readonly onGap: () => void
}

/** Null on connections of the older revisions, which announce changes without a subscription. */
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
  /** The filter of the open subscription, compared by identity. */
  #honored: Filter = this.#wanted
  #subscription: Subscription | null = null
  #renewing: Promise<void> = Promise.resolve()
  #waitMs = wait.firstMs
  #isWaiting = false

  constructor(client: Client, options: SubscriptionStreamOptions) {
    this.#client = client
    this.#options = options
  }

  /** Resolves when the server has accepted or denied the filter. A denied one is tried again. Never rejects. */
  want(change: Filter): Promise<void> {
    this.#wanted = { ...this.#wanted, ...change }
    return this.#renew()
  }

  #renew(): Promise<void> {
    return (this.#renewing = this.#renewing.then(() => this.#open()))
  }

  /**
   * Opens the new subscription before it ends the old one, so that no event is missed. Over a shared connection it ends
   * the old one first.
   */
  async #open(): Promise<void> {
    const filter = this.#wanted
    const { signal, isShared } = this.#options
    if (filter === this.#honored || signal.aborted) return
    const previous = this.#subscription
    if (isShared) await this.#endFirst()
    const isForSomething = Object.values(filter).some(
      (wanted) => wanted === true || (wanted as string[]).length > 0
    )
    const next = isForSomething ? await this.#client.listen(filter, { signal }).catch(() => null) : null
    if (next === null && isForSomething) return this.#tryLater()
    this.#subscription = next
    this.#honored = filter
    this.#waitMs = wait.firstMs
    if (!isShared) await previous?.close()
    else if (previous !== null) this.#options.onGap()
    if (next !== null) void this.#followEnd(next) // never rejects
  }

  /** Waits until the server has answered the ended request, because only then it has ended there too. */
  async #endFirst(): Promise<void> {
    const previous = this.#subscription
    this.#subscription = null
    if (previous === null) return
    await previous.close()
    const { signal } = this.#options
    await this.#client.discover({ signal, timeout: answerLimitMs }).catch(() => {}) // the next subscription fails too
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
    await sleep(this.#waitMs, undefined, { signal, ref: false }).catch(() => {}) // the connection ended
    this.#waitMs = Math.min(this.#waitMs * 2, wait.mostMs)
    this.#isWaiting = false
    const wasInterrupted = this.#subscription === null
    await this.#renew()
    if (wasInterrupted && this.#subscription !== null && !signal.aborted) onGap()
  }
}
