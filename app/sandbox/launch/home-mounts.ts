/**
 * Where a sandboxed server finds its private folder: at the path of the user's home, so that every lookup of the home
 * (`HOME`, the list of users) finds it. Open paths below the real home are mounted in it at their own paths.
 */
import { userInfo } from 'node:os'
import path from 'node:path'
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import { makeFile, makeFolder, makeLink } from '../homes/folder-access'
import type { PlainStart } from '../interface'
import { countPathDepth, isWithin } from '../../base/path-parts'
import type { Mount } from './mounts'
import { identifyPath } from './identify-path'

/** The home as the sandbox shows it. */
export interface ShownHome {
  /** Real path of the user's home. */
  readonly home: string
  /** The folder of this computer that is mounted there; null: the home is empty and closed. */
  readonly privateFolder: string | null
}

/** What the sandbox mounts on its own. */
const ofSandbox = ['/tmp', '/dev', '/proc']

/** Where a home may be: neither the root nor a folder that contains more than a home. */
export function canShowHome(home: string): boolean {
  return (
    countPathDepth(home) > 0 &&
    !['/tmp', '/home', '/usr', '/var', '/etc'].includes(home) &&
    !isWithin(home, '/dev') &&
    !isWithin(home, '/proc')
  )
}

export async function homeMount({ home, privateFolder }: ShownHome): Promise<Mount> {
  if (privateFolder === null) return { kind: 'closed', path: home }
  const seen = await identifyPath(privateFolder)
  return { kind: 'home', path: home, source: privateFolder, ...(seen !== null && { id: seen.id }) }
}

/**
 * Other paths of the home besides its real one: a link to it, or the path in the list of users. Paths inside another
 * mount are left out.
 */
export function homeLinks(
  { home, privateFolder }: ShownHome,
  named: string,
  mounts: readonly Mount[]
): Mount[] {
  if (privateFolder === null) return []
  const names = [named, homeInUserList()].filter((each) => each !== null && path.isAbsolute(each))
  const others = [...new Set(names.map((each) => path.normalize(each ?? '')))].filter(
    (each) => each !== home && countPathDepth(each) > 0
  )
  const taken = [...ofSandbox, ...mounts.map(({ path: at }) => at)]
  const isFree = (place: string) => taken.every((at) => !isWithin(at, place) && !isWithin(place, at))
  return others.filter(isFree).map((place) => ({ kind: 'link', path: place, target: home }))
}

function homeInUserList(): string | null {
  try {
    return userInfo().homedir
  } catch {
    return null
  }
}

/** Variables of the home. `ownNames`: those that the entry sets itself, which take precedence. */
export function homeEnvironment(
  { home, privateFolder }: ShownHome,
  ownNames: PlainStart['ownNames'] = []
): Readonly<Record<string, string>> {
  // If the entry sets its own home, programs look below that one.
  if (privateFolder === null || ownNames.includes('HOME')) return {}
  const all = {
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
    XDG_DATA_HOME: path.join(home, '.local', 'share'),
    XDG_STATE_HOME: path.join(home, '.local', 'state')
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => !ownNames.includes(name)))
}

/**
 * The same mounts, with a mount point in the private folder for each one directly in it. The system would follow links
 * that the server put there; this function doesn't.
 * @throws HostError SERVER_NOT_CONTAINED
 */
export async function settleInHome(mounts: readonly Mount[], shown: ShownHome): Promise<Mount[]> {
  const { home, privateFolder } = shown
  if (privateFolder === null) return [...mounts]
  const last = [...new Map(mounts.map((mount) => [mount.path, mount])).values()]
  const below = last.filter(({ path: at }) => at !== home && isWithin(at, home))
  const settled = new Set<Mount>()
  for (const mount of below) {
    const isInOther = below.some(
      (other) => other !== mount && holds(other) && isWithin(mount.path, other.path)
    )
    if (isInOther) continue
    try {
      if (await makePlace(mount, { home, privateFolder })) settled.add(mount)
    } catch (error) {
      throw new HostError('SERVER_NOT_CONTAINED', say('containment.homeInTheWay', { path: mount.path }), {
        cause: error
      })
    }
  }
  return last.filter((mount) => !settled.has(mount))
}

function holds({ kind }: Mount): boolean {
  return kind === 'read' || kind === 'write' || kind === 'closed'
}

/** True: nothing more must be mounted. */
async function makePlace(
  mount: Mount,
  { home, privateFolder }: { readonly home: string; readonly privateFolder: string }
): Promise<boolean> {
  const names = path.relative(home, mount.path).split('/')
  switch (mount.kind) {
    case 'link':
      makeLink(privateFolder, names, mount.target)
      return true
    case 'empty-folder':
      makeFolder(privateFolder, names)
      return true
    case 'closed':
    case 'home':
      makeFolder(privateFolder, names)
      return false
    case 'closed-file':
    case 'socket':
      makeFile(privateFolder, names)
      return false
    case 'read':
    case 'write':
    case 'read-if-there': {
      const seen = await identifyPath(mount.path)
      if (seen === null) return mount.kind === 'read-if-there'
      if (seen.kind === 'folder') makeFolder(privateFolder, names)
      else makeFile(privateFolder, names)
      return false
    }
  }
}
