/**
 * Checks the opened paths against the disk. A path that leads to another place is refused: a server that may write next
 * to it could have put a link there.
 */
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import { isWithin } from '../../base/path-parts'
import type { Mount } from './mounts'
import type { Closed } from './own-program'
import { runLaterIn } from './run-later'
import { identifyPath } from './identify-path'

/** Of the system itself: devices, processes, sockets. */
const ofSystem = ['/proc', '/dev', '/sys', '/run', '/boot', '/private/var/run']
/** Of all programs of this user. */
const temporary = ['/tmp', '/private/tmp']

/** @throws HostError SERVER_NOT_CONTAINED */
export async function createAllowedMounts({ read, write }: SandboxChoices, closed: Closed): Promise<Mount[]> {
  const mounts: Mount[] = []
  for (const each of read)
    mounts.push({ kind: 'read', path: trimmed(each), id: await checkPlace(each, closed) })
  for (const each of write) {
    const place = trimmed(each)
    mounts.push({ kind: 'write', path: place, id: await checkPlace(each, closed) })
    mounts.push(...(await runLaterIn(place)))
  }
  return mounts
}

function trimmed(place: string): string {
  return place.length > 1 ? place.replace(/\/+$/, '') : place
}

/** Identifies the file or folder. */
async function checkPlace(named: string, { home, closed }: Closed): Promise<string> {
  const place = trimmed(named)
  const seen = await identifyPath(place)
  if (seen === null) throw refused(say('containment.pathMissing', { path: place }))
  if (seen.real !== place) throw refused(say('containment.pathLeads', { path: place, real: seen.real }))
  if (seen.kind === 'other') throw refused(say('containment.pathSpecial', { path: place }))
  if (isWithin(home, place)) throw refused(say('containment.pathWhole', { path: place }))
  if (temporary.includes(place) || ofSystem.some((folder) => isWithin(place, folder)))
    throw refused(say('containment.pathOfSystem', { path: place }))
  if (closed.some((folder) => isWithin(place, folder)))
    throw refused(say('containment.pathOfParley', { path: place }))
  return seen.id
}

function refused(said: ConstructorParameters<typeof HostError>[1]): HostError {
  return new HostError('SERVER_NOT_CONTAINED', said)
}
