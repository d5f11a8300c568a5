/** Whether a server may run or be contacted: by the yes that stands, else by the person. */
import type { ConsentGate } from '../interface'
import { judgeTrust } from '../questions/judge-trust'
import type { Questions } from '../questions/questions'
import type { ConsentStore } from '../store/consent-store'

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
}: TrustParts): Pick<ConsentGate, 'isTrusted' | 'decideServerTrust'> {
  const judge = (serverName: string, candidate: Parameters<ConsentGate['isTrusted']>[1]) =>
    judgeTrust(remembered.trust.of(serverName), candidate)
  return {
    isTrusted: (serverName, candidate) => judge(serverName, candidate).type === 'trusted',
    decideServerTrust: async ({ fingerprint, isAskedAnyway = false, ...request }, signal) => {
      if (signal.aborted) return 'withdrawn'
      const { serverName, act } = request
      const stored = remembered.trust.of(serverName)
      const verdict = judge(serverName, { fingerprint, act })
      if (verdict.type === 'ask' || isAskedAnyway) {
        const previous = verdict.type === 'ask' ? (stored?.act ?? null) : null
        const added = { type: 'server-trust' as const, id: newId(), askedAt: now(), previous }
        const question = { ...request, ...added }
        return await questions.ask<'server-trust'>(question, signal, fingerprint)
      }
      if (stored !== undefined && verdict.learned !== null)
        await remembered.trust.add({ ...stored, act: verdict.learned })
      return 'trusted'
    }
  }
}
