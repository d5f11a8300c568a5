/**
 * Files of one start of a contained server that are worth telling: what it was refused, and what it wrote where it may. It
 * says so itself, so it is a hint: bounded, told once, held against what is open and what lies on this computer. Nothing is
 * read but whether something is there.
 */
import { lstat, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { Containment } from '../../contract/choices/containment'
import type { FileAccess, ToldFile } from '../../contract/consent/doings'
import { depthOf, isWithin } from '../sandbox/mounts'
import { systemFolders } from '../sandbox/system-places'
import { refusalsIn } from './refusals-in-text'

export interface FileReport {
  readonly access: FileAccess
  readonly path: string
}

export interface ToldFilesOptions {
  readonly rules: Containment
  readonly home: string
  readonly closed: readonly string[]
  readonly tell: (file: ToldFile) => void
}

export interface ToldFiles {
  /** What its own runtime reports. */
  report(report: FileReport): void
  /** A line of its error output, or the text of a call that failed. */
  hear(text: string): void
}

/** Of one start: more is more of the same. */
const mostTold = 100
const mostLooked = 1_000
const longestPath = 1_000
/** There is something of it behind the walls, and none of it is the person's; in the last ones a look contacts others. */
const ofEverybody = [
  ...systemFolders,
  ...['/proc', '/sys', '/dev', '/run', '/tmp', '/etc', '/net', '/afs', '/misc']
]

export function createToldFiles(options: ToldFilesOptions): ToldFiles {
  const seen = new Set<string>()
  let told = 0
  const look = async (access: FileAccess, named: string, isSure: boolean): Promise<void> => {
    const place = path.normalize(named)
    const key = `${access} ${place}`
    if (!isPath(named) || seen.has(key) || seen.size >= mostLooked || told >= mostTold) return
    seen.add(key)
    if (isOfEverybody(place, options) || isOfNoInterest(access, place, options)) return
    if (access === 'wrote') {
      told += 1
      return options.tell({ access, path: place, folder: null })
    }
    const isThere = (await lstat(place).catch(() => null)) !== null
    if (!isThere && (access === 'read' || !(await isFolder(path.dirname(place))))) {
      // In words of an error: it may have been about to make it.
      if (isSure || !(await isFolder(path.dirname(place)))) return
      return await look('write', named, true)
    }
    told += 1
    options.tell({ access, path: place, folder: await folderFor(place, options) })
  }
  return {
    report: ({ access, path: named }) => void look(access, named, true).catch(() => {}), // a hint less
    hear: (text) => {
      for (const { what, path: named } of refusalsIn(text))
        void look(what === 'write' ? 'write' : 'read', named, false).catch(() => {}) // a hint less
    }
  }
}

/** A home lies there now and then. */
function isOfEverybody(place: string, { home }: ToldFilesOptions): boolean {
  return !isWithin(place, home) && ofEverybody.some((folder) => isWithin(place, folder))
}

function isPath(named: string): boolean {
  return named.startsWith('/') && named.length <= longestPath && !/\p{Cc}/u.test(named)
}

/** A try at what is open was refused by something else than the walls; what was written counts where it is the person's. */
function isOfNoInterest(
  access: FileAccess,
  place: string,
  { rules: { read, write } }: ToldFilesOptions
): boolean {
  const isIn = (folders: readonly string[]) =>
    folders.some((folder) => isWithin(place, path.normalize(folder)))
  if (access === 'wrote') return !isIn(write)
  return isIn(access === 'write' ? write : [...read, ...write])
}

async function isFolder(place: string): Promise<boolean> {
  return (await lstat(place).catch(() => null))?.isDirectory() === true
}

/** Never much at once, nothing hidden, and nothing that leads elsewhere. */
async function folderFor(place: string, { home, closed }: ToldFilesOptions): Promise<string | null> {
  const folder = (await isFolder(place)) ? place : path.dirname(place)
  const real = await realpath(folder).catch(() => null)
  const isHidden = folder.split('/').some((name) => name.startsWith('.'))
  if (real !== folder || isHidden || depthOf(folder) < 2 || isWithin(home, folder)) return null
  return closed.some((own) => isWithin(folder, own) || isWithin(own, folder)) ? null : folder
}
