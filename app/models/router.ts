/**
 * All providers of the person's settings plus Direct: finds the provider of a model id, lists models,
 * remembers why a provider fails. Knows settings and secrets only as plain data and functions.
 */
import { createEmitter } from '../base/emitter'
import { HostError, toFailure } from '../base/host-error'
import type { Logger } from '../base/logger'
import { directModelId } from '../contract/conversations'
import type { Failure } from '../contract/failure'
import type { ModelView, ModelsView, ProviderView } from '../contract/settings'
import { createAnthropicProvider } from './anthropic'
import { createDirectProvider, directModel } from './direct'
import type { DirectOptions } from './direct'
import type { ModelProvider, ResolvedModel } from './model'
import { baseUrlOf, keySourceOf, readKey } from './provider-access'
import type { AccessOptions, ProviderSettings } from './provider-access'
import { takesTemperature } from './takes-temperature'

export interface ModelSettings {
  /** `models.default` of the settings file, null when it names none. */
  readonly defaultModel: string | null
  readonly providers: Readonly<Record<string, ProviderSettings>>
}

export interface ModelsOptions extends AccessOptions {
  /** The settings as they are now. */
  readonly readSettings: () => ModelSettings
  readonly direct: DirectOptions
  readonly log: Logger
}

interface ProviderState {
  readonly models: readonly ModelView[]
  readonly failure: Failure | null
}

const anthropic = 'anthropic'
const builtInDefault = 'claude-sonnet-5-5'

/** Shown when a key is there and listing failed, newest first. */
const builtInModels: readonly (readonly [id: string, name: string])[] = [
  ['claude-opus-5-5', 'Claude Opus 5.5'],
  ['claude-sonnet-5-5', 'Claude Sonnet 5.5'],
  ['claude-haiku-5-5', 'Claude Haiku 5.5'],
  ['claude-haiku-4-5', 'Claude Haiku 4.5']
]

export class Models {
  readonly #options: ModelsOptions
  readonly #direct: ModelProvider
  readonly #changes = createEmitter<void>()
  #states: ReadonlyMap<string, ProviderState> = new Map()
  #listing: AbortController | null = null

  constructor(options: ModelsOptions) {
    this.#options = options
    this.#direct = createDirectProvider(options.direct)
  }

