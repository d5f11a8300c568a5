/**
 * Decides whether Parley itself may send to an address, by an earlier approval or by one question for all waiting
 * requests. An approval covers exactly what the question showed, including the secrets to be sent.
 */
import type { Warning } from '../../contract/localized-text'
import { isDeepStrictEqual } from 'node:util'
import type { DestinationKey } from '../../contract/destination'
import type { DestinationQuestion } from '../../contract/questions/questions'
import { readDestinationHost, resolveSecretOwner, listDestinationSecrets } from '../../net/destination'
import type { Destination } from '../../net/destination'
import type { AskedQuestion, DestinationDecision, DestinationApproval } from '../interface'
import { createSharedQuestions } from '../questions/shared-questions'
import { foreignSecretWarnings } from '../questions/secret-owners'
import type { DestinationStore } from '../store/destination-store'
import { warn } from '../../texts/warn'

export interface DestinationApprovalOptions {
  readonly store: DestinationStore
  readonly ask: (
    request: AskedQuestion<DestinationQuestion>,
    signal: AbortSignal
  ) => Promise<DestinationDecision>
  readonly now: () => number
}

export function createDestinationApproval({
  store,
  ask,
  now
}: DestinationApprovalOptions): DestinationApproval {
  const share = createSharedQuestions<DestinationDecision>()
  const accept = async (destination: Destination): Promise<void> => {
    const { act, fingerprint } = destination
    const bound = store.bind(listDestinationSecrets(act), resolveSecretOwner(act))
    await Promise.all([bound, store.add({ act, fingerprint, createdAt: now() })])
  }
  return {
    isTrusted: (destination) => isTrusted(destination, store),
    decide: async (destination, warnings, signal) => {
      signal.throwIfAborted()
      if (isTrusted(destination, store)) return { type: 'trust' }
      const decide = async (stop: AbortSignal): Promise<DestinationDecision> => {
        for (let reasons: readonly Warning[] = []; ; reasons = [warn('consent.askedAnew')]) {
          const shown = toQuestion(destination, warnings, store)
          const decision = await ask({ ...shown, warnings: [...reasons, ...shown.warnings] }, stop)
          // An approval of an outdated question doesn't cover the current one.
          const isStale = !isDeepStrictEqual(toQuestion(destination, warnings, store), shown)
          if (decision.type === 'trust' && isStale) continue
          if (decision.type === 'trust') await accept(destination)
          return decision
        }
      }
      return share(keyOf(destination), decide, signal)
    },
    accept,
    revoke: (key: DestinationKey) => store.revoke(key),
    typed: store.typed,
    owns: store.owns
  }
}

function isTrusted({ act, fingerprint }: Destination, store: DestinationStore): boolean {
  if (store.of(act)?.fingerprint !== fingerprint) return false
  return store.foreignTo(resolveSecretOwner(act), listDestinationSecrets(act)).length === 0
}

function toQuestion(
  { act, fingerprint }: Destination,
  warnings: readonly Warning[],
  store: DestinationStore
): AskedQuestion<DestinationQuestion> {
  const before = store.of(act)
  const names = listDestinationSecrets(act)
  return {
    host: readDestinationHost(act),
    act,
    previous: before === undefined || before.fingerprint === fingerprint ? null : before.act,
    secrets: names.map((name) => ({ name, owners: [...store.ownersOf(name)] })),
    warnings: [...foreignSecretWarnings(store, resolveSecretOwner(act), names), ...warnings]
  }
}

function keyOf({ act, fingerprint }: Destination): string {
  return JSON.stringify([act.kind, act.name, fingerprint])
}
