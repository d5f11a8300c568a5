/**
 * Whether Parley itself may send to an address: what was trusted answers, else the person, in one question however
 * many requests wait for it. A yes is to exactly what the question showed, the secrets that would go included.
 */
import type { DestinationKey, DestinationQuestion, SecretOwner } from '../../contract/destination'
import type { Said } from '../../contract/said'
import { hostOfDestination, ownerOf, secretsOfDestination } from '../../net/destination'
import type { Destination } from '../../net/destination'
import type { Asked, DestinationDecision, DestinationGate } from '../interface'
import { createSharedQuestions } from '../questions/shared-questions'
import type { DestinationStore } from '../store/destination-store'

export interface DestinationGateOptions {
  readonly store: DestinationStore
  readonly ask: (request: Asked<DestinationQuestion>, signal: AbortSignal) => Promise<DestinationDecision>
  readonly now: () => number
}

export function createDestinationGate({ store, ask, now }: DestinationGateOptions): DestinationGate {
  const share = createSharedQuestions<DestinationDecision>()
  const accept = async (destination: Destination): Promise<void> => {
    const { act, fingerprint } = destination
    const bound = store.bind(secretsOfDestination(act), ownerOf(act))
    await Promise.all([bound, store.add({ act, fingerprint, createdAt: now() })])
  }
  return {
    isTrusted: (destination) => isTrusted(destination, store),
    decide: async (destination, warnings, signal) => {
      signal.throwIfAborted()
      if (isTrusted(destination, store)) return 'trusted'
      const decide = async (stop: AbortSignal): Promise<DestinationDecision> => {
        const decision = await ask(toQuestion(destination, warnings, store), stop)
        if (decision === 'trusted') await accept(destination)
        return decision
      }
      return share(keyOf(destination), decide, signal)
    },
    accept,
    revoke: (key: DestinationKey) => store.revoke(key),
    ownersOf: store.ownersOf,
    foreignTo: store.foreignTo,
    typed: store.typed,
    bind: (secretNames: readonly string[], owner: SecretOwner) => store.bind(secretNames, owner)
  }
}

function isTrusted({ act, fingerprint }: Destination, store: DestinationStore): boolean {
  if (store.of(act)?.fingerprint !== fingerprint) return false
  return store.foreignTo(ownerOf(act), secretsOfDestination(act)).length === 0
}

function toQuestion(
  { act, fingerprint }: Destination,
  warnings: readonly Said[],
  store: DestinationStore
): Asked<DestinationQuestion> {
  const before = store.of(act)
  return {
    host: hostOfDestination(act),
    act,
    previous: before === undefined || before.fingerprint === fingerprint ? null : before.act,
    secrets: secretsOfDestination(act).map((name) => ({ name, owners: [...store.ownersOf(name)] })),
    warnings: [...warnings]
  }
}

function keyOf({ act, fingerprint }: Destination): string {
  return JSON.stringify([act.kind, act.name, fingerprint])
}
