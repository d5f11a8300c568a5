/** Which groups of the list are folded. Kept in the window's storage, because it only concerns this screen. */
import { create } from 'zustand'
import { useProjection } from '../../state/projection'
import { folderKey, type Group } from './group-by-day'

const storedAs = 'parley.folded-groups'

interface FoldState {
  /** Keys of the groups that differ from their initial state. */
  readonly changed: readonly string[]
}

export const useFolds = create<FoldState>()(() => ({ changed: read() }))

export function isGroupFolded({ key, folds }: Group, changed: readonly string[]): boolean {
  return folds !== undefined && (folds === 'shut-at-first') !== changed.includes(key)
}

/** Deleted folders are dropped at this point. */
export function foldGroup(group: Group, isFolded: boolean): void {
  const { changed } = useFolds.getState()
  if (isGroupFolded(group, changed) === isFolded) return
  const { key } = group
  const known = new Set(useProjection.getState().folders.map(({ id }) => folderKey(id)))
  const isThere = (one: string) => !one.startsWith(folderKey('')) || known.has(one)
  const others = changed.filter((item) => item !== key && isThere(item))
  keep(changed.includes(key) ? others : [...others, key])
}

function keep(changed: readonly string[]): void {
  localStorage.setItem(storedAs, JSON.stringify(changed))
  useFolds.setState({ changed })
}

// Changes by another window; a window gets no events for its own.
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
