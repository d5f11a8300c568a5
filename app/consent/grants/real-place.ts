/**
 * Where a path leads on this computer. A path that lies in a folder by its text may leave it through a link: where the
 * folder is here, its real place counts. What is decided by it is in `conditions.ts`.
 */
import { lstatSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { isAtOrBelow, plainPathOf } from './path-rules'

/**
 * - `there`: it exists.
 * - `not-yet`: of the nearest folder that exists, with the rest behind it.
 * - `elsewhere`: not of this computer, as far as can be told.
 * - `unknown`: it can't be said where it leads.
 */
export type RealPlace =
  | { readonly type: 'there'; readonly path: string }
  | { readonly type: 'not-yet'; readonly path: string }
  | { readonly type: 'elsewhere' }
  | { readonly type: 'unknown' }

/** Asked only for paths that lie in a folder that the person named, by their text. */
export type FindRealPlace = (path: string) => RealPlace

/** Whether a path that is inside the folder by its text is so in truth. A folder that isn't here is taken at its word. */
export function isReallyBelow(text: string, folder: string, find: FindRealPlace): boolean {
  const base = find(plainPathOf(folder) ?? folder)
  if (base.type !== 'there') return base.type !== 'unknown'
  // Servers even out `..` before they look, systems while they look: behind a link the two differ.
  const readings = /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(text)
    ? [plainPathOf(text) ?? text, text]
    : [plainPathOf(text) ?? text]
  return readings.every((reading) => {
    const place = find(reading)
    return 'path' in place && isAtOrBelow(place.path, base.path)
  })
}

const separator = process.platform === 'win32' ? /[\\/]/ : '/'

/**
 * Looks at the disk, at once: what is asked here lies in a folder that was allowed, and between a look and its use
 * nothing is to happen.
 */
export const findRealPlace: FindRealPlace = (text) => {
  const written = /^~(?:[\\/]|$)/.test(text) ? homedir() + text.slice(1) : text
  const isOfThisSystem =
    process.platform === 'win32' ? /^(?:[a-z]:|\\\\)/i.test(written) : written.startsWith('/')
  if (!isOfThisSystem) return { type: 'elsewhere' }
  const { root } = path.parse(written)
  let place = root
  let isThere = true
  for (const part of written.slice(root.length).split(separator)) {
    if (part === '' || part === '.') continue
    if (part === '..') {
      place = path.dirname(place)
      isThere = true
      continue
    }
    place = path.join(place, part)
    if (!isThere) continue
    const found = follow(place)
    if (found === undefined) return { type: 'unknown' }
    isThere = found !== null
    place = found ?? place
  }
  return { type: isThere ? 'there' : 'not-yet', path: place }
}

/** Null where nothing is; undefined where it can't be told, as for a link to what is not there. */
function follow(place: string): string | null | undefined {
  try {
    return realpathSync.native(place)
  } catch (error) {
    return isMissing(error) && lstatSync(place, { throwIfNoEntry: false }) === undefined ? null : undefined
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
