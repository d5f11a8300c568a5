/** What the thread of a script and the host's side of it say to each other. */
import type { JsonObject } from '../contract/json'
import type { ScriptAnswer, ScriptEnd, ScriptLimits } from './interface'

/** What the thread begins with. */
export interface ScriptWork {
  readonly code: string
  readonly functions: readonly string[]
  readonly limits: ScriptLimits
}

export type FromScript =
  /** The machine is there: from now on the script works. */
  | { readonly type: 'began' }
  | { readonly type: 'called'; readonly id: number; readonly name: string; readonly args: JsonObject }
  | { readonly type: 'printed'; readonly text: string }
  /** The script waits, having taken so many answers. */
  | { readonly type: 'waits'; readonly answered: number }
  | { readonly type: 'ended'; readonly end: ScriptEnd }

export interface ToScript {
  readonly id: number
  readonly answer: ScriptAnswer
}
