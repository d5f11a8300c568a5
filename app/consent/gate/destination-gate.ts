/**
 * Whether Parley itself may send to an address: what was trusted answers, else the person, in one question however
 * many requests wait for it. A yes is to exactly what the question showed, the secrets that would go included.
 */
import { isDeepStrictEqual } from 'node:util'
import { untilAborted } from '../../base/until-aborted'
import type { DestinationKey, DestinationQuestion } from '../../contract/destination'
import type { Said } from '../../contract/said'
import { hostOfDestination, ownerOf, secretsOfDestination } from '../../net/destination'
import type { Destination } from '../../net/destination'
import type { Asked, DestinationDecision, DestinationGate } from '../interface'
import { foreignSecretWarnings } from '../questions/secret-owners'
import type { DestinationStore } from '../store/destination-store'

export interface DestinationGateOptions {
  readonly store: DestinationStore
  readonly ask: (request: Asked<DestinationQuestion>, signal: AbortSignal) => Promise<DestinationDecision>
  readonly now: () => number
}

interface Open {
  readonly decision: Promise<DestinationDecision>
  readonly withdraw: () => void
  waiting: number
}

export function createDestinationGate({ store, ask, now }: DestinationGateOptions): DestinationGate {
  const open = new Map<string, Open>()
  const accept = async (destination: Destination): Promise<void> => {
    const { act, fingerprint } = destination
    const bound = store.bind(secretsOfDestination(act), ownerOf(act))
    await Promise.all([bound, store.add({ act, fingerprint, createdAt: now() })])
  }
  const begin = (destination: Destination, warnings: readonly Said[]): Open => {
    const stop = new AbortController()
    const describe = () => toQuestion(destination, warnings, store)
    const decide = async (): Promise<DestinationDecision> => {
      for (;;) {
        const shown = describe()
        const decision = await ask(shown, stop.signal)
        // A yes to what was shown is no yes to what would have to be shown by now.
        if (decision === 'trusted' && !isDeepStrictEqual(describe(), shown)) continue
        open.delete(keyOf(destination))
        if (decision === 'trusted') await accept(destination)
        return decision
      }
    }
    const begun = { decision: decide(), withdraw: () => stop.abort(), waiting: 0 }
    open.set(keyOf(destination), begun)
    return begun
  }
  return {
    isTrusted: (destination) => isTrusted(destination, store),
    decide: async (destination, warnings, signal) => {
      signal.throwIfAborted()
      if (isTrusted(destination, store)) return 'trusted'
      const asked = open.get(keyOf(destination)) ?? begin(destination, warnings)
      asked.waiting += 1
      try {
        return await untilAborted(asked.decision, signal)
      } finally {
        asked.waiting -= 1
        if (asked.waiting === 0) asked.withdraw()
      }
    },
    accept,
    revoke: (key: DestinationKey) => store.revoke(key),
    typed: store.typed
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
  const names = secretsOfDestination(act)
  return {
    host: hostOfDestination(act),
    act,
    previous: before === undefined || before.fingerprint === fingerprint ? null : before.act,
    secrets: names.map((name) => ({ name, owners: [...store.ownersOf(name)] })),
    warnings: [...foreignSecretWarnings(store, ownerOf(act), names), ...warnings]
  }
}

function keyOf({ act, fingerprint }: Destination): string {
  return JSON.stringify([act.kind, act.name, fingerprint])
}
