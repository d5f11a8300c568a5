/**
 * File activity of one start of a sandboxed server that is worth reporting: blocked attempts, and allowed writes. The
 * server reports it itself, so it is a hint: limited, reported once, and compared with what is open and what exists on
 * this computer. Only the existence of files is checked.
 */
import { lstat, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import type { FileAccess, ReportedFile } from '../../contract/consent/file-activity'
import { countPathDepth, isWithin } from '../../base/path-parts'
import { isRunLater } from '../launch/run-later'
import { systemFolders } from '../launch/system-places'
import { findBlockedInText } from './find-blocked-in-text'

export interface FileReport {
  readonly access: FileAccess
  readonly path: string
}

export interface ReportedFilesOptions {
  readonly rules: SandboxChoices
  readonly home: string
  readonly closed: readonly string[]
  readonly tell: (file: ReportedFile) => void
}

export interface ReportedFiles {
  /** To be called with a report of its own runtime. */
  report(report: FileReport): void
  /** To be called with a line of its error output, or the text of a failed call. */
  hear(text: string): void
}

/** For one start: more would be more of the same. */
const mostTold = 100
const mostLooked = 1_000
const longestPath = 1_000
/** These exist in the sandbox in part and have no user data. In the last ones, a lookup contacts other computers. */
const ofEverybody = [
  ...systemFolders,
  ...['/proc', '/sys', '/dev', '/run', '/tmp', '/etc', '/net', '/afs', '/misc']
]
/**
 * Never touched incidentally, though: other programs' processes, settings of the kernel, files that the system runs
 * automatically.
 */
const ofOthers = {
  read: [/^\/proc\/\d+\/(?:root|cwd|fd|mem|environ)(?:\/|$)/, /^\/proc\/kcore$/],
  write: [/^\/proc\/(?:sys\/|sysrq-trigger$)/, /^\/etc\//]
}

export function createReportedFiles(options: ReportedFilesOptions): ReportedFiles {
  const seen = new Set<string>()
  // Separate limits: many written files don't displace blocked attempts.
  const counts = { wrote: { looked: 0, told: 0 }, refused: { looked: 0, told: 0 } }
  const look = async (access: FileAccess, named: string, isSure: boolean): Promise<void> => {
    const place = path.normalize(named)
    const key = `${access} ${place}`
    const count = counts[access === 'wrote' ? 'wrote' : 'refused']
    if (!isPath(named) || seen.has(key) || count.looked >= mostLooked || count.told >= mostTold) return
    seen.add(key)
    count.looked += 1
    const tell = (folder: string | null) => {
      count.told += 1
      options.tell({ access, path: place, folder })
    }
    if (access !== 'wrote' && (await isOfOthers(access, place, options))) return tell(null)
    if (access === 'write' && isSure && (await isProgramOfSystem(place))) return tell(null)
    if (isOfEverybody(place, options)) return
    if (isOfNoInterest(access, place, options)) return access === 'read' ? await follow(place) : undefined
    if (access === 'wrote') return tell(null)
    const isThere = (await lstat(place).catch(() => null)) !== null
    if (!isThere && access === 'write' && (await isOfPrivateFolder(place, options))) return
    // A certain attempt to write may also create the folders above.
    if (!isThere && !(access === 'write' && isSure)) {
      if ((access === 'read' && isSure) || !(await isFolder(path.dirname(place)))) return
      // From an error message: the server may have been about to create it.
      if (access === 'read') return await look('write', named, true)
    }
    tell(await folderFor(place, options))
  }
  /** A link of the server's own in an open folder: access to its target was blocked. */
  const follow = async (place: string): Promise<void> => {
    const real = await realpath(place).catch(() => null)
    if (real !== null && real !== place && !isOfNoInterest('read', real, options))
      await look('read', real, true)
  }
  return {
    report: ({ access, path: named }) => void look(access, named, true).catch(() => {}), // one hint less
    hear: (text) => {
      for (const { what, path: named } of findBlockedInText(text))
        void look(what === 'write' ? 'write' : 'read', named, false).catch(() => {}) // one hint less
    }
  }
}

/** A home is there sometimes. */
function isOfEverybody(place: string, { home }: ReportedFilesOptions): boolean {
  return !isWithin(place, home) && ofEverybody.some((folder) => isWithin(place, folder))
}

function isPath(named: string): boolean {
  return named.startsWith('/') && named.length <= longestPath && !/\p{Cc}/u.test(named)
}

/** Another program's file, in a folder of which each server has its own, or a setting that not every user may read. */
async function isOfOthers(
  access: 'read' | 'write',
  place: string,
  options: ReportedFilesOptions
): Promise<boolean> {
  if (ofOthers[access].some((form) => form.test(place))) return true
  if (access === 'write' || !/^\/(?:tmp|dev\/shm|etc)\//.test(place)) return false
  if (!isOfEverybody(place, options) || isOfNoInterest(access, place, options)) return false
  const found = await lstat(place).catch(() => null)
  return found?.isFile() === true && (!place.startsWith('/etc/') || (found.mode & 0o004) === 0)
}

/** Caches next to them are created incidentally. The programs themselves aren't written. */
async function isProgramOfSystem(place: string): Promise<boolean> {
  if (!systemFolders.some((folder) => isWithin(place, folder))) return false
  return (await lstat(place).catch(() => null))?.isFile() === true
}

/** An open path was denied by something else than the sandbox. A written file counts if it is the user's. */
function isOfNoInterest(
  access: FileAccess,
  place: string,
  { rules: { read, write } }: ReportedFilesOptions
): boolean {
  const isIn = (folders: readonly string[]) =>
    folders.some((folder) => isWithin(place, path.normalize(folder)))
  if (access === 'wrote') return !isIn(write)
  return access === 'write' ? isIn(write) && !isRunLater(place) : isIn([...read, ...write])
}

async function isFolder(place: string): Promise<boolean> {
  return (await lstat(place).catch(() => null))?.isDirectory() === true
}

/**
 * A file that the server creates, renames or removes in its private folder, which is mounted at the path of the home.
 */
async function isOfPrivateFolder(place: string, { home, rules }: ReportedFilesOptions): Promise<boolean> {
  const isOpen = [...rules.read, ...rules.write].some((open) => isWithin(place, path.normalize(open)))
  if (isOpen || !isWithin(place, home)) return false
  const folder = path.dirname(place)
  return folder === path.normalize(home) || !(await isFolder(folder))
}

/** Never a large or hidden folder, nor a target of a link. */
async function folderFor(place: string, { home, closed }: ReportedFilesOptions): Promise<string | null> {
  const folder = (await isFolder(place)) ? place : path.dirname(place)
  const real = await realpath(folder).catch(() => null)
  const isHidden = folder.split('/').some((name) => name.startsWith('.'))
  if (real !== folder || isHidden || countPathDepth(folder) < 2 || isWithin(home, folder)) return null
  return closed.some((own) => isWithin(folder, own) || isWithin(own, folder)) ? null : folder
}
