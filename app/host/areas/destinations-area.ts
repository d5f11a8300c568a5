/**
 * The one place through which everything has to pass that Parley itself sends of the person's: a provider of models,
 * the collector of the ledger, a registry of servers. What is not admitted here has no way out.
 */
import { createEmitter } from '../../base/emitter'
import { HostError } from '../../base/host-error'
import type { ApprovalsControl } from '../../consent/approvals/approvals'
import type { LocalizedText, Warning } from '../../contract/localized-text'
import { findAddressProblem } from '../../net/collector-address'
import { hostOfDestination } from '../../net/destination'
import type { Destination } from '../../net/destination'
import { judgeLink } from '../../server-requests/judge-link'
import { say } from '../../texts/render-localized'
import { calmFor, warn } from '../../texts/warn'

export interface DestinationAdmission {
  /** Whether the person is there and waits for what is to be sent. */
  readonly mayAsk: boolean
  readonly signal: AbortSignal
}

export interface Destinations {
  /**
   * Resolves when it may be sent to; true: the person has just been asked. @throws HostError DESTINATION_REFUSED,
   * DESTINATION_NOT_TRUSTED: nothing may be sent; the signal's reason
   */
  admit(destination: Destination, admission: DestinationAdmission): Promise<boolean>
  /** Hears of every request before it is sent. */
  onAdmitted(listener: (destination: Destination) => void): () => void
}

export interface DestinationsOptions {
  readonly consent: Pick<ApprovalsControl, 'destinations'>
  /** Why a policy does not allow it, a sentence; null: it does. Asked again after the person's yes. */
  readonly refusalOf: (destination: Destination) => LocalizedText | null
}

export function createDestinations(options: DestinationsOptions): Destinations {
  const { refusalOf } = options
  const gate = options.consent.destinations
  const admitted = createEmitter<Destination>()
  const refuse = (destination: Destination): void => {
    const refusal = problemOf(destination) ?? refusalOf(destination)
    if (refusal !== null) throw new HostError('DESTINATION_REFUSED', refusal)
  }
  return {
    admit: async (destination, { mayAsk, signal }) => {
      refuse(destination)
      const isAsked = destination.ownReason === null && !gate.isTrusted(destination)
      if (isAsked) {
        if (!mayAsk) throw notTrusted(destination)
        const decision = await gate.decide(destination, warningsOf(destination), signal)
        signal.throwIfAborted()
        if (decision !== 'trusted') throw notTrusted(destination)
        refuse(destination) // a policy may have come meanwhile
      }
      admitted.emit(destination)
      return isAsked
    },
    onAdmitted: (listener) => admitted.on(listener)
  }
}

/** The gate adds what is to be said of secrets. */
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
  const names = { collector: say('destinations.collector'), directory: say('destinations.directory') }
  const name = act.kind === 'model' ? act.name : names[act.kind]
  return say('destinations.unusable', { problem, name })
}

function notTrusted({ act }: Destination): HostError {
  return new HostError(
    'DESTINATION_NOT_TRUSTED',
    say('destinations.notTrusted', { host: hostOfDestination(act) })
  )
}
