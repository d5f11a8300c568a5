/**
 * Resources and prompts when they are used: using one of a sleeping server starts it, and every use keeps it awake.
 */
import type { IdleWatch } from '../lifecycle/idle-watch'
import type { Servers } from '../interface'
import type { Offers } from '../offers/server-offers'

export interface UsedOffersOptions {
  readonly offers: Offers
  readonly idle: IdleWatch
  readonly isSleeping: (serverName: string) => boolean
  readonly wake: Servers['wake']
}

const neverAborted = new AbortController().signal

/** Members do what `Servers` documents. They are bound. */
export class UsedOffers {
  readonly #options: UsedOffersOptions

  constructor(options: UsedOffersOptions) {
    this.#options = options
  }

  readonly readResource: Servers['readResource'] = (...input) =>
    this.#use(input[0], () => this.#options.offers.readResource(...input))

  readonly getPrompt: Servers['getPrompt'] = (...input) =>
    this.#use(input[0], () => this.#options.offers.getPrompt(...input))

  readonly watchResource: Servers['watchResource'] = (...input) => {
    const { idle, offers } = this.#options
    const ends = [idle.begin(input[0]), offers.watchResource(...input)]
    return () => {
      for (const end of ends) end()
    }
  }

  readonly listTasks: Servers['listTasks'] = (serverName) =>
    this.#options.idle.during(serverName, () => this.#options.offers.listTasks(serverName))

  /** Typing doesn't start a server: a sleeping one suggests nothing. */
  readonly complete: Servers['complete'] = async (request) => {
    const { idle, offers, isSleeping } = this.#options
    if (isSleeping(request.serverName)) return { values: [], total: null, hasMore: false }
    return await idle.during(request.serverName, () => offers.complete(request))
  }

  async #use<T>(serverName: string, work: () => Promise<T>): Promise<T> {
    const { idle, isSleeping, wake } = this.#options
    if (isSleeping(serverName)) await wake(serverName, neverAborted)
    return await idle.during(serverName, work)
  }
}
