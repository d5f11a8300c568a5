/** Decides whether the approval of a server covers what it is now. Pure. */
import type { PackagePin, ProgramFile, ServerAct } from '../../contract/server-act'
import type { StoredTrust } from '../../history/interface'
import type { TrustCandidate } from '../interface'

export type TrustVerdict =
  /** `learned`: facts that the approval didn't include yet, to be stored with it; null: none. */
  { readonly type: 'trusted'; readonly learned: ServerAct | null } | { readonly type: 'ask' }

export function judgeTrust(
  stored: StoredTrust | undefined,
  { fingerprint, act }: Pick<TrustCandidate, 'fingerprint' | 'act'>
): TrustVerdict {
  if (stored === undefined || stored.fingerprint !== fingerprint) return { type: 'ask' }
  // The question of earlier releases didn't show how the server signs in.
  if (act.oauth !== undefined && stored.act.oauth === undefined) return { type: 'ask' }
  if (!areHostsKnown(stored.act, act)) return { type: 'ask' }
  // Not read: assumed unchanged since the approval. A remote server has no program.
  if (act.files === undefined)
    return stored.act.files === undefined ? { type: 'trusted', learned: null } : { type: 'ask' }
  // No program was found. Nothing runs, and the start reports it.
  if (act.files.length === 0) return { type: 'trusted', learned: null }
  if (stored.act.files === undefined) return { type: 'trusted', learned: act }
  if (!areSameFiles(stored.act.files, act.files)) return { type: 'ask' }
  const before = stored.act.packages ?? []
  const now = act.packages ?? []
  if (before.length !== now.length) return { type: 'ask' }
  const packages = now.flatMap((pin, index) => merge(before[index], pin) ?? [])
  if (packages.length !== now.length) return { type: 'ask' }
  const isNews = JSON.stringify(packages) !== JSON.stringify(before)
  const learned = { ...stored.act, files: learnedFiles(stored.act.files, act.files), packages }
  const hasNewFiles = learned.files.length !== stored.act.files.length
  return { type: 'trusted', learned: isNews || hasNewFiles ? learned : null }
}

/** Fewer hosts than approved need no question. */
function areHostsKnown(before: ServerAct, now: ServerAct): boolean {
  const known = new Set(before.containment?.hosts)
  return (now.containment?.hosts ?? []).every((line) => known.has(line))
}

/** A package that the user approved appears when it is fetched. Known files must stay the same. */
function areSameFiles(before: readonly ProgramFile[], now: readonly ProgramFile[]): boolean {
  const own = (files: readonly ProgramFile[]) => files.filter(({ role }) => role !== 'package')
  const [ownBefore, ownNow] = [own(before), own(now)]
  if (ownBefore.length !== ownNow.length) return false
  if (!ownBefore.every((file, index) => isSameFile(file, ownNow[index]))) return false
  const fetched = new Map(before.filter(({ role }) => role === 'package').map((file) => [file.path, file]))
  // Once the file that the runner starts is known, a file with that name in another place isn't it.
  return now
    .filter(({ role }) => role === 'package')
    .every((file) => fetched.size === 0 || isSameFile(file, fetched.get(file.path)))
}

function isSameFile(one: ProgramFile, other: ProgramFile | undefined): boolean {
  if (other === undefined || one.role !== other.role || one.path !== other.path) return false
  return one.hash === null || other.hash === null ? one.stamp === other.stamp : one.hash === other.hash
}

function learnedFiles(before: readonly ProgramFile[], now: readonly ProgramFile[]): ProgramFile[] {
  const known = new Set(before.map(({ path }) => path))
  return [...before, ...now.filter(({ path }) => !known.has(path))]
}

/** null if a known package changed. An emptied cache gives no information. */
function merge(before: PackagePin | undefined, now: PackagePin): PackagePin | null {
  if (before === undefined || before.name !== now.name || before.requested !== now.requested) return null
  const version = now.version ?? before.version
  const integrity = now.integrity ?? before.integrity
  const isOther =
    (before.version !== null && before.version !== version) ||
    (before.integrity !== null && before.integrity !== integrity)
  return isOther ? null : { ...now, version, integrity }
}
