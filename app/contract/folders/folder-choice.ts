/** Both forms in which a folder that servers may know of is written. Free of dependencies: the window uses it, too. */
import type { FolderChoice, FolderEntry } from './folders'

/** The long form of either. */
export function toFolderEntry(choice: FolderChoice): FolderEntry {
  return typeof choice === 'string' ? { path: choice } : choice
}

/** The shortest form that says the same. */
export function toFolderChoice({ path, name, servers }: FolderEntry): FolderChoice {
  if (name === undefined && servers === undefined) return path
  return { path, ...(name === undefined ? {} : { name }), ...(servers === undefined ? {} : { servers }) }
}
