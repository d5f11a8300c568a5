/**
 * Facts about a model, from the best source: the user's own table, the program that runs it, the table that comes with
 * Parley, or a careful guess by the type of its provider.
 */
import type { FactSource, FullPrice, ModelFacts } from '../../contract/models/model-facts'
import type { ModelView } from '../../contract/settings'
import { findProviderDescriptor } from './providers'

export interface KnownModel {
  /** Facts in effect, from both tables and the user's prices. */
  readonly facts: ModelFacts
  /** The part that the user wrote. */
  readonly own: ModelFacts
}

/** By the name of its provider in the settings, and its id there. */
export type KnowModel = (providerName: string, model: string) => KnownModel

export interface ContextLimit extends Pick<ModelView, 'maxOutputTokens' | 'abilities' | 'price'> {
  readonly contextTokens: number
  readonly contextSource: FactSource
}

/** Limits in effect for this provider. */
export interface ReportedContextLimit extends ContextLimit {
  /** Null: no limit. */
  readonly mostTools: number | null
}

/** `told`: facts from the program that runs it. */
export function resolveContextLimit(
  providerType: string,
  { facts, own }: KnownModel,
  told: ModelFacts
): ContextLimit {
  const { limits } = findProviderDescriptor(providerType)
  const all: ModelFacts = { ...facts, ...told, ...own }
  const { contextTokens, maxOutputTokens, abilities } = all
  const price = readPrice(facts)
  return {
    contextTokens: contextTokens ?? limits.contextTokens,
    contextSource: getSource({ facts, own, told }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(abilities !== undefined && { abilities }),
    ...(price !== null && { price })
  }
}

/** Type of the provider, and the provider's own id of the model. */
export interface ModelPlace {
  readonly providerType: string
  readonly baseUrl: string
  readonly model: string
}

/**
 * A model accepts only what its address accepts. `learnt`: the number of tools that the service reported as its limit.
 */
export function applyReportedLimit(
  room: ContextLimit,
  { providerType, baseUrl, model }: ModelPlace,
  learnt: number | null
): ReportedContextLimit {
  const descriptor = findProviderDescriptor(providerType)
  const mostTools = learnt ?? descriptor.toolRules(baseUrl, model).most
  if (room.abilities === undefined || descriptor.takesDocuments(baseUrl)) return { ...room, mostTools }
  return { ...room, mostTools, abilities: room.abilities.filter((ability) => ability !== 'pdf') }
}

function getSource({
  facts,
  own,
  told
}: KnownModel & { readonly told: ModelFacts }): ContextLimit['contextSource'] {
  if (own.contextTokens !== undefined) return 'own'
  if (told.contextTokens !== undefined) return 'program'
  return facts.contextTokens === undefined ? 'guess' : 'table'
}

/** Null: the input or output price is unknown. */
export function readPrice(facts: ModelFacts): FullPrice | null {
  const { inputPerMillion, outputPerMillion, cacheReadPerMillion, cacheWritePerMillion } = facts
  if (inputPerMillion === undefined || outputPerMillion === undefined) return null
  return {
    inputPerMillion,
    outputPerMillion,
    ...(cacheReadPerMillion !== undefined && { cacheReadPerMillion }),
    ...(cacheWritePerMillion !== undefined && { cacheWritePerMillion })
  }
}
