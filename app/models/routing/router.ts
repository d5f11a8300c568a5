/**
 * All providers of the user's settings plus Direct: finds the provider of a model id, lists models, remembers why a
 * provider fails. Gets settings and secrets only as plain data and functions.
 */
import { createEmitter } from '../../base/emitter'
import { HostError, toFailure } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import type { Destination } from '../../net/destination'
import { directModelId } from '../../contract/direct-model'
import type { Failure } from '../../contract/failure'
import type { ModelView, ModelsView, ProviderView } from '../../contract/settings'
import { createDirectProvider, directModel } from './direct'
import type { DirectOptions } from './direct'
import type { ModelProvider, ResolvedModel } from '../model'
import { applyReportedLimit, resolveContextLimit } from './context-limit'
import type { KnowModel, ReportedContextLimit } from './context-limit'
import type { ModelFacts } from '../../contract/models/model-facts'
import { ModelAsker } from './ask-model'
import { resolveBaseUrl, findKeySource, readKey } from './provider-access'
import type { AccessOptions, ProviderSettings } from './provider-access'
import { findLocal } from './find-local'
import type { LocalService } from './find-local'
import { mayBeLocal, withLocalFacts } from './local-facts'
import { toProviderDestination, hasOwnAddress, isSameAddress } from './provider-destination'
import { builtInProviders, findProviderDescriptor, readyMadeServices } from './providers'
import type { ReadyMadeService } from './providers'
import { shownAs, titleProviders } from './provider-titles'
import { say } from '../../texts/render-localized'

export interface ModelSettings {
  /** `models.default` of the settings file, null when it names none. */
  readonly defaultModel: string | null
  readonly providers: Readonly<Record<string, ProviderSettings>>
}

export interface ModelsOptions extends AccessOptions {
  /** The current settings. */
  readonly readSettings: () => ModelSettings
  readonly direct: DirectOptions
  /** What tables and the user's prices say about a model; absent: nothing is known of any model. */
  readonly know?: KnowModel
  /**
   * Resolves when Parley may send to the destination; called before every request. True: the user was just asked.
   * @throws HostError DESTINATION_NOT_TRUSTED, DESTINATION_REFUSED
   */
  readonly admit: (
    destination: Destination,
    admission: { readonly mayAsk: boolean; readonly signal: AbortSignal }
  ) => Promise<boolean>
  /** Its models are about to be asked for. */
  readonly onListing: (destination: Destination) => void
  readonly log: Logger
}

interface ProviderState {
  readonly models: readonly ModelView[]
  readonly failure: Failure | null
}

