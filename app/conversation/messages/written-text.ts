/**
 * Texts that are written on. What came to one since an earlier state is known without looking at it: to compare texts, or to
 * cut off the end, all of a long one would be copied each time.
 */

/** What was written on, in order; the oldest pieces are forgotten when nobody can ask for them any more. */
interface Writing {
  readonly pieces: string[]
  forgotten: number
}

/** After how many pieces of its writing something was there. */
interface State {
  readonly writing: Writing
  readonly after: number
}

const states = new WeakMap<object, State>()

/** The same with the text at its end. */
export function writeOn<T extends { readonly text: string }>(before: T, text: string): T {
  const after = { ...before, text: before.text + text }
  const { writing, after: count } = lastStateOf(before)
  writing.pieces.push(text)
  states.set(after, { writing, after: count + 1 })
  return after
}

/**
 * What was written on since. Null where that isn't known: one wasn't made of the other by writing on alone, or it was asked
 * for a later state already.
 */
export function writtenSince(before: object, now: object): string | null {
  const from = states.get(before)
  const to = states.get(now)
  if (from === undefined || from.writing !== to?.writing) return null
  const { writing } = from
  if (from.after < writing.forgotten || to.after < from.after) return null
  writing.pieces.splice(0, from.after - writing.forgotten)
  writing.forgotten = from.after
  return writing.pieces.slice(0, to.after - from.after).join('')
}

/** What is written on a second time, in another way, has a writing of its own. */
function lastStateOf(part: object): State {
  const known = states.get(part)
  if (known !== undefined && known.after === known.writing.forgotten + known.writing.pieces.length)
    return known
  const state: State = { writing: { pieces: [], forgotten: 0 }, after: 0 }
  states.set(part, state)
  return state
}
