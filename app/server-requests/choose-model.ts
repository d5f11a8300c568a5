/**
 * Chooses a model from a server's preferences, with the reason. Hints come first, then the server's priorities, then
 * the model that the user works with. The user may choose another one. Pure.
 */
import { directModelId } from '../contract/direct-model'
import type { SamplingRequest } from '../contract/requests'
import type { ModelView } from '../contract/settings'
import type { LocalizedText, LocalizedValue } from '../contract/localized-text'
import { say, sentences } from '../texts/render-localized'

export interface ModelChoice {
  /** `<provider>/<model>`, or `direct` if there is no model. */
  readonly model: string
  readonly reason: LocalizedText
}

type Priorities = SamplingRequest['priorities']
type Wishes = Pick<SamplingRequest, 'hints' | 'priorities'>

/** Strengths of model families, from 0 to 1. A higher `cost` is cheaper. Other models count as average. */
const families: readonly (readonly [name: string, strengths: Record<keyof Priorities, number>])[] = [
  ['haiku', { cost: 1, speed: 1, intelligence: 0.3 }],
  ['sonnet', { cost: 0.6, speed: 0.6, intelligence: 0.7 }],
  ['opus', { cost: 0.2, speed: 0.3, intelligence: 1 }]
]
const middling = { cost: 0.5, speed: 0.5, intelligence: 0.5 }

/**
 * `usual`: the models that the user works with, the most relevant first. @spec 2025-11-25
 * client/sampling#model-preferences
 */
export function chooseSamplingModel(
  { hints, priorities }: Wishes,
  models: readonly ModelView[],
  usual: readonly string[]
): ModelChoice {
  const able = models.filter(({ id }) => id !== directModelId)
  const fallback = usual.find((id) => id !== directModelId)
  const wishes = hints.map((wish) => wish.trim()).filter((wish) => wish !== '')
  for (const hint of wishes) {
    const matching = able.filter((model) => matches(model, hint))
    const chosen = matching.find(({ id }) => id === fallback) ?? best(matching, priorities)
    if (chosen !== undefined) return { model: chosen.id, reason: say('requests.hintMet', { hint }) }
  }
  const because = (reason: LocalizedText) =>
    wishes.length === 0 ? reason : sentences(reason, say('requests.hintsUnmet', { hints: quoted(wishes) }))
  const ranked = hasWeight(priorities) ? best(able, priorities) : undefined
  if (ranked !== undefined) return { model: ranked.id, reason: because(say('requests.bestFit')) }
  if (fallback !== undefined) return { model: fallback, reason: because(say('requests.usualModel')) }
  const [first] = able
  if (first !== undefined) return { model: first.id, reason: because(say('requests.newestModel')) }
  return { model: directModelId, reason: say('requests.noModel') }
}

/** A hint is part of the provider's model id or of the displayed name. */
function matches({ id, name }: ModelView, hint: string): boolean {
  const wanted = hint.toLowerCase()
  return [id.slice(id.indexOf('/') + 1), name].some((text) => text.toLowerCase().includes(wanted))
}

function hasWeight(priorities: Priorities): boolean {
  return Object.values(priorities).some((weight) => (weight ?? 0) > 0)
}

/** The first of the best. */
function best(models: readonly ModelView[], priorities: Priorities): ModelView | undefined {
  const score = ({ id }: ModelView): number => {
    const strengths = families.find(([name]) => id.toLowerCase().includes(name))?.[1] ?? middling
    const kinds = ['cost', 'speed', 'intelligence'] as const
    return kinds.reduce((sum, kind) => sum + (priorities[kind] ?? 0) * strengths[kind], 0)
  }
  return models.toSorted((one, other) => score(other) - score(one))[0]
}

function quoted(hints: readonly string[]): LocalizedValue {
  return { anyOf: hints.slice(0, 3).map((hint) => say('requests.quoted', { words: hint.slice(0, 60) })) }
}
