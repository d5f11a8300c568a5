/** Which groups of the list are folded. Kept in the window's own storage: it is about this screen, and decides nothing else. */
import { create } from 'zustand'
import { useProjection } from '../../state/projection'
import { folderKey, type Group } from './group-by-day'

const storedAs = 'parley.folded-groups'

interface FoldState {
  /** Keys of the groups that are not as they are at first. */
  readonly changed: readonly string[]
}

export const useFolds = create<FoldState>()(() => ({ changed: read() }))

export function isShut({ key, folds }: Group, changed: readonly string[]): boolean {
  return folds !== undefined && (folds === 'shut-at-first') !== changed.includes(key)
}

/** Folders that are gone are forgotten by the way. */
export function foldGroup(group: Group, isFolded: boolean): void {
  const { changed } = useFolds.getState()
  if (isShut(group, changed) === isFolded) return
  const { key } = group
  const known = new Set(useProjection.getState().drawers.map(({ id }) => folderKey(id)))
  const isThere = (one: string) => !one.startsWith(folderKey('')) || known.has(one)
  const others = changed.filter((one) => one !== key && isThere(one))
  keep(changed.includes(key) ? others : [...others, key])
}

function keep(changed: readonly string[]): void {
  localStorage.setItem(storedAs, JSON.stringify(changed))
  useFolds.setState({ changed })
}

// What was folded in another window; the one that writes hears nothing of its own.
window.addEventListener('storage', ({ key }) => {
  if (key === storedAs) useFolds.setState({ changed: read() })
})

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedAs) ?? '[]')
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}
