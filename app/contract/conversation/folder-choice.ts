/** The two forms of a folder that servers may know of. Free of dependencies: the window uses it too. */
import type { FolderChoice, FolderEntry } from './folders'

/** The long form. */
export function toFolderEntry(choice: FolderChoice): FolderEntry {
  return typeof choice === 'string' ? { path: choice } : choice
}

/** The shortest equivalent form. */
export function toFolderChoice({ path, name, servers }: FolderEntry): FolderChoice {
  if (name === undefined && servers === undefined) return path
  return { path, ...(name === undefined ? {} : { name }), ...(servers === undefined ? {} : { servers }) }
}
