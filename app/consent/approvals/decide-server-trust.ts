/** Decides whether a server may run or be contacted, by an earlier approval or by asking the user. */
import type { Warning } from '../../contract/localized-text'
import { toServerOwner } from '../../net/destination'
import type { Approvals } from '../interface'
import { inspectCandidate, type TrustFindings } from '../questions/inspect-candidate'
import type { Questions } from '../questions/questions'
import type { ConsentStore } from '../store/consent-store'
import { warn } from '../../texts/warn'

interface TrustParts {
  readonly questions: Questions
  readonly remembered: ConsentStore
  readonly now: () => number
  readonly newId: () => string
}

export function createTrustDecisions({
  questions,
  remembered,
  now,
  newId
}: TrustParts): Pick<Approvals, 'isTrusted' | 'decideServerTrust'> {
  return {
    isTrusted: (serverName, candidate) => inspectCandidate(remembered, serverName, candidate).isTrusted,
    decideServerTrust: async ({ fingerprint, secrets, narrowing, ...request }, signal) => {
      const { serverName, act } = request
      const candidate = { fingerprint, act, secrets }
      let reasons: readonly Warning[] = []
      for (;;) {
        if (signal.aborted) return { type: 'withdrawn' }
        const { isTrusted, kept, findings } = inspectCandidate(remembered, serverName, candidate)
        if (isTrusted) {
          const stored = remembered.trust.of(serverName)
          if (stored !== undefined && stored.act !== kept)
            await remembered.trust.add({ ...stored, act: kept })
          // A secret without an owner belongs to the first server that gets it with an approval.
          await remembered.destinations.bind(secrets, toServerOwner(serverName, act.url))
          return { type: 'trusted' }
        }
        const added = { type: 'server-trust' as const, id: newId(), askedAt: now() }
        const first = reasons
        const word = ({ previous, warnings }: TrustFindings) => ({
          ...request,
          ...added,
          previous,
          warnings: [...first, ...warnings, ...request.warnings]
        })
        const basis = { candidate, shown: findings, word, narrowing }
        const decision = await questions.ask<'server-trust'>(word(findings), signal, basis)
        if (decision.type !== 'superseded') return decision
        reasons = [warn('consent.askedAnew')]
      }
    }
  }
}
