/**
 * How much of a model's context the tool definitions may use. If the servers' definitions are larger, tools are found
 * by search. Core and window use the same count.
 */
import type { ToolView } from '../servers'

/** For a model with unknown context size. */
export const usualContextTokens = 200_000

/**
 * The tool with which a model finds others. No server tool has this name for models: theirs contain two underscores.
 */
export const searchToolName = 'search_tools'

/** The tool with which a model runs a script; handled like the search tool. */
export const scriptToolName = 'run_script'

/** The tool with which a model asks the user whether it may write scripts. */
export const askForScriptsName = 'ask_for_scripts'

/** The tool with which a model continues reading a result that is too long to send at once. */
export const readToolName = 'read_result'

/** In characters, for one tool: no model gets more. */
export const toolDescriptionLimit = 4_096

/** Limit for one model. */
export interface ToolTokenLimit {
  /** The model's context size. */
  readonly contextTokens: number
  /** Number of tools that its provider accepts; null: no limit. */
  readonly mostTools: number | null
  /** In percent of the context. */
  readonly share: number
}

/** All tools that a model could be offered. */
export interface ToolAmount {
  readonly count: number
  readonly tokens: number
}

export function areToolsSearched({ count, tokens }: ToolAmount, room: ToolTokenLimit): boolean {
  if (count === 0) return false
  return (
    tokens > (room.contextTokens * room.share) / 100 || (room.mostTools !== null && count > room.mostTools)
  )
}

type Described = Pick<ToolView, 'name' | 'description' | 'inputSchema'>

const known = new WeakMap<Described, number>()

/** Estimate of four characters per token: exact enough for the choice, and no tokenizer fits all models. */
export function toolTokens(tool: Described): number {
  const before = known.get(tool)
  if (before !== undefined) return before
  const { name, description, inputSchema } = tool
  const words = name.length + Math.min(description.length, toolDescriptionLimit)
  const tokens = Math.ceil((words + JSON.stringify(inputSchema).length) / 4)
  known.set(tool, tokens)
  return tokens
}

export function countToolTokens(tools: readonly Described[]): ToolAmount {
  return { count: tools.length, tokens: tools.reduce((sum, tool) => sum + toolTokens(tool), 0) }
}
