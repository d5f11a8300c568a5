/**
 * Resolves the real location of a path on this computer. A path inside a folder by its text may leave it through a
 * link, so for local folders the real location counts. `conditions.ts` uses the result for decisions.
 */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { isRemotePath } from '../../base/remote-path'
import { isAtOrBelow, parsePlainPath } from './path-rules'

/**
 * - `there`: it exists, as a folder or something else.
 * - `not-yet`: the real location of the nearest existing folder, plus the rest of the path.
 * - `elsewhere`: not on this computer, as far as Parley can tell.
 * - `unknown`: Parley can't tell where it leads.
 */
export type RealPath =
  | { readonly type: 'there'; readonly path: string; readonly isFolder?: boolean }
  | { readonly type: 'not-yet'; readonly path: string }
  | { readonly type: 'elsewhere' }
  | { readonly type: 'unknown' }

/** Called before the user is asked, so it never contacts another computer, for any path. */
export type FindRealPath = (path: string) => RealPath

/** Texts of one call that are looked up. A user can't check more, and the lookups block the main process. */
export const mostTexts = 200
/** Each text may have two readings, and each needs lookups of its folders. */
const mostPlaces = 500

/** Caches lookups for one call. Beyond the maximum, a path counts as unknown. */
export function rememberRealPaths(find: FindRealPath): FindRealPath {
  const places = new Map<string, RealPath>()
  return (text) => {
    const known = places.get(text)
    if (known !== undefined) return known
    if (places.size >= mostPlaces) return { type: 'unknown' }
    const place = find(text)
    places.set(text, place)
    return place
  }
}

/** Keyed by folder as written: where it led when the user allowed it. */
export type RealFolders = Readonly<Record<string, string>>

/** Folders that aren't on this computer have no known location. */
export function resolveRealFolders(folders: readonly string[], find: FindRealPath): RealFolders {
  const places = folders.map((folder) => [folder, find(parsePlainPath(folder) ?? folder)] as const)
  return Object.fromEntries(
    places.flatMap(([folder, place]) => ('path' in place ? [[folder, place.path]] : []))
  )
}

interface Looking {
  readonly find: FindRealPath
  /** Absent: the folder may lead anywhere by now. */
  readonly places?: RealFolders | undefined
}

/**
 * Whether a path that is inside the folder by its text is really there, and the folder is still the one that the user
 * allowed: a program that can write there may replace it with a link. A folder that isn't on this computer is compared
 * as written.
 */
export function isRealPathBelow(text: string, folder: string, { find, places = {} }: Looking): boolean {
  const base = find(parsePlainPath(folder) ?? folder)
  const before = Object.hasOwn(places, folder) ? places[folder] : undefined
  if (before !== undefined && (!('path' in base) || base.path !== before)) return false
  if (base.type !== 'there') return base.type !== 'unknown'
  // Servers resolve `..` before the lookup, systems during it. After a link the results differ.
  const readings = /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(text)
    ? [parsePlainPath(text) ?? text, text]
    : [parsePlainPath(text) ?? text]
  return readings.every((reading) => {
    const place = find(reading)
    return 'path' in place && isAtOrBelow(place.path, base.path)
  })
}

/** The file system functions that a lookup needs. */
export interface Disk {
  readonly platform: NodeJS.Platform
  readonly home: () => string
  readonly lstat: (place: string) => { isSymbolicLink(): boolean; isDirectory?: () => boolean }
  readonly readlink: (place: string) => string
  readonly realpath: (place: string) => string
}

const thisDisk: Disk = {
  platform: process.platform,
  home: homedir,
  lstat: (place) => lstatSync(place),
  readlink: (place) => readlinkSync(place),
  realpath: (place) => realpathSync.native(place)
}

const mostLinks = 40
const mostParts = 100

/**
 * Reads the disk synchronously: the paths are inside an allowed folder, and nothing may happen between the check and
 * its use. Follows links one by one, so that it never follows one to another computer.
 */
export function createFindRealPath(disk: Disk = thisDisk): FindRealPath {
  return (text) => {
    const written = /^~(?:[\\/]|$)/.test(text) ? disk.home() + text.slice(1) : text
    if (!isOfThisComputer(written, disk)) return { type: 'elsewhere' }
    try {
      return follow(written, 0, disk)
    } catch {
      return { type: 'unknown' } // below a file, or not readable
    }
  }
}

export const findRealPath = createFindRealPath()

function isOfThisComputer(place: string, { platform }: Disk): boolean {
  const isWhole = platform === 'win32' ? /^[a-z]:[\\/]/i.test(place) : place.startsWith('/')
  return isWhole && !isRemotePath(place, platform)
}

/** @throws Error if a part of the path can't be read */
function follow(text: string, links: number, disk: Disk): RealPath {
  if (links > mostLinks || !isOfThisComputer(text, disk)) return { type: 'unknown' }
  const rules = disk.platform === 'win32' ? path.win32 : path.posix
  const { root } = rules.parse(text)
  const parts = text.slice(root.length).split(disk.platform === 'win32' ? /[\\/]/ : '/')
  if (parts.length > mostParts) return { type: 'unknown' }
  let place = root
  let isThere = true
  let isFolder = false
  for (const [index, part] of parts.entries()) {
    if (part === '' || part === '.') continue
    const above = place
    place = part === '..' ? rules.dirname(place) : rules.join(place, part)
    if (part === '..') isThere = isFolder = true
    else if (isThere) {
      const kind = kindOf(place, disk)
      isThere = kind !== 'missing'
      isFolder = kind === 'folder'
      if (kind !== 'link') continue
      const target = disk.readlink(place)
      const whole = isRooted(target, disk) ? target : above + rules.sep + target
      return follow([whole, ...parts.slice(index + 1)].join(rules.sep), links + 1, disk)
    }
  }
  if (!isThere) return { type: 'not-yet', path: place }
  return { type: 'there', path: disk.realpath(place), ...(isFolder && { isFolder }) }
}

function isRooted(target: string, { platform }: Disk): boolean {
  return platform === 'win32' ? /^(?:[\\/]|[a-z]:)/i.test(target) : target.startsWith('/')
}

/** @throws Error if the kind is unknown */
function kindOf(place: string, { lstat }: Disk): 'link' | 'missing' | 'folder' | 'other' {
  try {
    const found = lstat(place)
    if (found.isSymbolicLink()) return 'link'
    return found.isDirectory?.() === true ? 'folder' : 'other'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'missing'
    throw error
  }
}
