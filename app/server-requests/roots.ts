/**
 * The folders that servers may know of: those of the settings, those of conversations in which a turn runs, and no
 * others, as long as they are there. Watches them, and hands the list on whenever it has changed; which server hears
 * of it is decided behind `publish`.
 * @spec 2025-11-25 client/roots
 */
import { lstatSync, opendirSync, realpathSync, unwatchFile, watchFile } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createEmitter } from '../base/emitter'
import { leadsElsewhere } from '../base/leads-elsewhere'
import { toFolderEntry } from '../contract/folders/folder-choice'
import type { FolderChoice, FolderEntry, FolderChanges } from '../contract/folders/folders'
import type { OfferedRoot } from '../contract/requests'
import type { LocalizedText } from '../contract/localized-text'
import { say } from '../texts/render-localized'

export interface RootsOptions {
  /** Gets the whole list after every change, and once at the start. */
  readonly publish: (roots: readonly OfferedRoot[]) => void
  /** A chosen folder is not there (any more), or is again. */
  readonly tell: (text: LocalizedText) => void
  /** Folders lie before the person, who decides what they were dropped for. */
  readonly dropped: (paths: string[]) => void
  /** Time between two looks at a folder; default 10 s. */
  readonly lookEveryMs?: number
}

export interface Roots {
  /** Those of the settings, as the person chose them. */
  apply(folders: readonly FolderChoice[]): void
  /** What servers may know of while a turn of the conversation runs; none: its turn is over. */
  join(conversationId: string, folders: readonly FolderChoice[]): void
  /** Of the folders of the settings that are not there, or lead elsewhere. */
  news(): FolderChanges[]
  /** What `news` gives is another list than before. */
  onNews(listener: () => void): () => void
  /** What was dropped on the window; what is no folder is left alone. */
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
    news: () => chosen.map(toFolderEntry).flatMap((one) => newsOf(one.path, watch) ?? []),
    onNews: (listener) => newsChanged.on(listener),
    drop: (paths) => offerFolders(paths, dropped),
    dispose: () => watch.follow([])
  }
}

interface FolderWatch {
  /** At the last look. */
  isThere(folder: string): boolean
  /** These are watched from now on, and no others. */
  follow(folders: readonly string[]): void
}

/** `changed`: a folder is there and was not, or the other way round. */
function watchFolders(
  everyMs: number,
  { tell, changed }: Pick<RootsOptions, 'tell'> & { readonly changed: () => void }
): FolderWatch {
  /** By folder: whether it was there at the last look. */
  const folders = new Map<string, boolean>()
  /** Whether it is there and was not, or the other way round. */
  const look = (folder: string): boolean => {
    const isThere = isFolder(folder)
    if (folders.get(folder) === isThere) return false
    if (folders.has(folder) || !isThere) tell(stateOf(folder, isThere))
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
        if (leadsElsewhere(folder)) continue
        watchFile(folder, { interval: everyMs, persistent: false }, () => {
          if (look(folder)) changed()
        })
      }
    }
  }
}

function stateOf(folder: string, isThere: boolean): LocalizedText {
  return isThere ? say('requests.folderBack', { folder }) : say('requests.folderMissing', { folder })
}

/** Each folder once, as a whole path; nothing where there is none. */
function offerFolders(paths: readonly string[], offer: RootsOptions['dropped']): void {
  const found = paths.filter((folder) => path.isAbsolute(folder) && isFolder(folder))
  if (found.length > 0) offer([...new Set(found.map((folder) => path.resolve(folder)))])
}

/** Null where there is nothing to say. */
function newsOf(folder: string, watch: FolderWatch): FolderChanges | null {
  const isThere = watch.isThere(path.resolve(folder))
  const leadsTo = isThere ? targetOf(path.resolve(folder)) : null
  return isThere && leadsTo === null ? null : { path: folder, isThere, leadsTo }
}

/** Where a folder that is a link leads; null for one that is none. */
function targetOf(folder: string): string | null {
  try {
    return lstatSync(folder).isSymbolicLink() ? realpathSync(folder) : null
  } catch {
    return null // gone in this very moment
  }
}

/**
 * One that we may read: what its server could not read either would only mislead it. One of another computer is not
 * there: whoever names it, file or page, would have us contact that computer.
 */
function isFolder(folder: string): boolean {
  if (leadsElsewhere(folder)) return false
  try {
    opendirSync(folder).closeSync()
    return true
  } catch {
    return false // no folder, not there, or not for us
  }
}

/**
 * One entry a folder, in normal form: a path with `..` in it would say another folder than it shows. What was chosen
 * twice is known to the servers of both choices, under the name that comes first.
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

/** Absent: every server, and every server is more than some. */
function joinServers(one: FolderEntry['servers'], other: FolderEntry['servers']): FolderEntry['servers'] {
  return one === undefined || other === undefined ? undefined : [...new Set([...one, ...other])]
}

function toRoot({ path: folder, name, servers }: FolderEntry): OfferedRoot {
  const root = { uri: pathToFileURL(folder).href, name: name ?? (path.basename(folder) || folder) }
  return servers === undefined ? root : { ...root, servers }
}
