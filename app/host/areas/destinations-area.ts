/**
 * Guards everything that Parley itself sends to a provider of models, to the collector of the ledger, or to a registry
 * of servers. Nothing is sent to a destination that isn't admitted here.
 */
import { createEmitter } from '../../base/emitter'
import { HostError } from '../../base/host-error'
import type { ApprovalsControl } from '../../consent/approvals/approvals'
import type { LocalizedText, Warning } from '../../contract/localized-text'
import { findAddressProblem } from '../../net/collector-address'
import { readDestinationHost } from '../../net/destination'
import type { Destination } from '../../net/destination'
import { judgeLink } from '../../server-requests/judge-link'
import { say } from '../../texts/render-localized'
import { calmFor, warn } from '../../texts/warn'

export interface DestinationAdmission {
  /** Whether a question may be shown: the user is present and waits for the request. */
  readonly mayAsk: boolean
  readonly signal: AbortSignal
}

export interface Destinations {
  /**
   * Resolves when Parley may send to the destination; with true, if the user was just asked. @throws HostError
   * DESTINATION_REFUSED, DESTINATION_NOT_TRUSTED: nothing may be sent; the reason of the signal
   */
  admit(destination: Destination, admission: DestinationAdmission): Promise<boolean>
  /** The listener is called before every request is sent. */
  onAdmitted(listener: (destination: Destination) => void): () => void
}

export interface DestinationsOptions {
  readonly consent: Pick<ApprovalsControl, 'destinations'>
  /**
   * The sentence why a policy forbids the destination. Null: it is allowed. Checked again after the user's approval.
   */
  readonly findDenial: (destination: Destination) => LocalizedText | null
}

export function createDestinations({ consent, findDenial }: DestinationsOptions): Destinations {
  const admitted = createEmitter<Destination>()
  const refuse = (destination: Destination): void => {
    const denial = problemOf(destination) ?? findDenial(destination)
    if (denial !== null) throw new HostError('DESTINATION_REFUSED', denial)
  }
  return {
    admit: async (destination, { mayAsk, signal }) => {
      refuse(destination)
      const isAsked = destination.ownReason === null && !consent.destinations.isTrusted(destination)
      if (isAsked) {
        if (!mayAsk) throw notTrusted(destination)
        const decision = await consent.destinations.decide(destination, warningsOf(destination), signal)
        signal.throwIfAborted()
        if (decision.type !== 'trust') throw notTrusted(destination)
        refuse(destination) // the policy may have changed meanwhile
      }
      admitted.emit(destination)
      return isAsked
    },
    onAdmitted: (listener) => admitted.on(listener)
  }
}

/** `Consent` adds the warnings about secrets. */
function warningsOf({ act }: Destination): readonly Warning[] {
  const names = [...new Set(act.values.flatMap(({ variables }) => variables))]
  return [
    ...(names.length > 0 ? [warn('destinations.variables', { count: names.length, names })] : []),
    ...calmFor('destination', judgeLink(act.address).warnings)
  ]
}

function problemOf({ act }: Destination): LocalizedText | null {
  const problem = findAddressProblem(act.address)
  if (problem === null) return null
  const names = {
    collector: say(act.name === 'traces' ? 'destinations.tracesCollector' : 'destinations.collector'),
    directory: say('destinations.directory')
  }
  const name = act.kind === 'model' ? act.name : names[act.kind]
  return say('destinations.unusable', { problem, name })
}

function notTrusted({ act }: Destination): HostError {
  return new HostError(
    'DESTINATION_NOT_TRUSTED',
    say('destinations.notTrusted', { host: readDestinationHost(act) })
  )
}
