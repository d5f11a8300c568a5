/** What became of a list of named things, in words for people and models. Bounded, however long the lists are. */

/** A thing with a mark that is another one when the thing has changed. */
export interface Marked {
  readonly name: string
  readonly mark: string
}

const mostNames = 20
const longestName = 100

/** `added a, b; removed c; changed d`; null when both lists hold the same. */
export function describeListChanges(before: readonly Marked[], after: readonly Marked[]): string | null {
  const old = new Map(before.map(({ name, mark }) => [name, mark]))
  const fresh = new Map(after.map(({ name, mark }) => [name, mark]))
  const names = [...fresh.keys()]
  const parts = [
    say(
      'added',
      names.filter((name) => !old.has(name))
    ),
    say(
      'removed',
      [...old.keys()].filter((name) => !fresh.has(name))
    ),
    say(
      'changed',
      names.filter((name) => old.has(name) && old.get(name) !== fresh.get(name))
    )
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join('; ')
}

function say(verb: string, names: readonly string[]): string | null {
  if (names.length === 0) return null
  const shown = names
    .slice(0, mostNames)
    .map((name) => (name.length > longestName ? `${name.slice(0, longestName)}…` : name))
  const more = names.length - shown.length
  return `${verb} ${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`
}
