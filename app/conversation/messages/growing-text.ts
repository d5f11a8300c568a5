/**
 * Texts that grow. The addition since an earlier state is known without comparing the texts or slicing the end, both of
 * which would copy all of a long text each time.
 */

/** The additions in order. The oldest are dropped once they can't be requested anymore. */
interface Writing {
  readonly pieces: string[]
  forgotten: number
}

/** The number of additions that a state includes. */
interface State {
  readonly writing: Writing
  readonly after: number
}

const states = new WeakMap<object, State>()

/** The same value with the text appended. */
export function appendGrowing<T extends { readonly text: string }>(before: T, text: string): T {
  const after = { ...before, text: before.text + text }
  const { writing, after: count } = lastStateOf(before)
  writing.pieces.push(text)
  states.set(after, { writing, after: count + 1 })
  return after
}

/**
 * The text added since. null if it is unknown: one value wasn't made from the other only by appending, or a later state
 * was already requested.
 */
export function readGrowthSince(before: object, now: object): string | null {
  const from = states.get(before)
  const to = states.get(now)
  if (from === undefined || from.writing !== to?.writing) return null
  const { writing } = from
  if (from.after < writing.forgotten || to.after < from.after) return null
  writing.pieces.splice(0, from.after - writing.forgotten)
  writing.forgotten = from.after
  return writing.pieces.slice(0, to.after - from.after).join('')
}

/** A state that is continued a second time in another way starts new additions. */
function lastStateOf(part: object): State {
  const known = states.get(part)
  if (known !== undefined && known.after === known.writing.forgotten + known.writing.pieces.length)
    return known
  const state: State = { writing: { pieces: [], forgotten: 0 }, after: 0 }
  states.set(part, state)
  return state
}
