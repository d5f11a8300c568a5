/** Finds names that a reader may take for each other: case, width, hidden characters, foreign letters. */

/** Each row: a Latin letter and what looks like it in lower case, from other alphabets or the digits. */
const confusableRows = 'aаα cсϲ eе oоοσ0 pрρ xхχ yуγ hһ iіι jј sѕ dԁ gɡ kкκ l1ӏ mм tтτ uυ vν wԝ qԛ'
const confusable = new Map(
  confusableRows
    .split(' ')
    .flatMap((row) => [...row].slice(1).map((letter) => [letter, row.charAt(0)] as const))
)

/** Equal for names that look alike. Not for display. */
export function skeletonOf(name: string): string {
  const folded = name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, ' ')
  // A large i is a small L to the eye.
  return [...folded]
    .map((letter) => confusable.get(letter) ?? letter)
    .join('')
    .replaceAll('i', 'l')
}

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
