/** Downloads of models by Ollama or LM Studio on this computer, one at a time, started by the user. */
import { HostError } from '../../base/host-error'
import { createEmitter } from '../../base/emitter'
import type { LocalProgram, PullView } from '../../contract/models/pulls'
import { downloadModel } from '../../models/local/download-model'
import { localProgramAt } from '../../models/local/local-program'
import { pullModel } from '../../models/local/pull-model'
import type { Models } from '../../models/routing/router'
import { say } from '../../texts/render-localized'
import type { Destinations } from './destinations-area'
import type { HostLedger } from './ledger-area'

/** Milliseconds between two progress events. */
const tellEveryMs = 250

export interface PullsOptions {
  readonly models: Pick<Models, 'localPlaceOf' | 'refresh'>
  readonly destinations: Pick<Destinations, 'admit'>
  readonly records: Pick<HostLedger, 'notePull'>
  readonly now: () => number
}

export class Pulls {
  readonly #options: PullsOptions
  readonly #changes = createEmitter<void>()
  #running: { view: PullView; readonly stop: AbortController } | null = null

  constructor(options: PullsOptions) {
    this.#options = options
  }

  /** Null: no download runs. */
  current(): PullView | null {
    return this.#running?.view ?? null
  }

  onChange(listener: () => void): () => void {
    return this.#changes.on(listener)
  }

  /** Null if the provider isn't a program on this computer. */
  async programOf(providerName: string): Promise<LocalProgram | null> {
    const place = this.#options.models.localPlaceOf(providerName)
    return place === null ? null : await localProgramAt(place.origin)
  }

  /** @throws HostError MODEL_REFUSED_REQUEST, MODEL_NETWORK, DESTINATION_NOT_TRUSTED */
  async run(providerName: string, model: string): Promise<void> {
    const place = this.#options.models.localPlaceOf(providerName)
    if (place === null || this.#running !== null)
      throw new HostError('MODEL_REFUSED_REQUEST', say(place === null ? 'models.notHere' : 'models.pullRuns'))
    const stop = new AbortController()
    const view = { providerName, model, status: '', completed: 0, total: null }
    this.#running = { view, stop }
    this.#changes.emit()
    try {
      await this.#options.destinations.admit(place.destination, { mayAsk: true, signal: stop.signal })
      this.#options.records.notePull(place.destination, model)
      const program = await localProgramAt(place.origin)
      const fetchBy = program === 'lm-studio' ? downloadModel : pullModel
      await this.#follow(fetchBy(place.origin, model, stop.signal))
    } catch (error) {
      if (!stop.signal.aborted) throw error
    } finally {
      this.#running = null
      this.#changes.emit()
    }
    await this.#options.models.refresh()
  }

  stop(): void {
    this.#running?.stop.abort()
  }

  async #follow(steps: ReturnType<typeof pullModel>): Promise<void> {
    let toldAt = Number.NEGATIVE_INFINITY
    for await (const step of steps) {
      if (this.#running === null) return
      this.#running.view = { ...this.#running.view, ...step }
      const now = this.#options.now()
      if (now - toldAt < tellEveryMs) continue
      toldAt = now
      this.#changes.emit()
    }
  }
}
