/**
 * Access to a folder that a server writes into. Every step goes through the descriptor of the parent folder, so a link
 * that the server put there is never followed, even if it appears in between.
 */
import {
  chmodSync,
  closeSync,
  fstatSync,
  lchmodSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  constants
} from 'node:fs'

/** Linux: the path itself, without access to its content. Node has no constant for it. */
const pathOnly = 0o10000000
const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants

/** A path that the kernel resolves from the open folder. `name` is one name, not a path. */
export function locateInFolder(folder: number, name: string, platform = process.platform): string {
  if (platform !== 'darwin') return `/proc/self/fd/${folder}/${name}`
  // macOS resolves a disk and the number of a file on it.
  const { dev, ino } = fstatSync(folder, { bigint: true })
  return `/.vol/${dev}/${ino}/${name}`
}

/** As `openIn`, by its path. */
export function openTop(path: string): number {
  return openPlace(path)
}

/**
 * A folder in an open folder. It is made accessible to its owner, so that a server can't hide its content.
 * @throws the system's error: it is missing, a link, or not a folder
 */
export function openIn(folder: number, name: string): number {
  return openPlace(locateInFolder(folder, name))
}

function openPlace(path: string): number {
  if (process.platform === 'darwin') return openOnMac(path)
  const place = openSync(path, pathOnly | O_DIRECTORY | O_NOFOLLOW)
  try {
    if ((fstatSync(place).mode & 0o700) !== 0o700) chmodSync(`/proc/self/fd/${place}`, 0o700)
    return openSync(`/proc/self/fd/${place}/.`, O_RDONLY | O_DIRECTORY)
  } finally {
    closeSync(place)
  }
}

function openOnMac(path: string): number {
  const found = lstatSync(path)
  // The call doesn't follow a link that appears in between.
  if (found.isDirectory() && (found.mode & 0o700) !== 0o700) lchmodSync(path, 0o700)
  return openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
}

interface MakeOptions {
  /** Anything else with the name of a folder is kept and is an error. Absent: it is removed. */
  readonly keepsOthers?: boolean
}

/** Creates the folder if it is missing. */
export function makeFolder(top: string, names: readonly string[], options: MakeOptions = {}): void {
  withFolder(top, { names, ...options }, () => {})
}

/** Creates an empty file if there is none. Anything else with its name is removed. */
export function makeFile(top: string, names: readonly string[]): void {
  const name = names.at(-1) ?? ''
  withFolder(top, { names: names.slice(0, -1) }, (folder) => {
    if (getKind(folder, name) === 'file') return
    removeIn(folder, name)
    closeSync(openSync(locateInFolder(folder, name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600))
  })
}

/** Creates the link. Anything else with its name is removed. */
export function makeLink(top: string, names: readonly string[], target: string): void {
  const name = names.at(-1) ?? ''
  withFolder(top, { names: names.slice(0, -1) }, (folder) => {
    if (getKind(folder, name) === 'link' && readlinkSync(locateInFolder(folder, name)) === target) return
    removeIn(folder, name)
    symlinkSync(target, locateInFolder(folder, name))
  })
}

/** Does `act` in the folder of the names. */
function withFolder(
  top: string,
  { names, keepsOthers = false }: MakeOptions & { readonly names: readonly string[] },
  act: (folder: number) => void
): void {
  let folder = openTop(top)
  try {
    for (const name of names) {
      makeIn(folder, name, keepsOthers)
      const next = openIn(folder, name)
      closeSync(folder)
      folder = next
    }
    act(folder)
  } finally {
    closeSync(folder)
  }
}

function makeIn(folder: number, name: string, keepsOthers: boolean): void {
  if (getKind(folder, name) === 'folder') return
  if (!keepsOthers) removeIn(folder, name)
  mkdirSync(locateInFolder(folder, name), { mode: 0o700 })
}

type Kind = 'folder' | 'file' | 'link' | 'other'

/** Null: nothing has this name. */
function getKind(folder: number, name: string): Kind | null {
  const found = lstatSync(locateInFolder(folder, name), { throwIfNoEntry: false })
  if (found === undefined) return null
  if (found.isDirectory()) return 'folder'
  if (found.isSymbolicLink()) return 'link'
  return found.isFile() ? 'file' : 'other'
}

/** A folder has to be empty. */
function removeIn(folder: number, name: string): void {
  const kind = getKind(folder, name)
  if (kind === 'folder') rmdirSync(locateInFolder(folder, name))
  else if (kind !== null) unlinkSync(locateInFolder(folder, name))
}
