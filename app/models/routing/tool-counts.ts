/** How many tools a service takes that said so by refusing more: then the rest of them is found by search. */
import { HostError } from '../../base/host-error'

/** A count in a message about something else is not a tool limit. */
const fewest = 8

export class ToolCounts {
  readonly #known = new Map<string, number>()

  /** `model`: its whole id. Null: it said nothing. */
  of(model: string): number | null {
    return this.#known.get(model) ?? null
  }

  /** True: it takes fewer than it was sent, and now it is known how many. */
  learn(model: string, error: unknown, sent: number): boolean {
    const most =
      error instanceof HostError && error.code === 'MODEL_REFUSED_REQUEST' ? countIn(error.message) : null
    if (most === null || most >= sent || most < fewest) return false
    this.#known.set(model, most)
    return true
  }
}

/** `array too long. Expected an array with maximum length 128`, `at most 64 tools are supported`. */
function countIn(text: string): number | null {
  const isOfOneTool = /\b(?:tools|function_?declarations)[[.]\d/i.test(text)
  if (isOfOneTool || !/\b(?:tools?|functions?|function_?declarations)\b/i.test(text)) return null
  const count =
    /(?:maximum(?: (?:length|number|of|is|allowed))*|at most|up to|more than|limit(?: (?:of|is))*)\D{0,12}?(\d+)/i.exec(
      text
    )?.[1] ?? /(\d+)\s*(?:tools?|functions?)\b.{0,40}(?:maximum|at most|limit)/i.exec(text)?.[1]
  return count === undefined ? null : Number(count)
}
