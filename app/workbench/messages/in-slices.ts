import { setImmediate as nextTurn } from 'node:timers/promises'

/** Reads from the store until it has filtered everything. Messages of servers pass meanwhile. */
export async function inSlices<T>(read: () => T | undefined): Promise<T> {
  for (;;) {
    const found = read()
    if (found !== undefined) return found
    await nextTurn()
  }
}
