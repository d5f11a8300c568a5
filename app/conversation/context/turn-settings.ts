/** What the person chose for all turns. */
import type { ThinkingLevel } from '../../contract/limits'

export interface TurnSettings {
  readonly maxToolSteps: number
  readonly systemPrompt: string
  /** Of what a model can read, in percent: beyond it tools are found by a search. */
  readonly toolShare: number
  /** Of what a model can read, in percent: beyond it older results leave a request. Default 80. */
  readonly contextShare?: number
  /** Models write scripts that call tools, in place of calling one after another. Absent: they don't. */
  readonly isCodeMode?: boolean
  /** Where they don't, a model may ask the person for it: nobody has answered that yet. Absent: it may not. */
  readonly mayAskForScripts?: boolean
  /** Characters of one result that a model gets at once. */
  readonly resultLimit: number
  /** Without it as many as the model gives. */
  readonly maxOutputTokens?: number | null
  /** Without it as the model has it. */
  readonly temperature?: number | null
  /** By the whole id of the model. */
  readonly thinking?: ByModel<ThinkingLevel>
  /** The same; they count before those of all models. */
  readonly ownTemperature?: ByModel<number>
  readonly ownMaxOutputTokens?: ByModel<number>
}

type ByModel<T> = Readonly<Record<string, T>> | null

/** What holds for one model. `most`: what it writes at most. */
export function resolveParameters(settings: TurnSettings, modelId: string, most: number) {
  const { temperature, maxOutputTokens, thinking, ownTemperature, ownMaxOutputTokens } = settings
  return {
    temperature: ownTemperature?.[modelId] ?? temperature ?? null,
    maxOutputTokens: Math.min(most, ownMaxOutputTokens?.[modelId] ?? maxOutputTokens ?? most),
    thinking: thinking?.[modelId] ?? ('usual' as const)
  }
}
