/** Runs a model's script in a sandbox whose only access is the given functions. `scripts-client.ts` implements it. */
import type { JsonObject, JsonValue } from '../contract/json'

export interface ScriptLimits {
  /** Time in which the script itself runs. The clock is paused while it only waits for its calls. */
  readonly timeMs: number
  /** Of the engine with the script in it, which begins with 16 MB. */
  readonly memoryBytes: number
  readonly calls: number
  /** In characters of JSON, of the arguments of all its calls: each is stored in the conversation. */
  readonly arguments: number
  /** In characters, of its return value or error. */
  readonly result: number
  /** In characters, of everything that it prints. */
  readonly output: number
}

export const defaultScriptLimits: ScriptLimits = {
  timeMs: 10_000,
  memoryBytes: 64 * 1_048_576,
  calls: 100,
  arguments: 2_000_000,
  result: 100_000,
  output: 20_000
}

/** `thrown`: the script can catch it, under this name. */
export type ScriptAnswer =
  | { readonly type: 'value'; readonly value: JsonValue }
  | { readonly type: 'thrown'; readonly name: string; readonly message: string }

export type ScriptEnd =
  /** A string unchanged, any other value as JSON; null: nothing was returned. */
  | { readonly type: 'returned'; readonly text: string | null }
  | { readonly type: 'threw'; readonly message: string }
  | { readonly type: 'beyond'; readonly limit: 'time' | 'calls' | 'memory' }
  | { readonly type: 'stopped' }
  /** The thread ended unexpectedly. */
  | { readonly type: 'broken' }

export interface Script {
  /** The body of an asynchronous function in JavaScript. */
  readonly code: string
  /** Identifiers; each becomes a function of the object `tools`. */
  readonly functions: readonly string[]
  /** Answers one call of the script. Never rejects. */
  readonly call: (name: string, args: JsonObject) => Promise<ScriptAnswer>
  readonly onOutput: (text: string) => void
  /** Ends the script at once. */
  readonly signal: AbortSignal
}

/** Resolves when no part of the script runs any more. Never rejects. */
export type RunScript = (script: Script, limits?: ScriptLimits) => Promise<ScriptEnd>
