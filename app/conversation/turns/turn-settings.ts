/** What the person chose for all turns. */
import type { ThinkingLevel } from '../../contract/limits'

export interface TurnSettings {
  readonly maxToolSteps: number
  readonly systemPrompt: string
  /** Of what a model can read, in percent: beyond it tools are found by a search. */
  readonly toolShare: number
  /** Models write scripts that call tools, in place of calling one after another. Absent: they don't. */
  readonly isCodeMode?: boolean
  /** Characters of one result that a model gets at once. */
  readonly resultLimit: number
  /** Without it as many as the model gives. */
  readonly maxOutputTokens?: number | null
  /** Without it as the model has it. */
  readonly temperature?: number | null
  /** By the whole id of the model. */
  readonly thinking?: Readonly<Record<string, ThinkingLevel>> | null
}
