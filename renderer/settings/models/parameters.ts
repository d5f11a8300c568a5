/** Parameters of single models as in the settings: by parameter, then by model. */
import type { ThinkingLevel } from '../../../app/contract/limits'
import { settings as texts } from '../../../app/texts/compiled/window/settings'
import { saveSettings } from '../../bridge/settings'

export interface Parameters {
  readonly temperature?: number
  readonly maxOutputTokens?: number
  readonly thinking?: ThinkingLevel
}

export type AllParameters = {
  readonly [P in keyof Parameters]-?: Readonly<Record<string, NonNullable<Parameters[P]>>>
}

export const thinkingParameterTexts: Readonly<Record<ThinkingLevel, () => string>> = {
  off: texts.thinkingOff,
  low: texts.thinkingLow,
  medium: texts.thinkingMedium,
  high: texts.thinkingHigh
}

/** The set parameters, as text. */
export function parametersText(all: AllParameters, model: string): string {
  const [temperature, tokens, thinking] = [
    all.temperature[model],
    all.maxOutputTokens[model],
    all.thinking[model]
  ]
  return [
    ...(temperature === undefined ? [] : [texts.temperatureIs({ value: temperature })]),
    ...(tokens === undefined ? [] : [texts.longestAnswerIs({ count: tokens })]),
    ...(thinking === undefined ? [] : [thinkingParameterTexts[thinking]()])
  ].join(' · ')
}

/** A model's new parameters; for absent ones the common value applies. */
export async function saveParameters(all: AllParameters, model: string, next: Parameters): Promise<void> {
  await saveSettings({
    'models.temperature': withOne(all.temperature, model, next.temperature),
    'models.maxOutputTokens': withOne(all.maxOutputTokens, model, next.maxOutputTokens),
    'models.thinking': withOne(all.thinking, model, next.thinking)
  })
}

/** Null: none is left. */
function withOne<T>(
  values: Readonly<Record<string, T>>,
  model: string,
  value: T | undefined
): Record<string, T> | null {
  const others = Object.entries(values).filter(([id]) => id !== model)
  const all = [...others, ...(value === undefined ? [] : [[model, value] as const])]
  return all.length === 0 ? null : Object.fromEntries(all)
}
