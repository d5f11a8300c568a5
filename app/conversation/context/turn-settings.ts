/** The user's settings for all turns. */
import type { ThinkingLevel } from '../../contract/limits'

export interface TurnSettings {
  readonly maxToolSteps: number
  readonly systemPrompt: string
  /** Percent of the context window. Beyond it, tools are found by a search. */
  readonly toolShare: number
  /** Percent of the context window. Beyond it, older results are left out of a request. Default 80. */
  readonly contextShare?: number
  /** Models write scripts that call tools, instead of calling them one by one. Absent: off. */
  readonly isCodeMode?: boolean
  /** If scripts are off, a model may ask the user for them, because the user hasn't chosen yet. Absent: it may not. */
  readonly mayAskForScripts?: boolean
  /** Characters of one result that a model gets at once. */
  readonly resultLimit: number
  /** Absent or null: as many as the model writes. */
  readonly maxOutputTokens?: number | null
  /** Absent or null: the model's default. */
  readonly temperature?: number | null
  /** By full model id. */
  readonly thinking?: ByModel<ThinkingLevel>
  /** By full model id. These override the settings for all models. */
  readonly ownTemperature?: ByModel<number>
  readonly ownMaxOutputTokens?: ByModel<number>
}

type ByModel<T> = Readonly<Record<string, T>> | null

/** The parameters for one model. `most`: its maximum output, in tokens. */
export function resolveParameters(settings: TurnSettings, modelId: string, most: number) {
  const { temperature, maxOutputTokens, thinking, ownTemperature, ownMaxOutputTokens } = settings
  return {
    temperature: ownTemperature?.[modelId] ?? temperature ?? null,
    maxOutputTokens: Math.min(most, ownMaxOutputTokens?.[modelId] ?? maxOutputTokens ?? most),
    thinking: thinking?.[modelId] ?? ('usual' as const)
  }
}
