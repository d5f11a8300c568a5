/**
 * The current policy of this computer. Checked every second, because the file may appear, be replaced, be linked or
 * disappear. Changes take effect immediately and listeners are notified.
 */
import { lstatSync, statSync } from 'node:fs'
import { createEmitter } from '../base/emitter'
import type { ManagedPolicy } from './interface'
import { readPolicy } from './read-policy'

export interface FollowedPolicyOptions {
  /** Absolute; null if the system has no place for a policy. */
  readonly file: string | null
  /** Runs `work` after `delayMs`. The returned function cancels it. */
  readonly schedule: (work: () => void, delayMs: number) => () => void
}

/** The current policy. Ask again instead of keeping it. */
export interface FollowedPolicy extends ManagedPolicy {
  /** The policy or its error has changed. */
  onChange(listener: () => void): () => void
  dispose(): void
}

const lookAfterMs = 1_000

export function followPolicy({ file, schedule }: FollowedPolicyOptions): FollowedPolicy {
  const changed = createEmitter<void>()
  let seen = file === null ? '' : getMark(file)
  let current = readPolicy(file, null)
  let lastGood = isGood(current) ? current : null
  let isDoubted = false
  let callOff = (): void => {}

  const look = (place: string): void => {
    const found = getMark(place)
    const isNew = found !== seen
    seen = found
    if (isNew || isDoubted) take(readPolicy(place, lastGood), isNew)
    callOff = schedule(() => look(place), lookAfterMs)
  }
  const take = (read: ManagedPolicy, isNew: boolean): void => {
    // A file that is being written looks broken, so it counts after two checks.
    isDoubted = isNew && (read.view?.failure ?? null) !== null
    if (isDoubted) return
    const isOther = JSON.stringify(read.view) !== JSON.stringify(current.view)
    current = read
    if (read.view === null) lastGood = null
    else if (isGood(read)) lastGood = read
    if (isOther) changed.emit()
  }
  if (file !== null) callOff = schedule(() => look(file), lookAfterMs)
  return {
    get view() {
      return current.view
    },
    get forbiddenScopes() {
      return current.forbiddenScopes
    },
    get isResultGateForced() {
      return current.isResultGateForced
    },
    get ledgerEndpoint() {
      return current.ledgerEndpoint
    },
    get isAutomaticSamplingForbidden() {
      return current.isAutomaticSamplingForbidden
    },
    get refusalOfUpdates() {
      return current.refusalOfUpdates
    },
    refusalOf: (server) => current.refusalOf(server),
    refusalOfUncontained: (server) => current.refusalOfUncontained(server),
    refusalOfHost: (target) => current.refusalOfHost(target),
    hostsLeft: (lines) => current.hostsLeft(lines),
    refusalOfProvider: (provider) => current.refusalOfProvider(provider),
    refusalOfCollector: (endpoint) => current.refusalOfCollector(endpoint),
    onChange: (listener) => changed.on(listener),
    dispose: () => callOff()
  }
}

function isGood({ view }: ManagedPolicy): boolean {
  return view !== null && view.failure === null
}

/** Changes when the file may have changed. Follows links. */
function getMark(file: string): string {
  try {
    // Most computers have no policy, and throwing an error each second would cost more.
    const found = statSync(file, { bigint: true, throwIfNoEntry: false })
    if (found === undefined) return notRead(file, 'ENOENT')
    const { dev, ino, size, mtimeNs, ctimeNs } = found
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
  } catch (error) {
    return notRead(file, (error as NodeJS.ErrnoException).code ?? 'unreadable')
  }
}

function notRead(file: string, code: string): string {
  const isThere = lstatSync(file, { throwIfNoEntry: false }) !== undefined
  return `${code} ${isThere ? 'there' : 'gone'}`
}
