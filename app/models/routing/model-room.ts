/**
 * What is known of a model, from whom it is known best: the person's own table, the program that runs it, the table that
 * comes with Parley, else a careful guess by the type of its provider.
 */
import type { FactSource, FullPrice, ModelFacts } from '../../contract/models/model-facts'
import type { ModelView } from '../../contract/settings'
import { descriptorOf } from './providers'

export interface KnownModel {
  /** Of both tables and of the person's prices: what holds. */
  readonly facts: ModelFacts
  /** Of them what the person wrote. */
  readonly own: ModelFacts
}

/** By the name of its provider in the settings, and its id there. */
export type KnowModel = (providerName: string, model: string) => KnownModel

export interface ModelRoom extends Pick<ModelView, 'maxOutputTokens' | 'abilities' | 'price'> {
  readonly contextTokens: number
  readonly contextSource: FactSource
  /** Null: as many as there are. */
  readonly mostTools: number | null
}

/** `told`: what the program that runs it says of it. */
export function modelRoom(providerType: string, { facts, own }: KnownModel, told: ModelFacts): ModelRoom {
  const { limits } = descriptorOf(providerType)
  const all: ModelFacts = { ...facts, ...told, ...own }
  const { contextTokens, maxOutputTokens, abilities } = all
  const price = priceOf(facts)
  return {
    contextTokens: contextTokens ?? limits.contextTokens,
    contextSource: sourceOf({ facts, own, told }),
    mostTools: limits.tools,
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(abilities !== undefined && { abilities }),
    ...(price !== null && { price })
  }
}

/** What a model takes, its address may not: then it doesn't. */
export function asReached(room: ModelRoom, providerType: string, baseUrl: string): ModelRoom {
  if (room.abilities === undefined || descriptorOf(providerType).takesDocuments(baseUrl)) return room
  return { ...room, abilities: room.abilities.filter((ability) => ability !== 'pdf') }
}

function sourceOf({
  facts,
  own,
  told
}: KnownModel & { readonly told: ModelFacts }): ModelRoom['contextSource'] {
  if (own.contextTokens !== undefined) return 'own'
  if (told.contextTokens !== undefined) return 'program'
  return facts.contextTokens === undefined ? 'guess' : 'table'
}

/** Null: what reading or writing costs is not known. */
export function priceOf(facts: ModelFacts): FullPrice | null {
  const { inputPerMillion, outputPerMillion, cacheReadPerMillion, cacheWritePerMillion } = facts
  if (inputPerMillion === undefined || outputPerMillion === undefined) return null
  return {
    inputPerMillion,
    outputPerMillion,
    ...(cacheReadPerMillion !== undefined && { cacheReadPerMillion }),
    ...(cacheWritePerMillion !== undefined && { cacheWritePerMillion })
  }
}
