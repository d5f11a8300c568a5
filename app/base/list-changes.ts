/** Describes changes of a list for users and models. Limited for lists of any length. */

import type { LocalizedText } from '../contract/localized-text'
import { say } from '../texts/render-localized'

/** An item with a mark that changes with the item. */
export interface Marked {
  readonly name: string
  readonly mark: string
}

const mostNames = 20
const longestName = 100

/** `added a, b; removed c; changed d`; null if nothing changed. */
export function describeListChanges(
  before: readonly Marked[],
  after: readonly Marked[]
): LocalizedText | null {
  const old = new Map(before.map(({ name, mark }) => [name, mark]))
  const fresh = new Map(after.map(({ name, mark }) => [name, mark]))
  const names = [...fresh.keys()]
  const added = names.filter((name) => !old.has(name))
  const removed = [...old.keys()].filter((name) => !fresh.has(name))
  const changed = names.filter((name) => old.has(name) && old.get(name) !== fresh.get(name))
  const parts = [
    ...(added.length > 0 ? [say('common.added', shown(added))] : []),
    ...(removed.length > 0 ? [say('common.removed', shown(removed))] : []),
    ...(changed.length > 0 ? [say('common.changed', shown(changed))] : [])
  ]
  return parts.length === 0 ? null : parts.reduce((all, next) => say('common.changes', { all, next }))
}

function shown(names: readonly string[]): { readonly names: string; readonly more: number } {
  const first = names
    .slice(0, mostNames)
    .map((name) => (name.length > longestName ? `${name.slice(0, longestName)}…` : name))
  return { names: first.join(', '), more: names.length - first.length }
}