  view(): ModelsView {
    const views = this.#providers().map(([name, settings]) => this.#viewProvider(name, settings))
    const listed = views.flatMap((provider) => this.#states.get(provider.name)?.models ?? [])
    const defaultModel = this.#options.readSettings().defaultModel ?? chooseDefault(listed, views)
    return {
      models: withDefault(listed, defaultModel).map(withAbilities),
      providers: views,
      defaultModel,
      isLoading: this.#listing !== null
    }
  }

  /** Fires after every change of `view()` that this object knows of; changed settings become known by `refresh`. */
  onChange(listener: () => void): () => void {
    return this.#changes.on(listener)
  }

  /** @throws HostError MODEL_UNKNOWN */
  resolve(modelId: string): ResolvedModel {
    if (modelId === directModelId) return { provider: this.#direct, model: directModelId }
    const slash = modelId.indexOf('/')
    const name = modelId.slice(0, Math.max(slash, 0))
    const settings = this.#providers().find(([known]) => known === name)?.[1]
    if (settings === undefined) {
      throw new HostError(
        'MODEL_UNKNOWN',
        `No provider for the model “${modelId}” is set up. Choose another model.`
      )
    }
    if (settings.type === 'openai-compatible') throw notYet(name)
    return { provider: this.#createProvider(name, settings), model: modelId.slice(slash + 1) }
  }

  /** Reads settings and keys again and lists the models of every provider. Never rejects for what a provider does. */
  async refresh(): Promise<void> {
    this.#listing?.abort()
    const listing = new AbortController()
    this.#listing = listing
    this.#changes.emit()
    const states = await Promise.all(
      this.#providers().map(
        async ([name, settings]) => [name, await this.#list(name, settings, listing.signal)] as const
      )
    )
    if (this.#listing !== listing) return // a newer refresh has taken over
    this.#states = new Map(states)
    this.#listing = null
    this.#changes.emit()
  }

  dispose(): void {
    this.#listing?.abort()
  }

  /** Anthropic is there without being named. */
  #providers(): readonly (readonly [string, ProviderSettings])[] {
    const named = this.#options.readSettings().providers
    const all = Object.hasOwn(named, anthropic)
      ? named
      : { [anthropic]: { type: anthropic } as const, ...named }
    return Object.entries(all)
  }

  #createProvider(name: string, settings: ProviderSettings): ModelProvider {
    const baseUrl = baseUrlOf(settings, this.#options.environment)
    return createAnthropicProvider({ name, baseUrl, readKey: () => readKey(name, settings, this.#options) })
  }

  async #list(name: string, settings: ProviderSettings, signal: AbortSignal): Promise<ProviderState> {
    try {
      if (settings.type === 'openai-compatible') throw notYet(name)
      return { models: await this.#createProvider(name, settings).listModels(signal), failure: null }
    } catch (error) {
      const failure = toFailure(error)
      if (failure.code === 'INTERNAL' && !signal.aborted) {
        this.#options.log.error('Listing models failed', { provider: name, error })
      }
      const isUsable = settings.type === 'anthropic' && failure.code !== 'MODEL_NO_KEY'
      return { models: isUsable ? this.#lastKnown(name) : [], failure }
    }
  }

  #lastKnown(name: string): readonly ModelView[] {
    const known = this.#states.get(name)?.models ?? []
    if (known.length > 0) return known
    return builtInModels.map(([id, model]) => ({ id: `${name}/${id}`, name: model, providerName: name }))
  }

  #viewProvider(name: string, settings: ProviderSettings): ProviderView {
    const failure = this.#states.get(name)?.failure ?? null
    const source = keySourceOf(settings, this.#options.environment)
    const baseUrl = baseUrlOf(settings, this.#options.environment)
    const keySource = failure?.code === 'MODEL_NO_KEY' ? 'none' : source
    return {
      name,
      type: settings.type,
      baseUrl,
      keySource,
      failure: failure === null ? null : { ...failure }
    }
  }
}

function notYet(name: string): HostError {
  const message = `The provider ${name} is of type openai-compatible, which this version of Parley can not use yet. Choose a model of another provider.`
  return new HostError('MODEL_UNKNOWN', message)
}

/** The built-in default while the provider still offers it (by alias or dated name), else its newest of that line. */
function chooseDefault(listed: readonly ModelView[], providers: readonly ProviderView[]): string {
  const hasKey = providers.some(
    ({ name, type, keySource }) => name === anthropic && type === anthropic && keySource !== 'none'
  )
  if (!hasKey) return directModelId
  const wanted = `${anthropic}/${builtInDefault}`
  const own = listed.filter((model) => model.providerName === anthropic)
  if (own.length === 0 || own.some(({ id }) => id === wanted || id.startsWith(`${wanted}-`))) return wanted
  return (own.find(({ id }) => id.includes('sonnet')) ?? own[0])?.id ?? wanted
}

function withAbilities(model: ModelView): ModelView {
  const isAble = takesTemperature(model.id.slice(model.id.indexOf('/') + 1))
  return isAble ? model : { ...model, takesTemperature: false }
}

/** The list with Direct at its end, and with the default even where no list names it: an alias, or nothing was listed yet. */
function withDefault(listed: readonly ModelView[], defaultModel: string): ModelView[] {
  const all = [...listed, directModel]
  if (all.some(({ id }) => id === defaultModel)) return all
  const slash = defaultModel.indexOf('/')
  const model = defaultModel.slice(slash + 1)
  const name = builtInModels.find(([id]) => id === model)?.[1] ?? model
  return [{ id: defaultModel, name, providerName: defaultModel.slice(0, Math.max(slash, 0)) }, ...all]
}
