/** Finds names of servers that a reader may take for each other. What a name looks like is in `base/skeleton.ts`. */
import { skeletonOf } from '../../base/skeleton'

/** For each name the other names that look like it, in the given order; names without any are left out. */
export function findLookAlikes(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const name of names) {
    const skeleton = skeletonOf(name)
    groups.set(skeleton, [...(groups.get(skeleton) ?? []), name])
  }
  const found = new Map<string, readonly string[]>()
  for (const group of groups.values()) {
    if (group.length === 1) continue
    for (const name of group)
      found.set(
        name,
        group.filter((other) => other !== name)
      )
  }
  return found
}
