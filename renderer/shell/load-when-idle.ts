/** Loads what people need next while the page has nothing else to do, one after the other. */
import { listIdleParts } from '../ui/controls/late-part'

/** A page that is busy for longer than this loads the next part all the same. */
const timeout = 2_000

export function loadWhenIdle(parts: readonly { load(): Promise<unknown> }[] = listIdleParts()): void {
  const [next, ...others] = parts
  if (next === undefined) return
  const goOn = () => loadWhenIdle(others)
  // A part that can't be loaded says so where it is needed.
  requestIdleCallback(() => void next.load().then(goOn, goOn), { timeout })
}
