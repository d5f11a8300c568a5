/**
 * The next request to a model: what it is told of the servers, and the conversation as far as there is room for it. A turn
 * sends what is planned here; what the person is shown of it beforehand is the same plan.
 */
import { directModelId } from '../../contract/content-blocks'
import type { Message } from '../../contract/conversations'
import type { ModelRequest, ResolvedModel } from '../../models/model'
import type { DefinitionText } from '../../provenance/interface'
import type { CatalogTool, ServerInstructions } from '../../servers/interface'
import { chooseFunctions, chooseTools, chooseAllTools } from '../tools/chosen-tools'
import { buildRequest } from './next-request'
import type { RequestSource } from './next-request'
import { definitionTexts, resultTexts } from './definition-texts'
import type { ReviewedMetadata } from './reviewed-metadata'
import { partKeys, withoutLeftOut } from './left-out'
import type { LeftOut } from './left-out'
import { correctionBy, tokensOfRequest } from './request-size'
import { chooseSetAside } from './set-aside'
import { summedUp } from './summed-up'
import { resolveParameters } from './turn-settings'
import type { TurnSettings } from './turn-settings'

export type RequestSituation = Pick<RequestSource, 'catalog' | 'instructions' | 'chosen'> & {
  readonly definitions: readonly DefinitionText[]
}

export interface PlannedRequest {
  /** `<provider>/<model>` or `direct`. */
  readonly modelId: string
  readonly target: ResolvedModel
  /** Oldest first, an answer in progress last. */
  readonly messages: readonly Message[]
  readonly settings: TurnSettings
  /** What the person leaves out; absent: nothing. */
  readonly leftOut?: LeftOut
}

export interface Offered {
  readonly catalog: readonly CatalogTool[]
  readonly instructions: readonly ServerInstructions[]
  readonly words: Pick<ReviewedMetadata, 'tools' | 'instructions'>
}

/** What a model is told of the servers: nothing that the person would have to see first. Direct is no model. */
export function tellOfServers(asked: PlannedRequest, { words, ...all }: Offered): RequestSituation {
  const { modelId, messages, target, settings, leftOut = new Set() } = asked
  if (modelId === directModelId)
    return { catalog: all.catalog, chosen: chooseAllTools(all.catalog), instructions: [], definitions: [] }
  if (!takesTools(target))
    return { catalog: all.catalog, chosen: chooseAllTools([]), instructions: [], definitions: [] }
  const isSent = (key: string): boolean => !leftOut.has(key)
  const catalog = words.tools(all.catalog).filter(({ serverName }) => isSent(partKeys.tools(serverName)))
  const choose = settings.isCodeMode === true ? chooseFunctions : chooseTools
  const chosen = choose(catalog, messages, { ...target, share: settings.toolShare })
  const instructions = words
    .instructions(all.instructions)
    .filter(({ serverName }) => isSent(partKeys.instructions(serverName)))
  const read = [...chosen.tools, ...chosen.leftOut]
  const ofResults = chosen.isScripted === true ? resultTexts(read) : []
  return {
    catalog,
    chosen,
    instructions,
    definitions: [...definitionTexts(read, instructions), ...ofResults]
  }
}

/** Where nobody knows it does. */
function takesTools({ abilities }: ResolvedModel): boolean {
  return abilities?.includes('tools') !== false
}

export interface Plan {
  readonly request: ModelRequest
  /** Of the request, by its letters alone. */
  readonly estimated: number
  /** The same, with what the provider told of the last one. */
  readonly tokens: number
  readonly isCorrected: boolean
  /** Ids of calls whose results are left out. */
  readonly setAside: ReadonlySet<string>
  /** More of what the model can read than the person's share of it is taken. */
  readonly isFull: boolean
}

const usualShare = 80
/** In tokens. */
const shortestAnswer = 1_024

export function planRequest(asked: PlannedRequest, told: RequestSituation): Plan {
  const { modelId, target, messages, settings } = asked
  const source = buildRequestSource(asked, told)
  const { isCorrected, apply } = correctionBy(messages, modelId)
  const most = (target.contextTokens * (settings.contextShare ?? usualShare)) / 100
  const whole = buildRequest(source)
  const ofWhole = tokensOfRequest(whole)
  const room = { tokens: apply(ofWhole), most }
  const { isDirect } = source
  const setAside = isDirect ? new Set<string>() : chooseSetAside(sentOf(source), room)
  const request = setAside.size === 0 ? whole : buildRequest({ ...source, setAside })
  const estimated = request === whole ? ofWhole : tokensOfRequest(request)
  const tokens = apply(estimated)
  return {
    request: isDirect ? request : withRoomFor(request, target.contextTokens - tokens),
    ...{ estimated, tokens, isCorrected, setAside, isFull: !isDirect && tokens > most }
  }
}

/** With all that there is, but for what the person leaves out. */
export function buildRequestSource(
  asked: PlannedRequest,
  { definitions: _read, ...told }: RequestSituation
): RequestSource {
  const { modelId, target, messages, settings, leftOut = new Set() } = asked
  return {
    ...told,
    ...{ messages, leftOut, model: target.model, mostTools: takesTools(target) ? target.mostTools : 0 },
    isDirect: modelId === directModelId,
    mayAskForScripts: settings.mayAskForScripts === true,
    systemPrompt: leftOut.has(partKeys.system) ? '' : settings.systemPrompt,
    ...resolveParameters(settings, modelId, target.maxOutputTokens)
  }
}

function sentOf({ messages, leftOut = new Set() }: RequestSource): readonly Message[] {
  return withoutLeftOut(summedUp(messages).rest, leftOut)
}

/**
 * An answer may not be longer than what is left: some providers refuse a request for more. Where next to nothing is left
 * the estimate or the table is wrong, or the provider says so itself.
 */
function withRoomFor(request: ModelRequest, left: number): ModelRequest {
  return left < shortestAnswer || left >= request.maxOutputTokens
    ? request
    : { ...request, maxOutputTokens: left }
}
