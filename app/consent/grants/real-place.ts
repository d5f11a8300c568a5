/**
 * Where a path leads on this computer. A path that lies in a folder by its text may leave it through a link: where the
 * folder is here, its real place counts. What is decided by it is in `conditions.ts`.
 */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { leadsElsewhere } from '../../base/leads-elsewhere'
import { isAtOrBelow, parsePlainPath } from './path-rules'

/**
 * - `there`: it exists, as a folder or as something else.
 * - `not-yet`: of the nearest folder that exists, with the rest behind it.
 * - `elsewhere`: not of this computer, as far as can be told.
 * - `unknown`: it can't be said where it leads.
 */
export type RealPlace =
  | { readonly type: 'there'; readonly path: string; readonly isFolder?: boolean }
  | { readonly type: 'not-yet'; readonly path: string }
  | { readonly type: 'elsewhere' }
  | { readonly type: 'unknown' }

/** Asked before the person is: it contacts nobody, whatever the path is. */
export type FindRealPlace = (path: string) => RealPlace

/** Of the texts of one call no more are looked at: nobody overlooks more, and all that waits for Parley waits for it. */
export const mostTexts = 200
/** Each text may be read in two ways, and folders are looked up with them. */
const mostPlaces = 500

/** For one call: what was looked up is not looked up again, and beyond a number it can't be said where a path leads. */
export function rememberPlaces(find: FindRealPlace): FindRealPlace {
  const places = new Map<string, RealPlace>()
  return (text) => {
    const known = places.get(text)
    if (known !== undefined) return known
    if (places.size >= mostPlaces) return { type: 'unknown' }
    const place = find(text)
    places.set(text, place)
    return place
  }
}

/** By folder as it is written: where it led when the person named it. */
export type FolderPlaces = Readonly<Record<string, string>>

/** Folders that are not of this computer lead nowhere that is known. */
export function resolveFolderPlaces(folders: readonly string[], find: FindRealPlace): FolderPlaces {
  const places = folders.map((folder) => [folder, find(parsePlainPath(folder) ?? folder)] as const)
  return Object.fromEntries(
    places.flatMap(([folder, place]) => ('path' in place ? [[folder, place.path]] : []))
  )
}

interface Looking {
  readonly find: FindRealPlace
  /** Absent: it may lead anywhere by now. */
  readonly places?: FolderPlaces | undefined
}

/**
 * Whether a path that is inside the folder by its text is so in truth, and the folder is the one that was named: what
 * may write in it may put a link in its place. A folder that isn't here is taken at its word.
 */
export function isReallyBelow(text: string, folder: string, { find, places = {} }: Looking): boolean {
  const base = find(parsePlainPath(folder) ?? folder)
  const before = Object.hasOwn(places, folder) ? places[folder] : undefined
  if (before !== undefined && (!('path' in base) || base.path !== before)) return false
  if (base.type !== 'there') return base.type !== 'unknown'
  // Servers even out `..` before they look, systems while they look: behind a link the two differ.
  const readings = /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(text)
    ? [parsePlainPath(text) ?? text, text]
    : [parsePlainPath(text) ?? text]
  return readings.every((reading) => {
    const place = find(reading)
    return 'path' in place && isAtOrBelow(place.path, base.path)
  })
}

/** What a look needs of a computer. */
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
 * Looks at the disk, at once: what is asked here lies in a folder that was allowed, and between a look and its use
 * nothing is to happen. Links are followed one by one, so that none is that leads to another computer.
 */
export function createFindRealPlace(disk: Disk = thisDisk): FindRealPlace {
  return (text) => {
    const written = /^~(?:[\\/]|$)/.test(text) ? disk.home() + text.slice(1) : text
    if (!isOfThisComputer(written, disk)) return { type: 'elsewhere' }
    try {
      return follow(written, 0, disk)
    } catch {
      return { type: 'unknown' } // below a file, or not ours to see
    }
  }
}

export const findRealPlace = createFindRealPlace()

function isOfThisComputer(place: string, { platform }: Disk): boolean {
  const isWhole = platform === 'win32' ? /^[a-z]:[\\/]/i.test(place) : place.startsWith('/')
  return isWhole && !leadsElsewhere(place, platform)
}

/** @throws Error where a part of it can't be looked at */
function follow(text: string, links: number, disk: Disk): RealPlace {
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

/** @throws Error where it can't be told */
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
