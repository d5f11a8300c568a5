/** Decides what happens to each server when the settings change. Pure. */

/** Why a server isn't meant to run. */
export type StopCause = 'person' | 'refused' | 'disabled' | 'not-automatic' | 'on-use' | 'broken'

/** The state of a server before the change. */
export interface CurrentServer {
  /** Of its current definition; null if its entry is broken. */
  readonly fingerprint: string | null
  readonly isDisabled: boolean
  /** Null if it is meant to run, even if it failed or waits. */
  readonly rest: StopCause | null
}

/** What the settings say about a server after the change. */
export interface WantedServer {
  /** Null if the entry is broken. */
  readonly fingerprint: string | null
  readonly isDisabled: boolean
  /** False for one that waits until it is used. */
  readonly isAutoStart: boolean
}

/**
 * `run`: start or restart it. `rest`: stop it or leave it stopped, as the settings say. `break`: stop it, because its
 * entry can't be used. `keep`: don't change it. `remove`: stop and forget it.
 */
export type Change = 'run' | 'rest' | 'break' | 'keep' | 'remove'

/** One change per name, for all names of both sides. */
export function reconcile(
  before: ReadonlyMap<string, CurrentServer>,
  after: ReadonlyMap<string, WantedServer>
): ReadonlyMap<string, Change> {
  const names = new Set([...before.keys(), ...after.keys()])
  return new Map([...names].map((name) => [name, decide(before.get(name), after.get(name))]))
}

function decide(before: CurrentServer | undefined, after: WantedServer | undefined): Change {
  if (after === undefined) return 'remove'
  if (after.fingerprint === null) return 'break'
  const bySettings = after.isDisabled || !after.isAutoStart ? 'rest' : 'run'
  if (before === undefined || before.rest === 'broken') return bySettings
  if (before.rest === 'disabled' || before.rest === 'not-automatic' || before.rest === 'on-use')
    return bySettings
  if (before.fingerprint !== after.fingerprint) return decideChanged(before, after)
  return after.isDisabled && !before.isDisabled ? 'rest' : 'keep'
}

/** A server that the user stopped stays stopped. One that the user didn't trust has changed, so Parley asks again. */
function decideChanged(before: CurrentServer, after: WantedServer): Change {
  if (after.isDisabled) return 'rest'
  return before.rest === 'person' ? 'keep' : 'run'
}
