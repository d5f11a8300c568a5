/** Decides what happens to each server when the settings change. Pure: what is, what is wanted, what to do. */

/** Why a server is not meant to run. */
export type RestCause = 'person' | 'refused' | 'disabled' | 'not-automatic' | 'on-use' | 'broken'

/** How a server stands before the change. */
export interface CurrentServer {
  /** Of the definition it stands on; null when its entry is broken. */
  readonly fingerprint: string | null
  readonly isDisabled: boolean
  /** Null when it is meant to run, even if it failed or waits. */
  readonly rest: RestCause | null
}

/** What the settings say of a server after the change. */
export interface WantedServer {
  /** Null when the entry is broken. */
  readonly fingerprint: string | null
  readonly isDisabled: boolean
  /** Not so for one that waits until it is used. */
  readonly isAutoStart: boolean
}

/**
 * `run`: start it, anew where it runs. `rest`: stop it or leave it stopped, as the settings say so. `break`: stop it,
 * its entry can not be used. `keep`: leave it as it is. `remove`: stop and forget it.
 */
export type Change = 'run' | 'rest' | 'break' | 'keep' | 'remove'

/** One change a name, for all names of both sides. */
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

/** What the person stopped stays stopped; what they refused has become something else and is asked again. */
function decideChanged(before: CurrentServer, after: WantedServer): Change {
  if (after.isDisabled) return 'rest'
  return before.rest === 'person' ? 'keep' : 'run'
}
