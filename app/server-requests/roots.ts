/**
 * The folders that are offered to servers as roots: from the settings and from conversations with a running turn, as
 * long as they exist. Watches them, and publishes the list after each change. `publish` decides which servers are
 * notified.
 * @spec 2025-11-25 client/roots
 */
import { lstatSync, opendirSync, realpathSync, unwatchFile, watchFile } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createEmitter } from '../base/emitter'
import { isRemotePath } from '../base/remote-path'
import { toFolderEntry } from '../contract/conversation/folder-choice'
import type { FolderChoice, FolderEntry, FolderChanges } from '../contract/conversation/folders'
import type { OfferedRoot } from '../contract/requests'
import type { LocalizedText } from '../contract/localized-text'
import { say } from '../texts/render-localized'

export interface RootsOptions {
  /** Called with the whole list after every change, and once at the start. */
  readonly publish: (roots: readonly OfferedRoot[]) => void
  /** A folder in the settings has disappeared, or is back. */
  readonly tell: (text: LocalizedText) => void
  /** Shows the folders to the user, who decides what they were dropped for. */
  readonly dropped: (paths: string[]) => void
  /** Interval between checks of a folder; default 10 s. */
  readonly lookEveryMs?: number
}

export interface Roots {
  /** The folders of the settings, as the user chose them. */
  apply(folders: readonly FolderChoice[]): void
  /** The folders that are offered while a turn of the conversation is running. Empty: its turn is over. */
  join(conversationId: string, folders: readonly FolderChoice[]): void
  /** The folders of the settings that are missing or lead to another place. */
  news(): FolderChanges[]
  /** The list of `news` has changed. */
  onNews(listener: () => void): () => void
  /** Paths that were dropped on the window. Anything but a folder is ignored. */
  drop(paths: readonly string[]): void
  dispose(): void
}

export function createRoots(options: RootsOptions): Roots {
  const { publish, tell, dropped, lookEveryMs = 10_000 } = options
  const newsChanged = createEmitter<void>()
  let chosen: readonly FolderChoice[] = []
  const joined = new Map<string, readonly FolderChoice[]>()
  let published: string | null = null

  const wanted = () => mergeFolders([...chosen, ...[...joined.values()].flat()])
  const publishChange = (): void => {
    const roots = wanted()
      .filter(({ path: folder }) => watch.isThere(folder))
      .map(toRoot)
    const text = JSON.stringify(roots)
    if (text === published) return
    published = text
    publish(roots)
  }
  const watch = watchFolders(lookEveryMs, {
    tell,
    changed: () => {
      publishChange()
      newsChanged.emit()
    }
  })
  const follow = (): void => {
    watch.follow(wanted().map(({ path: folder }) => folder))
    publishChange()
  }
  return {
    apply: (choices) => {
      chosen = choices
      follow()
    },
    join: (conversationId, added) => {
      if (added.length === 0 && !joined.has(conversationId)) return
      if (added.length === 0) joined.delete(conversationId)
      else joined.set(conversationId, added)
      follow()
    },
    news: () => chosen.map(toFolderEntry).flatMap((item) => getNews(item.path, watch) ?? []),
    onNews: (listener) => newsChanged.on(listener),
    drop: (paths) => offerFolders(paths, dropped),
    dispose: () => watch.follow([])
  }
}

interface FolderWatch {
  /** At the last check. */
  isThere(folder: string): boolean
  /** Watches these folders, and no others. */
  follow(folders: readonly string[]): void
}

/** `changed`: a folder appeared or disappeared. */
function watchFolders(
  everyMs: number,
  { tell, changed }: Pick<RootsOptions, 'tell'> & { readonly changed: () => void }
): FolderWatch {
  /** By folder: whether it existed at the last check. */
  const folders = new Map<string, boolean>()
  /** Whether it appeared or disappeared. */
  const look = (folder: string): boolean => {
    const isThere = isFolder(folder)
    if (folders.get(folder) === isThere) return false
    if (folders.has(folder) || !isThere) tell(getState(folder, isThere))
    folders.set(folder, isThere)
    return true
  }
  return {
    isThere: (folder) => folders.get(folder) === true,
    follow: (wanted) => {
      const paths = new Set(wanted)
      for (const folder of [...folders.keys()]) {
        if (paths.has(folder)) continue
        folders.delete(folder)
        unwatchFile(folder)
      }
      for (const folder of paths) {
        if (folders.has(folder)) continue
        look(folder)
        if (isRemotePath(folder)) continue
        watchFile(folder, { interval: everyMs, persistent: false }, () => {
          if (look(folder)) changed()
        })
      }
    }
  }
}

function getState(folder: string, isThere: boolean): LocalizedText {
  return isThere ? say('requests.folderBack', { folder }) : say('requests.folderMissing', { folder })
}

/** Each folder once, as an absolute path. Does nothing without folders. */
function offerFolders(paths: readonly string[], offer: RootsOptions['dropped']): void {
  const found = paths.filter((folder) => path.isAbsolute(folder) && isFolder(folder))
  if (found.length > 0) offer([...new Set(found.map((folder) => path.resolve(folder)))])
}

/** null if there is nothing to report. */
function getNews(folder: string, watch: FolderWatch): FolderChanges | null {
  const isThere = watch.isThere(path.resolve(folder))
  const leadsTo = isThere ? getTarget(path.resolve(folder)) : null
  return isThere && leadsTo === null ? null : { path: folder, isThere, leadsTo }
}

/** The target of a folder that is a link; null if it isn't a link. */
function getTarget(folder: string): string | null {
  try {
    return lstatSync(folder).isSymbolicLink() ? realpathSync(folder) : null
  } catch {
    return null // removed at this moment
  }
}

/**
 * A folder that Parley may read: a folder that a server can't read either would only mislead it. A folder on another
 * computer counts as missing, because any file or page that names one would make Parley contact that computer.
 */
function isFolder(folder: string): boolean {
  if (isRemotePath(folder)) return false
  try {
    opendirSync(folder).closeSync()
    return true
  } catch {
    return false // not a folder, missing, or not readable
  }
}

/**
 * One entry per folder, normalized: a path with `..` would show a different folder than it names. If a folder is added
 * twice, the servers of both choices get it, with the name that comes first.
 */
function mergeFolders(choices: readonly FolderChoice[]): FolderEntry[] {
  const merged = new Map<string, FolderEntry>()
  for (const choice of choices) {
    const { path: written, name, servers } = toFolderEntry(choice)
    const folder = path.resolve(written)
    const before = merged.get(folder)
    const known = before === undefined ? servers : joinServers(before.servers, servers)
    const title = before?.name ?? name
    merged.set(folder, {
      path: folder,
      ...(title === undefined ? {} : { name: title }),
      ...(known === undefined ? {} : { servers: known })
    })
  }
  return [...merged.values()]
}

/** Absent: all servers, which includes any list. */
function joinServers(one: FolderEntry['servers'], other: FolderEntry['servers']): FolderEntry['servers'] {
  return one === undefined || other === undefined ? undefined : [...new Set([...one, ...other])]
}

function toRoot({ path: folder, name, servers }: FolderEntry): OfferedRoot {
  const root = { uri: pathToFileURL(folder).href, name: name ?? (path.basename(folder) || folder) }
  return servers === undefined ? root : { ...root, servers }
}