export class Models {
  readonly #options: ModelsOptions
  readonly #direct: ModelProvider
  readonly #asker = new ModelAsker()
  readonly #foundApis = new Map<string, 'responses' | 'chat'>()
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
      models: withDefault(listed, defaultModel).map((model) => this.#withAbilities(model)),
      providers: views,
      readyMade: this.#notSetUp(views).map((service) => ({ ...service })),
      defaultModel,
      isLoading: this.#listing !== null
    }
  }

  #notSetUp(views: readonly ProviderView[]): readonly ReadyMadeService[] {
    return readyMadeServices(this.#options.environment).filter(({ baseUrl }) =>
      views.every((view) => !isSameAddress(view.baseUrl, baseUrl))
    )
  }

  /** Model programs that run on this computer and aren't set up yet. Sends them no user data. */
  async findLocal(): Promise<readonly LocalService[]> {
    return await findLocal(this.#notSetUp(this.view().providers))
  }

  /** Fires after every change of `view()` that this object knows of; changed settings become known by `refresh`. */
  onChange(listener: () => void): () => void {
    return this.#changes.on(listener)
  }

  /** @throws HostError MODEL_UNKNOWN */
  resolve(modelId: string): ResolvedModel {
    if (modelId === directModelId) return directly(this.#direct)
    const slash = modelId.indexOf('/')
    const name = modelId.slice(0, Math.max(slash, 0))
    const settings = this.#settingsOf(name)
    if (settings === undefined) {
      throw new HostError('MODEL_UNKNOWN', say('models.noProvider', { model: modelId }))
    }
    const provider = this.#createProvider(name, settings, true)
    const room = this.#roomOf(modelId, settings)
    const most = findProviderDescriptor(settings.type).limits.outputTokens
    const { contextTokens, mostTools, abilities } = room
    const maxOutputTokens = Math.min(most, room.maxOutputTokens ?? most)
    const model = modelId.slice(slash + 1)
    return { provider, model, maxOutputTokens, contextTokens, mostTools, ...(abilities && { abilities }) }
  }

  /**
   * Reads settings and keys again and lists the models of every provider. Never rejects because of a provider. `asks`:
   * the user waits for it and may be asked about destinations, one after the other until they decline; a name limits
   * this to that provider.
   */
  async refresh(asks: boolean | string = false): Promise<void> {
    this.#listing?.abort()
    const listing = new AbortController()
    this.#listing = listing
    this.#changes.emit()
    const states = await this.#listAll(asks, listing.signal)
    if (this.#listing !== listing) return // a newer refresh is running
    this.#states = new Map(states)
    this.#listing = null
    this.#changes.emit()
  }

  dispose(): void {
    this.#listing?.abort()
  }

  /** Providers of the settings, preceded by the built-in ones that the settings do not name. */
  #providers(): readonly (readonly [string, ProviderSettings])[] {
    const named = this.#options.readSettings().providers
    const others = builtInProviders.flatMap(({ type, builtIn }) =>
      Object.hasOwn(named, builtIn.name) ? [] : [[builtIn.name, { type }] as const]
    )
    return [...others, ...Object.entries(named)]
  }

  /** Null: there is no provider of that name. */
  destinationOf(name: string): { readonly destination: Destination; readonly hasOwnAddress: boolean } | null {
    const settings = this.#settingsOf(name)
    if (settings === undefined) return null
    const destination = toProviderDestination(name, settings, this.#options)
    return { destination, hasOwnAddress: hasOwnAddress(name, settings, this.#options) }
  }

  /** Null: no provider of that name is on this computer. */
  localPlaceOf(name: string): { readonly destination: Destination; readonly origin: string } | null {
    const settings = this.#settingsOf(name)
    const baseUrl = settings === undefined ? '' : resolveBaseUrl(settings, this.#options.environment)
    if (settings === undefined || !mayBeLocal(settings.type, baseUrl)) return null
    const { origin } = new URL(baseUrl)
    return { destination: toProviderDestination(name, settings, this.#options), origin }
  }

  #settingsOf(name: string): ProviderSettings | undefined {
    return this.#providers().find(([known]) => known === name)?.[1]
  }

  /** One reading of the settings decides both the question and the request. */
  #createProvider(name: string, settings: ProviderSettings, mayAsk: boolean): ModelProvider {
    const { admit, onListing, environment } = this.#options
    const read = () => readKey(name, settings, this.#options)
    const baseUrl = resolveBaseUrl(settings, environment)
    const provider = findProviderDescriptor(settings.type).create({
      ...shownAs(name, settings, environment),
      name,
      baseUrl,
      readKey: read,
      api: settings.api,
      foundApis: this.#foundApis
    })
    const destination = toProviderDestination(name, settings, { environment })
    const enter = async (signal: AbortSignal): Promise<boolean> => {
      await read() // without a key, nothing is sent and Parley asks nothing
      return await admit(destination, { mayAsk, signal })
    }
    const asker = this.#asker
    const roomOf = (modelId: string) => this.#roomOf(modelId, settings)
    const rulesOf = (model: string) => findProviderDescriptor(settings.type).toolRules(baseUrl, model)
    const listWithTheOthers = (): void => void this.refresh()
    const forgetFailure = (): void => this.#forgetFailure(name)
    const admitted = async (signal: AbortSignal): Promise<void> => {
      if (await enter(signal)) listWithTheOthers()
    }
    return {
      name,
      listModels: async (signal) => {
        await enter(signal)
        onListing(destination)
        const listed = await provider.listModels(signal)
        return mayBeLocal(settings.type, baseUrl) ? await withLocalFacts(baseUrl, listed, signal) : listed
      },
      admitted,
      stream: async function* (request, signal) {
        await admitted(signal)
        const modelId = `${name}/${request.model}`
        const asked = { modelId, room: roomOf(modelId), rules: rulesOf(request.model), signal }
        for await (const part of asker.ask(provider, request, asked)) {
          forgetFailure()
          yield part
        }
      }
    }
  }

  #withAbilities(model: ModelView): ModelView {
    const settings = this.#settingsOf(model.providerName)
    if (settings === undefined) return model
    const ownId = model.id.slice(model.id.indexOf('/') + 1)
    const descriptor = findProviderDescriptor(settings.type)
    const highestTemperature = descriptor.highestTemperature(ownId)
    const thinkingLevels = [...descriptor.thinkingLevels(ownId)]
    return {
      ...model,
      highestTemperature,
      ...(thinkingLevels.length > 0 && { thinkingLevels }),
      ...this.#roomOf(model.id, settings)
    }
  }

  /** What its program reported in the last listing is used in addition to the tables. */
  #roomOf(modelId: string, settings: ProviderSettings): ReportedContextLimit {
    const slash = modelId.indexOf('/')
    const [providerName, ownId] = [modelId.slice(0, slash), modelId.slice(slash + 1)]
    const listed = this.#states.get(providerName)?.models.find(({ id }) => id === modelId)
    const known = this.#options.know?.(providerName, ownId) ?? { facts: {}, own: {} }
    const baseUrl = resolveBaseUrl(settings, this.#options.environment)
    const place = { providerType: settings.type, baseUrl, model: ownId }
    return applyReportedLimit(
      resolveContextLimit(settings.type, known, getTold(listed)),
      place,
      this.#asker.toolCounts.of(modelId)
    )
  }

  async #listAll(asks: boolean | string, signal: AbortSignal): Promise<Map<string, ProviderState>> {
    const providers = this.#providers()
    const listed = await Promise.all(
      providers.map(async ([name, settings]) => {
        return [name, await this.#list(name, settings, { mayAsk: false, signal })] as const
      })
    )
    const states = new Map(listed)
    if (asks === false || signal.aborted) return states
    this.#states = new Map(listed) // known facts must not wait for the user
    this.#changes.emit()
    for (const [name, settings] of providers) {
      if (typeof asks === 'string' && asks !== name) continue
      if (states.get(name)?.failure?.code !== 'DESTINATION_NOT_TRUSTED') continue
      const state = await this.#list(name, settings, { mayAsk: true, signal })
      states.set(name, state)
      // Who says no once is not asked about the next one at once.
      if (signal.aborted || state.failure?.code === 'DESTINATION_NOT_TRUSTED') break
    }
    return states
  }

  async #list(
    name: string,
    settings: ProviderSettings,
    { mayAsk, signal }: { readonly mayAsk: boolean; readonly signal: AbortSignal }
  ): Promise<ProviderState> {
    try {
      const provider = this.#createProvider(name, settings, mayAsk)
      return { models: await provider.listModels(signal), failure: null }
    } catch (error) {
      const failure = toFailure(error)
      if (failure.code === 'INTERNAL' && !signal.aborted) {
        this.#options.log.error('Listing models failed', { provider: name, error })
      }
      return { models: failure.code === 'MODEL_NO_KEY' ? [] : this.#lastKnown(name, settings), failure }
    }
  }

  /** It answers: why it could not be listed before holds no longer, and a key that was missing then may show more of it. */
  #forgetFailure(name: string): void {
    const state = this.#states.get(name)
    if (state === undefined || state.failure === null) return
    this.#states = new Map([...this.#states, [name, { ...state, failure: null }]])
    this.#changes.emit()
    if (state.models.length === 0) void this.refresh()
  }

  #lastKnown(name: string, { type }: ProviderSettings): readonly ModelView[] {
    const known = this.#states.get(name)?.models ?? []
    if (known.length > 0) return known
    const builtIn = findProviderDescriptor(type).builtIn?.models ?? []
    return builtIn.map(([id, model]) => ({ id: `${name}/${id}`, name: model, providerName: name }))
  }

  #viewProvider(name: string, settings: ProviderSettings): ProviderView {
    const failure = this.#states.get(name)?.failure ?? null
    const source = findKeySource(settings, this.#options.environment)
    const baseUrl = resolveBaseUrl(settings, this.#options.environment)
    const keySource = failure?.code === 'MODEL_NO_KEY' ? 'none' : source
    return {
      name,
      ...titleProviders(name, settings, this.#options.environment),
      baseUrl,
      keySource,
      ...(keySource !== source && source === 'vault' && { isKeyGone: true }),
      failure: failure === null ? null : { ...failure }
    }
  }
}

function getTold({ contextTokens, abilities }: Partial<ModelView> = {}): ModelFacts {
  return {
    ...(contextTokens !== undefined && { contextTokens }),
    ...(abilities !== undefined && { abilities })
  }
}

/** It is asked for nothing that has a limit. */
function directly(provider: ModelProvider): ResolvedModel {
  const model = directModelId
  return { provider, model, maxOutputTokens: 0, contextTokens: Number.POSITIVE_INFINITY, mostTools: null }
}

/**
 * The default of the first built-in provider with a key while it still offers it (by alias or dated name), else its
 * newest of that line; Direct where none has a key.
 */
function chooseDefault(listed: readonly ModelView[], providers: readonly ProviderView[]): string {
  const hasKey = providers.flatMap(({ name, offer, keySource }) =>
    offer !== null && keySource !== 'none' ? name : []
  )
  const builtIn = builtInProviders.find((known) => hasKey.includes(known.builtIn.name))?.builtIn
  if (builtIn === undefined) return directModelId
  const wanted = `${builtIn.name}/${builtIn.defaultModel}`
  const own = listed.filter((model) => model.providerName === builtIn.name)
  if (own.length === 0 || own.some(({ id }) => id === wanted || id.startsWith(`${wanted}-`))) return wanted
  return (own.find(({ id }) => id.includes(builtIn.defaultLine)) ?? own[0])?.id ?? wanted
}

/** The list with Direct at its end, and with the default even where no list names it: an alias, or nothing was listed yet. */
function withDefault(listed: readonly ModelView[], defaultModel: string): ModelView[] {
  const all = [...listed, directModel]
  if (all.some(({ id }) => id === defaultModel)) return all
  const slash = defaultModel.indexOf('/')
  const model = defaultModel.slice(slash + 1)
  const builtIn = builtInProviders.flatMap(({ builtIn: { models } }) => models)
  const name = builtIn.find(([id]) => id === model)?.[1] ?? model
  return [{ id: defaultModel, name, providerName: defaultModel.slice(0, Math.max(slash, 0)) }, ...all]
}
