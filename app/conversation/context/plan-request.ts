/**
 * Plans the next model request: what it says about the servers, and as much of the conversation as fits. Turns send
 * this plan, and the user sees the same plan beforehand.
 */
import { directModelId } from '../../contract/direct-model'
import type { Message } from '../../contract/conversations'
import type { ModelRequest, ResolvedModel } from '../../models/model'
import type { DefinitionText } from '../../provenance/interface'
import type { CatalogTool, ServerInstructions } from '../../servers/interface'
import { chooseFunctions, chooseTools, chooseAllTools } from '../tools/chosen-tools'
import { buildRequest } from './next-request'
import type { RequestSource } from './next-request'
import { definitionTexts, resultTexts } from './definition-texts'
import type { ReviewedMetadata } from './reviewed-metadata'
import { partKeys, withoutLeftOut } from './excluded-parts'
import type { LeftOut } from './excluded-parts'
import { correctionBy, countRequestTokens } from './request-size'
import { chooseSetAside } from './omitted-results'
import { applySummary } from './apply-summary'
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
  /** What the user leaves out; absent: nothing. */
  readonly leftOut?: LeftOut
}

export interface Offered {
  readonly catalog: readonly CatalogTool[]
  readonly instructions: readonly ServerInstructions[]
  readonly words: Pick<ReviewedMetadata, 'tools' | 'instructions'>
}

/** What a model reads about the servers: nothing that the user has to review first. Direct mode isn't a model. */
export function describeServers(asked: PlannedRequest, { words, ...all }: Offered): RequestSituation {
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

/** True if unknown. */
function takesTools({ abilities }: ResolvedModel): boolean {
  return abilities?.includes('tools') !== false
}

export interface Plan {
  readonly request: ModelRequest
  /** The estimate from the characters of the request. */
  readonly estimated: number
  /** The estimate, corrected by what the provider counted last. */
  readonly tokens: number
  readonly isCorrected: boolean
  /** Ids of calls whose results are left out. */
  readonly setAside: ReadonlySet<string>
  /** The request exceeds the user's share of the context window. */
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
  const ofWhole = countRequestTokens(whole)
  const room = { tokens: apply(ofWhole), most }
  const { isDirect } = source
  const setAside = isDirect ? new Set<string>() : chooseSetAside(sentOf(source), room)
  const request = setAside.size === 0 ? whole : buildRequest({ ...source, setAside })
  const estimated = request === whole ? ofWhole : countRequestTokens(request)
  const tokens = apply(estimated)
  return {
    request: isDirect ? request : withRoomFor(request, target.contextTokens - tokens),
    estimated,
    tokens,
    isCorrected,
    setAside,
    isFull: !isDirect && tokens > most
  }
}

/** Everything available, except what the user leaves out. */
export function buildRequestSource(
  asked: PlannedRequest,
  { definitions: _read, ...told }: RequestSituation
): RequestSource {
  const { modelId, target, messages, settings, leftOut = new Set() } = asked
  return {
    ...told,
    messages,
    leftOut,
    model: target.model,
    mostTools: takesTools(target) ? target.mostTools : 0,
    isDirect: modelId === directModelId,
    mayAskForScripts: settings.mayAskForScripts === true,
    systemPrompt: leftOut.has(partKeys.system) ? '' : settings.systemPrompt,
    ...resolveParameters(settings, modelId, target.maxOutputTokens)
  }
}

function sentOf({ messages, leftOut = new Set() }: RequestSource): readonly Message[] {
  return withoutLeftOut(applySummary(messages).rest, leftOut)
}

/**
 * Limits the answer to the remaining context, because some providers refuse a request for more. If almost nothing
 * remains, the estimate or the table is wrong, or the provider will report it.
 */
function withRoomFor(request: ModelRequest, left: number): ModelRequest {
  return left < shortestAnswer || left >= request.maxOutputTokens
    ? request
    : { ...request, maxOutputTokens: left }
}
