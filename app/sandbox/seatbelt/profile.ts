/**
 * The sandbox as a profile of macOS, in the language of its sandbox (SBPL). Of the rules that match, the last one
 * decides, so places are written from the root down: a deeper one covers those above, as mounts do on Linux. Pure.
 */
import { HostError } from '../../base/host-error'
import { countPathDepth, isWithin } from '../../base/path-parts'
import { say } from '../../texts/render-localized'
import { macSystemLinks, macSystemPlaces, systemRules, type SeatbeltPlace } from './system-rules'

/** To be raised when the rules change, so that each computer tests them again. */
export const profileVersion = 2

export interface SeatbeltAccess {
  /** Of the same path, the last one counts. */
  readonly places: readonly SeatbeltPlace[]
  /** Links on the way to a place. */
  readonly links: readonly string[]
  /** Where it may create and use sockets. */
  readonly socketFolders: readonly string[]
  /** Of Parley's proxy; null: no network. */
  readonly proxyPort: number | null
  /** Ports of this computer at which it may be called. */
  readonly listens: readonly number[]
}

/** Characters. It is an argument of the program that starts the sandbox. */
const longest = 250_000
const readOperations = 'file-read* file-map-executable process-exec*'

/** @throws HostError SERVER_NOT_CONTAINED: a path can't be written in a profile, or there are too many */
export function writeProfile(access: SeatbeltAccess): string {
  const places = orderPlaces([...macSystemPlaces, ...access.places])
  const links = [...macSystemLinks, ...access.links]
  const rules = [
    ...systemRules,
    ...places.flatMap(placeRules),
    // A flag or a list of permissions could keep Parley from removing a file. A second name is a second path.
    '(deny file-write-flags)',
    '(deny file-write-acl)',
    '(deny file-link)',
    ...links.map((link) => `(allow file-read* (literal ${quote(link)}))`),
    ...listAbove(places, links).map((place) => `(allow file-read-metadata (literal ${quote(place)}))`),
    ...listFixed(places).map((place) => `(deny file-write-unlink (literal ${quote(place)}))`),
    ...networkRules(access)
  ]
  const text = `${rules.join('\n')}\n`
  if (text.length > longest) throw new HostError('SERVER_NOT_CONTAINED', say('containment.tooManyPaths'))
  return text
}

export function orderPlaces(places: readonly SeatbeltPlace[]): readonly SeatbeltPlace[] {
  const last = new Map(places.map((place) => [place.path, place]))
  return [...last.values()].toSorted((one, other) => countPathDepth(one.path) - countPathDepth(other.path))
}

/** The place that decides about the path; null: it is closed. */
export function placeOf(path: string, ordered: readonly SeatbeltPlace[]): SeatbeltPlace | null {
  return ordered.findLast((place) => isWithin(path, place.path)) ?? null
}

function placeRules({ path, access }: SeatbeltPlace): readonly string[] {
  // The system's documents don't say whether a subpath includes a file of the same path.
  const at = `(literal ${quote(path)}) (subpath ${quote(path)})`
  switch (access) {
    case 'closed':
      return [`(deny ${readOperations} file-write* ${at})`]
    case 'read':
      return [`(allow ${readOperations} ${at})`, `(deny file-write* ${at})`]
    case 'write':
      return [`(allow ${readOperations} file-write* ${at})`]
  }
}

/** Programs look at every folder on the way to a path. They see no other names in it. */
function listAbove(places: readonly SeatbeltPlace[], links: readonly string[]): readonly string[] {
  const open = places.filter(({ access }) => access !== 'closed').map(({ path }) => path)
  const above = [...open, ...links].flatMap(foldersAbove)
  return [...new Set(above)].filter((folder) => {
    const access = placeOf(folder, places)?.access
    return access === undefined || access === 'closed'
  })
}

/**
 * Rules are about paths, so a closed folder would open if it, or a folder around it, could be renamed. Mounts can't be
 * renamed either.
 */
function listFixed(places: readonly SeatbeltPlace[]): readonly string[] {
  const writable = places.filter(({ access }) => access === 'write').map(({ path }) => path)
  const around = places.flatMap(({ path, access }) => {
    if (access === 'write') return []
    return foldersAbove(path).filter((folder) => placeOf(folder, places)?.access === 'write')
  })
  return [...new Set([...writable, ...around])]
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(1, -1)
  return parts.map((_part, index) => `/${parts.slice(0, index + 1).join('/')}`)
}

function networkRules({ socketFolders, proxyPort, listens }: SeatbeltAccess): readonly string[] {
  return [
    ...socketFolders.flatMap((folder) => [
      `(allow network-bind (local unix-socket (subpath ${quote(folder)})))`,
      `(allow network-outbound (remote unix-socket (subpath ${quote(folder)})))`
    ]),
    ...(proxyPort === null ? [] : [`(allow network-outbound (remote ip "localhost:${proxyPort}"))`]),
    ...listens.map((port) => `(allow network-bind network-inbound (local ip "localhost:${port}"))`)
  ]
}

/**
 * A string of the profile. Only two characters are escaped; a path with characters that would need another form is
 * refused, because no document says how they are read.
 */
function quote(path: string): string {
  if (/\p{Cc}/u.test(path) || !path.isWellFormed())
    throw new HostError('SERVER_NOT_CONTAINED', say('containment.pathUnquotable', { path }))
  return `"${path.replaceAll(/["\\]/g, '\\$&')}"`
}
