/**
 * What the person opened, held against what lies there now. A path that leads elsewhere than it says is refused: a server
 * that may write beside it could have put the link there.
 */
import { lstat, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { Containment } from '../../contract/choices/containment'
import { HostError } from '../../base/host-error'
import { say } from '../../texts/said'
import { isWithin, type Mount } from './mounts'
import type { Closed } from './own-program'

/** Of the system itself: devices, processes, sockets. */
const ofSystem = ['/proc', '/dev', '/sys', '/run', '/boot']
/** Of what is open for writing: what other programs would run later, outside of the walls. */
const runLater = [
  '.git/hooks',
  '.git/config',
  '.vscode',
  '.idea',
  '.envrc',
  '.npmrc',
  '.mcp.json',
  '.cursor',
  '.claude',
  '.github/workflows',
  'node_modules/.bin'
]

/** @throws HostError SERVER_NOT_CONTAINED */
export async function openedMounts({ read, write }: Containment, closed: Closed): Promise<Mount[]> {
  const mounts: Mount[] = []
  for (const each of read) {
    await checkPlace(each, closed)
    mounts.push({ kind: 'read', path: trimmed(each) })
  }
  for (const each of write) {
    await checkPlace(each, closed)
    mounts.push({ kind: 'write', path: trimmed(each) })
    for (const name of runLater) {
      const inside = path.join(trimmed(each), name)
      // A link would lead the wall elsewhere.
      const found = await lstat(inside).catch(() => null)
      if (found?.isFile() === true || found?.isDirectory() === true)
        mounts.push({ kind: 'read', path: inside })
    }
  }
  return mounts
}

function trimmed(place: string): string {
  return place.length > 1 ? place.replace(/\/+$/, '') : place
}

async function checkPlace(named: string, { home, closed }: Closed): Promise<void> {
  const place = trimmed(named)
  const found = await lstat(place).catch(() => null)
  if (found === null) throw refused(say('containment.pathMissing', { path: place }))
  const real = await realpath(place).catch(() => null)
  if (real !== place)
    throw refused(say('containment.pathLeads', { path: place, real: real ?? say('containment.nowhere') }))
  if (!found.isDirectory() && !found.isFile()) throw refused(say('containment.pathSpecial', { path: place }))
  if (isWithin(home, place)) throw refused(say('containment.pathWhole', { path: place }))
  if (place === '/tmp' || ofSystem.some((folder) => isWithin(place, folder)))
    throw refused(say('containment.pathOfSystem', { path: place }))
  if (closed.some((folder) => isWithin(place, folder)))
    throw refused(say('containment.pathOfParley', { path: place }))
}

function refused(said: ConstructorParameters<typeof HostError>[1]): HostError {
  return new HostError('SERVER_NOT_CONTAINED', said)
}
